#include "program/unroll/joint_waits.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "program/unroll/spin_loops.h"
#include "support/program_builder.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// A work-group of three whose first thread looks at a flag and tells the others in local memory.
class Block {
 public:
  Block() : flag_(builder_.location("flag")), seen_(builder_.location("seen")) {
    builder_.program().locations.back().space = AddressSpace::Local;
    for (int i = 0; i < 3; ++i) {
      threads_.push_back(&builder_.thread());
    }
    builder_.thread(1).store(flag_, 1, atomic(Order::Release));
  }

  ThreadBuilder& operator[](std::size_t t) { return *threads_[t]; }
  const ExprPtr& flag() const { return flag_; }
  const ExprPtr& seen() const { return seen_; }

  /// do { barrier; if (leader) { r = flag; seen = r; } barrier; s = seen; } while (s != 1);
  void wait(std::size_t t, bool secondBarrier = true) {
    ThreadBuilder& thread = *threads_[t];
    const auto head = static_cast<std::uint32_t>(thread.thread().instructions.size());
    thread.barrier();
    if (t == 0) {
      thread.load("r", flag_, atomic(Order::Acquire)).store(seen_, thread.get("r"));
    }
    if (secondBarrier) {
      thread.barrier();
    }
    thread.load("s", seen_).branch(binary(BinaryOp::Ne, thread.get("s"), constant(1)), head);
  }
  void waitAll() {
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      wait(t);
    }
  }

  std::shared_ptr<const Program> build() const { return builder_.build(); }
  bool isJoint() const {
    const auto program = build();
    return withJointWaits(program) != program;
  }

 private:
  ProgramBuilder builder_;
  ExprPtr flag_;
  ExprPtr seen_;
  std::vector<ThreadBuilder*> threads_;
};

std::size_t barriersIn(const Thread& thread) {
  return static_cast<std::size_t>(
      std::ranges::count_if(thread.instructions, [](const Instruction& instruction) {
        return std::holds_alternative<BarrierOp>(instruction.operation);
      }));
}

}  // namespace

TEST_CASE("a block waits together: who looks spins, the others go through once") {
  Block block;
  block.waitAll();
  const auto program = withJointWaits(block.build());
  const std::vector<Loop> loops = findLoops(program->threads[0], {});
  REQUIRE(loops.size() == 2);  // the other one is where nobody comes
  CHECK(loops.front().spin);
  CHECK_FALSE(loops.back().spin);
  for (ThreadId t = 0; t < 3; ++t) {
    CHECK(barriersIn(program->threads[t]) == 2);
  }
  CHECK(findLoops(program->threads[1], {}).size() == 1);
  CHECK(program->threads[3].instructions.size() == 1);
}

TEST_CASE("where the test of a round comes before the look, the first round stays") {
  // while (barrier, s = seen, barrier, s != 1) if (leader) seen = flag;
  Block block;
  for (std::size_t t = 0; t < 3; ++t) {
    ThreadBuilder& thread = block[t];
    thread.barrier().load("s", block.seen()).barrier();
    thread.branch(binary(BinaryOp::Eq, thread.get("s"), constant(1)), t == 0 ? 7 : 5);
    if (t == 0) {
      thread.load("r", block.flag(), atomic(Order::Acquire)).store(block.seen(), thread.get("r"));
    }
    thread.jump(0);
  }
  const auto program = withJointWaits(block.build());
  CHECK(barriersIn(program->threads[1]) == 4);
  CHECK(findLoops(program->threads[0], {}).front().spin);
}

TEST_CASE("no wait of a block: something else happens in the rounds") {
  SUBCASE("two threads look") {
    Block block;
    block.wait(0);
    block.wait(1);
    block[2]
        .barrier()
        .load("q", block.flag(), atomic(Order::Relaxed))
        .barrier()
        .load("s", block.seen())
        .branch(binary(BinaryOp::Ne, block[2].get("s"), constant(1)), 0);
    CHECK_FALSE(block.isJoint());
  }
  SUBCASE("no barrier between who tells and who is told") {
    Block block;
    for (std::size_t t = 0; t < 3; ++t) {
      block.wait(t, false);
    }
    CHECK_FALSE(block.isJoint());
  }
  SUBCASE("one thread does not come to the loop") {
    Block block;
    block.wait(0);
    block.wait(1);
    CHECK_FALSE(block.isJoint());
  }
  SUBCASE("one thread has passed a barrier more") {
    Block block;
    block[2].barrier();
    block.waitAll();
    CHECK_FALSE(block.isJoint());
  }
  SUBCASE("one thread may end before") {
    Block block;
    block[2].load("q", block.flag(), atomic(Order::Relaxed)).branch(block[2].get("q"), 3).nop();
    block.waitAll();
    CHECK(block.isJoint());
    Block ending;
    ending[2].load("q", ending.flag(), atomic(Order::Relaxed)).branch(ending[2].get("q"), 3).exit();
    ending.waitAll();
    CHECK_FALSE(ending.isJoint());
  }
  SUBCASE("one thread leaves by another condition") {
    Block block;
    block.wait(0);
    block.wait(1);
    block[2].barrier().barrier().load("s", block.seen());
    block[2].branch(binary(BinaryOp::Ne, block[2].get("s"), constant(2)), 0);
    CHECK_FALSE(block.isJoint());
  }
  SUBCASE("rounds are counted") {
    Block block;
    block.wait(0);
    block.wait(1);
    block[2].barrier().assign("n", binary(BinaryOp::Add, block[2].get("n"), constant(1))).barrier();
    block[2].load("s", block.seen()).branch(binary(BinaryOp::Ne, block[2].get("s"), constant(1)), 0);
    CHECK_FALSE(block.isJoint());
  }
}
