#include "program/unroll/unroll.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "program/unroll/spin_loops.h"
#include "util/diagnostic.h"

namespace unroll_test {

using namespace hrfcheck;

namespace {

Instruction instruction(Operation operation, std::optional<Predicate> predicate = std::nullopt) {
  return {std::move(operation), predicate, {}, ""};
}

Thread thread(std::vector<Instruction> instructions) {
  return {"P0", {"r0"}, {0}, std::move(instructions)};
}

UnrolledThread unrolled(const Thread& thread, unsigned bound) {
  return unroll(thread, bound, findLoops(thread, {0}));
}

}  // namespace

TEST_CASE("straight code is itself") {
  const UnrolledThread u = unrolled(thread({instruction(NopOp{}), instruction(NopOp{})}), 4);
  REQUIRE(u.nodes.size() == 2);
  CHECK(u.start == 0);
  CHECK(u.nodes[0].next == 1);
  CHECK(u.nodes[0].taken == 1);
  CHECK(u.nodes[1].next == kEndNode);
  CHECK_FALSE(u.mayReachBound);
  CHECK(unrolled(thread({}), 4).start == kEndNode);
}

TEST_CASE("a loop is copied up to the bound") {
  // L: nop; branch L.
  const Thread loop = thread({instruction(NopOp{}), instruction(BranchOp{registerRef(0), 0})});
  const UnrolledThread u = unrolled(loop, 3);
  REQUIRE(u.nodes.size() == 6);
  CHECK(u.mayReachBound);
  CHECK(u.nodes[1].taken == 2);
  CHECK(u.nodes[1].next == kEndNode);
  CHECK(u.nodes[3].taken == 4);
  CHECK(u.nodes[3].iteration == 1);
  CHECK(u.nodes[5].taken == kBoundNode);
  for (const unsigned bound : {0U, 1U}) {  // the first round may always begin
    const UnrolledThread once = unrolled(loop, bound);
    REQUIRE(once.nodes.size() == 2);
    CHECK(once.nodes[1].taken == kBoundNode);
  }
}

/// How many copies of an instruction there are.
std::size_t copiesOf(const UnrolledThread& u, std::uint32_t instruction) {
  return static_cast<std::size_t>(
      std::ranges::count(u.nodes, instruction, [](const UnrolledNode& n) { return n.instruction; }));
}

TEST_CASE("a body is executed as often as the bound says, whatever the shape of the loop") {
  const auto body = [] {
    return instruction(AssignOp{0, binary(BinaryOp::Add, registerRef(0), constant(1))});
  };
  const auto branch = [](std::uint32_t target) { return instruction(BranchOp{registerRef(0), target}); };
  const auto jump = [](std::uint32_t target) { return instruction(JumpOp{target}); };
  const auto nop = instruction(NopOp{});
  struct Shape {
    const char* name;
    std::vector<Instruction> code;
    std::uint32_t body;
  };
  const std::vector<Shape> shapes{
      {"do", {body(), branch(0)}, 0},
      {"while", {branch(3), body(), jump(0)}, 1},
      {"while, tested again at its end", {branch(3), body(), branch(1)}, 1},
      {"endless, with a break at its end", {body(), branch(3), jump(0)}, 0},
      {"the same, with a label between", {body(), branch(4), nop, jump(0)}, 0},
      {"the jump back elsewhere", {body(), branch(3), jump(3), branch(0)}, 0},
      {"do, inside of a while", {branch(4), body(), branch(1), jump(0)}, 1},
  };
  for (const Shape& shape : shapes) {
    for (const unsigned bound : {1U, 2U, 4U}) {
      const std::string name = shape.name;
      INFO(name, ", bound ", bound);
      const std::size_t times = name.starts_with("do, inside") ? bound * bound : bound;
      CHECK(copiesOf(unrolled(thread(shape.code), bound), shape.body) == times);
    }
  }
}

TEST_CASE("behind its last round a loop may begin another as far as it may leave it") {
  // L: branch end; r0 + 1; branch end; r0 + 1; jump L: a while with a break.
  const auto add = instruction(AssignOp{0, binary(BinaryOp::Add, registerRef(0), constant(1))});
  const Thread t = thread({instruction(BranchOp{registerRef(0), 5}), add,
                           instruction(BranchOp{registerRef(0), 5}), add, instruction(JumpOp{0})});
  const UnrolledThread u = unrolled(t, 2);
  CHECK(copiesOf(u, 1) == 3);
  CHECK(copiesOf(u, 2) == 3);
  CHECK(copiesOf(u, 3) == 2);
  CHECK(u.nodes.back().instruction == 2);
  CHECK(u.nodes.back().next == kBoundNode);
}

TEST_CASE("a jump to itself inside of a loop ends the search for what completes a round") {
  const Thread t = thread({instruction(NopOp{}), instruction(BranchOp{registerRef(0), 3}),
                           instruction(JumpOp{2}), instruction(BranchOp{registerRef(0), 0})});
  CHECK(unrolled(t, 2).mayReachBound);
}

TEST_CASE("jumps, exits and predicates lead where they say") {
  const Thread t = thread({instruction(JumpOp{2}), instruction(NopOp{}),
                           instruction(ExitOp{}, Predicate{0, false}), instruction(JumpOp{4})});
  const UnrolledThread u = unrolled(t, 1);
  REQUIRE(u.nodes.size() == 3);  // the nop is never reached
  CHECK(u.nodes[0].next == 1);
  CHECK(u.nodes[0].taken == 1);
  CHECK(u.nodes[1].instruction == 2);
  CHECK(u.nodes[1].next == 2);
  CHECK(u.nodes[1].taken == kEndNode);
  CHECK(u.nodes[2].next == kEndNode);
}

TEST_CASE("every edge goes forward, in nested loops too") {
  // A: nop; B: nop; branch B; branch A.
  const Thread t =
      thread({instruction(NopOp{}), instruction(NopOp{}), instruction(BranchOp{registerRef(0), 1}),
              instruction(BranchOp{registerRef(0), 0})});
  const UnrolledThread u = unrolled(t, 3);
  for (NodeId n = 0; n < u.nodes.size(); ++n) {
    for (NodeId to : {u.nodes[n].next, u.nodes[n].taken}) {
      const bool leaves = to == kEndNode || to == kBoundNode;
      const bool forward = leaves || to > n;
      CHECK(forward);
      CHECK((leaves || to < u.nodes.size()));
    }
    CHECK(u.nodes[n].iteration <= 3);
  }
}

TEST_CASE("the bound counts the rounds of each loop, and starts anew with it") {
  // A: nop; B: nop; branch B; branch A.
  const Thread t =
      thread({instruction(NopOp{}), instruction(NopOp{}), instruction(BranchOp{registerRef(0), 1}),
              instruction(BranchOp{registerRef(0), 0})});
  const UnrolledThread u = unrolled(t, 2);
  // Two rounds of A, each with one A, two rounds of B and one branch to A.
  CHECK(u.nodes.size() == 2 * (1 + 2 * 2 + 1));
  REQUIRE(u.loops.size() == 2);
  CHECK(u.loops[0].last == 3);
  CHECK(u.loops[1].head == 1);
}

TEST_CASE("what follows a loop exists once") {
  const Thread t = thread({instruction(NopOp{}), instruction(BranchOp{registerRef(0), 0}),
                           instruction(NopOp{}), instruction(NopOp{})});
  CHECK(unrolled(t, 5).nodes.size() == 5 * 2 + 2);
}

TEST_CASE("a spin loop has an earlier round and a last one, whatever the bound") {
  // L: r0 = x; branch r0 L.
  const Thread t = thread({instruction(LoadOp{0, constant(kAddressBase), std::nullopt}),
                           instruction(BranchOp{registerRef(0), 0})});
  for (const unsigned bound : {0U, 4U}) {
    const UnrolledThread u = unrolled(t, bound);
    REQUIRE(u.nodes.size() == 4);
    CHECK(u.nodes[1].taken == 2);
    CHECK(u.nodes[3].taken == kSpinNode);
    CHECK_FALSE(u.mayReachBound);
  }
}

TEST_CASE("a spin loop that finds what the round before has set has two earlier rounds") {
  // L: r0 = x; branch r0 == r1 end; r1 = 0; jump L.
  Thread t = thread({instruction(LoadOp{0, constant(kAddressBase), std::nullopt}),
                     instruction(BranchOp{binary(BinaryOp::Eq, registerRef(0), registerRef(1)), 4}),
                     instruction(AssignOp{1, constant(0)}), instruction(JumpOp{0})});
  t.registers = {"r0", "r1"};
  t.initialRegisters = {0, 1};
  const UnrolledThread u = unrolled(t, 7);
  REQUIRE(u.nodes.size() == 3 * 4);
  CHECK(u.nodes[11].taken == kSpinNode);
}

TEST_CASE("an outer loop and a spin loop with the same head are unrolled each by its own count") {
  // L: r0 = x; branch r0 L; y = 1; branch r1 L.
  Thread t = thread({instruction(LoadOp{0, constant(kAddressBase), std::nullopt}),
                     instruction(BranchOp{registerRef(0), 0}),
                     instruction(StoreOp{constant(kAddressBase), constant(1), std::nullopt}),
                     instruction(BranchOp{registerRef(1), 0})});
  t.registers = {"r0", "r1"};
  t.initialRegisters = {0, 0};
  const UnrolledThread u = unrolled(t, 2);
  CHECK(u.nodes.size() == 2 * (2 + 2 + 2));
  CHECK(u.mayReachBound);
}

TEST_CASE("a thread that would grow beyond measure is refused") {
  std::vector<Instruction> code(100, instruction(NopOp{}));
  code.push_back(instruction(BranchOp{registerRef(0), 0}));
  CHECK(unrolled(thread(code), 100).nodes.size() == 100 * 101);
  CHECK_THROWS_AS(unrolled(thread(code), 1000), UserError);
}

}  // namespace unroll_test
