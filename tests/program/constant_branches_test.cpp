// What constants decide is decided before anything is looked at, and nothing else is.

#include "program/unroll/constant_branches.h"

#include <doctest/doctest.h>

#include "program/structure/event_structure.h"
#include "program/unroll/spin_loops.h"
#include "support/program_builder.h"

namespace hrfcheck::test {
namespace {

UnrolledThread settled(const Program& program, unsigned bound = 4) {
  const Thread& thread = program.threads[0];
  return withoutUntakenSides(thread, unroll(thread, bound, findLoops(thread, {})));
}

std::size_t unsettled(const Program& program, unsigned bound = 4) {
  const Thread& thread = program.threads[0];
  return unroll(thread, bound, findLoops(thread, {})).nodes.size();
}

}  // namespace

TEST_CASE("settled branches: the side that a constant does not lead to is left out") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.reg("id", 3);
  t.branch(binary(BinaryOp::Lt, t.get("id"), constant(2)), 3).store(x, 1).jump(4).store(x, 2).store(x, 3);
  const auto program = p.build();
  const UnrolledThread thread = settled(*program);
  CHECK(unsettled(*program) == 5);
  REQUIRE(thread.nodes.size() == 4);
  for (const UnrolledNode& node : thread.nodes) {
    CHECK(node.next == node.taken);
    CHECK(node.instruction != 3);
  }
  CHECK(thread.nodes[3].next == kEndNode);
}

TEST_CASE("settled branches: a loop that counts to a constant ends after as many rounds") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.assign("i", 0);
  t.branch(binary(BinaryOp::Ge, t.get("i"), constant(3)), 5);
  t.store(x, t.get("i")).assign("i", binary(BinaryOp::Add, t.get("i"), constant(1))).jump(1).nop();
  const auto program = p.build();
  CHECK(unroll(program->threads[0], 4, findLoops(program->threads[0], {})).mayReachBound);
  CHECK_FALSE(settled(*program, 4).mayReachBound);
  CHECK(settled(*program, 4).nodes.size() == 15);
  CHECK(settled(*program, 2).mayReachBound);
}

TEST_CASE("settled branches: what is read decides nothing, nor does what differs from way to way") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("r", x).assign("c", 1).branch(t.get("r"), 4).assign("c", 0);
  t.branch(t.get("c"), 6).store(x, 1).store(x, 2);
  const auto program = p.build();
  CHECK(settled(*program).nodes.size() == unsettled(*program));
}

TEST_CASE("settled branches: a value that is the same on both ways is known behind them") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("r", x).assign("c", 1).branch(t.get("r"), 4).assign("c", 1);
  t.branch(t.get("c"), 6).store(x, 1).store(x, 2);
  CHECK(settled(*p.build()).nodes.size() == unsettled(*p.build()) - 1);
}

TEST_CASE("settled branches: predicates are constants or not, too") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.reg("never", 0);
  t.assign("c", 1).assign("c", 2).onlyIf("never").exit().onlyIf("never");
  t.branch(binary(BinaryOp::Eq, t.get("c"), constant(1)), 5).store(x, 1).store(x, 2);
  t.load("r", x).assign("c", 3).onlyIf("r");
  t.branch(binary(BinaryOp::Eq, t.get("c"), constant(1)), 10).store(x, 3).store(x, 4);
  const UnrolledThread thread = settled(*p.build());
  // Only the first store is left out.
  CHECK(thread.nodes.size() == unsettled(*p.build()) - 1);
  for (const UnrolledNode& node : thread.nodes) {
    CHECK(node.instruction != 4);
  }
}

TEST_CASE("settled branches: what cannot be computed decides nothing") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.reg("zero", 0);
  t.branch(binary(BinaryOp::Div, constant(1), t.get("zero")), 2).store(x, 1).store(x, 2);
  CHECK(settled(*p.build()).nodes.size() == unsettled(*p.build()));
}

TEST_CASE("settled branches: what no thread comes to has no events") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  ThreadBuilder& t = p.thread();
  t.reg("id", 1);
  t.branch(t.get("id"), 2).store(y, 1).store(x, 2);
  const EventStructure structure(p.build());
  CHECK(structure.size() == 2);
  CHECK(structure.initialWrite(1) == kNoEvent);
}

}  // namespace hrfcheck::test
