#include "program/spin_loops.h"

#include <doctest/doctest.h>

#include "support/program_builder.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const ExprPtr kX = constant(kAddressBase);
const ExprPtr kY = constant(kAddressBase + kAddressStride);

ExprPtr compare(ThreadBuilder& t, BinaryOp op, const std::string& reg, Value value) {
  return binary(op, t.get(reg), constant(value));
}

bool onlyLoopSpins(const ThreadBuilder& t) {
  const std::vector<Loop> loops = findLoops(t.thread());
  REQUIRE(loops.size() == 1);
  return loops[0].spin;
}

}  // namespace

TEST_CASE("waiting for a flag spins, with or without a fence in the round") {
  ThreadBuilder t("P0");
  t.load("r", kX).branch(compare(t, BinaryOp::Ne, "r", 1), 0);
  CHECK(onlyLoopSpins(t));
  ThreadBuilder top("P0");  // while (x != 1) fence;
  top.load("r", kX).branch(compare(top, BinaryOp::Eq, "r", 1), 4).fence(atomic(Order::Acquire)).jump(0);
  CHECK(onlyLoopSpins(top));
}

TEST_CASE("a compare-and-swap spins where only its failure goes round") {
  ThreadBuilder lock("P0");
  lock.cas("r", kX, 0, 1).branch(compare(lock, BinaryOp::Ne, "r", 0), 0);
  CHECK(onlyLoopSpins(lock));
  ThreadBuilder both("P0");  // goes round after a success, too
  both.cas("r", kX, 0, 1).branch(compare(both, BinaryOp::Lt, "r", 2), 0);
  CHECK_FALSE(onlyLoopSpins(both));
  ThreadBuilder viaRegister("P0");  // s = (r == 0); loop while not s
  viaRegister.cas("r", kX, 0, 1)
      .assign("s", compare(viaRegister, BinaryOp::Eq, "r", 0))
      .branch(unary(UnaryOp::LogicalNot, viaRegister.get("s")), 0);
  CHECK(onlyLoopSpins(viaRegister));
  ThreadBuilder expectsWhatItRead("P0");  // e = x; r = cas(x, e, 1); loop while r != e
  expectsWhatItRead.load("e", kX)
      .cas("r", kX, expectsWhatItRead.get("e"), 1)
      .branch(binary(BinaryOp::Ne, expectsWhatItRead.get("r"), expectsWhatItRead.get("e")), 0);
  CHECK(onlyLoopSpins(expectsWhatItRead));
}

TEST_CASE("rounds that write are no spinning") {
  ThreadBuilder exchange("P0");
  exchange.rmw(RmwOp::Exchange, "r", kX, 1).branch(compare(exchange, BinaryOp::Ne, "r", 0), 0);
  CHECK_FALSE(onlyLoopSpins(exchange));
  ThreadBuilder store("P0");
  store.load("r", kX).store(kY, 1).branch(compare(store, BinaryOp::Ne, "r", 0), 0);
  CHECK_FALSE(onlyLoopSpins(store));
  ThreadBuilder barrier("P0");
  barrier.load("r", kX).barrier().branch(compare(barrier, BinaryOp::Ne, "r", 0), 0);
  CHECK_FALSE(onlyLoopSpins(barrier));
  ThreadBuilder last("P0");  // stores only in the round that leaves
  last.load("r", kX).branch(compare(last, BinaryOp::Ne, "r", 1), 4).store(kY, 1).jump(5).jump(0);
  CHECK(onlyLoopSpins(last));
}

TEST_CASE("rounds that count, or leave something behind, are no spinning") {
  ThreadBuilder counts("P0");
  counts.load("r", kX)
      .assign("n", binary(BinaryOp::Add, counts.get("n"), constant(1)))
      .branch(compare(counts, BinaryOp::Ne, "r", 1), 0);
  CHECK_FALSE(onlyLoopSpins(counts));
  ThreadBuilder old("P0");  // some rounds write s, others do not: s tells of two of them
  old.load("r", kX)
      .branch(compare(old, BinaryOp::Eq, "r", 1), 6)
      .branch(compare(old, BinaryOp::Eq, "r", 2), 5)
      .load("s", kY)
      .jump(0)
      .jump(0);
  CHECK_FALSE(onlyLoopSpins(old));
  ThreadBuilder every("P0");  // every round that goes back writes s
  every.load("r", kX).branch(compare(every, BinaryOp::Eq, "r", 1), 4).load("s", kY).jump(0);
  CHECK(onlyLoopSpins(every));
}

TEST_CASE("a loop whose end does not depend on what it reads is bounded") {
  ThreadBuilder forever("P0");
  forever.load("r", kX).jump(0);
  CHECK_FALSE(onlyLoopSpins(forever));
  ThreadBuilder counted("P0");
  counted.load("r", kX).branch(compare(counted, BinaryOp::Ne, "k", 1), 0);
  CHECK_FALSE(onlyLoopSpins(counted));
}

TEST_CASE("the inner loop of two may spin, the outer one does not") {
  ThreadBuilder t("P0");
  t.nop()
      .load("r", kX)
      .branch(compare(t, BinaryOp::Ne, "r", 1), 1)
      .load("s", kY)
      .branch(compare(t, BinaryOp::Ne, "s", 1), 0);
  const std::vector<Loop> loops = findLoops(t.thread());
  REQUIRE(loops.size() == 2);
  CHECK(loops[0].head == 0);
  CHECK(loops[0].last == 4);
  CHECK_FALSE(loops[0].spin);
  CHECK(loops[1].head == 1);
  CHECK(loops[1].spin);
}

TEST_CASE("a loop that is entered in its middle does not spin; loops that overlap are one") {
  ThreadBuilder middle("P0");
  middle.branch(middle.get("k"), 2).nop().load("r", kX).branch(compare(middle, BinaryOp::Ne, "r", 1), 1);
  CHECK_FALSE(onlyLoopSpins(middle));
  ThreadBuilder crossed("P0");
  crossed.nop().nop().branch(crossed.get("k"), 0).nop().branch(crossed.get("k"), 1);
  const std::vector<Loop> loops = findLoops(crossed.thread());
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].head == 0);
  CHECK(loops[0].last == 4);
}
