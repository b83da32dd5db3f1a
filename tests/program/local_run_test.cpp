#include <doctest/doctest.h>

#include "program/agents/code_runner.h"
#include "support/program_builder.h"
#include "util/invariant.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

TEST_CASE("a thread runs from action to action") {
  ProgramBuilder builder;
  const ExprPtr x = builder.location("x");
  ThreadBuilder& thread = builder.thread();
  thread.assign("r1", 5)
      .store(x, thread.get("r1"))
      .load("r0", x)
      .branch(binary(BinaryOp::Eq, thread.get("r0"), constant(5)), 5)
      .nop()
      .rmw(RmwOp::Add, "r2", x, 3);
  const auto program = builder.build();
  const CodeRunner runner(*program, 0, CodeRunner::Fences::Pass);

  LocalState state = runner.start();
  Action action = runner.next(state);
  CHECK(action.kind == Action::Kind::Store);
  CHECK(action.instruction == 1);
  CHECK(action.location == 0);
  CHECK(action.operand == 5);
  CHECK(writtenBy(runner.instruction(action), action, 0) == 5);
  runner.complete(state, action);

  action = runner.next(state);
  CHECK(action.kind == Action::Kind::Load);
  CHECK_FALSE(writtenBy(runner.instruction(action), action, 7));
  CHECK_THROWS_AS(runner.complete(state, action), InternalError);
  runner.complete(state, action, 5);

  action = runner.next(state);
  CHECK(action.kind == Action::Kind::Rmw);
  CHECK(action.instruction == 5);
  CHECK(writtenBy(runner.instruction(action), action, 4) == 7);
  runner.complete(state, action, 4);
  CHECK(runner.next(state).kind == Action::Kind::End);
  CHECK(state.registers == std::vector<Value>{5, 5, 4});
}

TEST_CASE("a compare-and-swap writes where it succeeds") {
  ProgramBuilder builder;
  const ExprPtr x = builder.location("x");
  builder.thread().cas("r0", x, 1, 9);
  const auto program = builder.build();
  const CodeRunner runner(*program, 0, CodeRunner::Fences::Pass);
  LocalState state = runner.start();
  const Action action = runner.next(state);
  CHECK(action.expected == 1);
  CHECK(writtenBy(runner.instruction(action), action, 1) == 9);
  CHECK_FALSE(writtenBy(runner.instruction(action), action, 0));
}

TEST_CASE("fences are actions for those who ask, predicates are looked at") {
  ProgramBuilder builder;
  const ExprPtr x = builder.location("x");
  builder.thread().fence(atomic(Order::SeqCst)).store(x, 1).onlyIf("p").barrier().exit().nop();
  const auto program = builder.build();
  const CodeRunner stops(*program, 0, CodeRunner::Fences::Stop);
  const CodeRunner passes(*program, 0, CodeRunner::Fences::Pass);
  LocalState state = stops.start();
  CHECK(stops.next(state).kind == Action::Kind::Fence);
  const Action action = passes.next(state);
  CHECK(action.kind == Action::Kind::Barrier);
  CHECK(action.instruction == 2);
  passes.complete(state, action);
  CHECK(passes.next(state).kind == Action::Kind::End);
}

TEST_CASE("mistakes of a test and runs without end are told") {
  ProgramBuilder builder;
  const ExprPtr x = builder.location("x");
  builder.thread().load("r0", binary(BinaryOp::Add, x, constant(3)));
  builder.thread().assign("r0", binary(BinaryOp::Div, constant(1), constant(0)));
  builder.thread().nop().jump(0);
  const auto program = builder.build();
  for (const ThreadId faulty : {0U, 1U}) {
    const CodeRunner runner(*program, faulty, CodeRunner::Fences::Pass);
    LocalState state = runner.start();
    const Action action = runner.next(state);
    CHECK(action.kind == Action::Kind::Fault);
    CHECK(action.instruction == 0);
  }
  const CodeRunner runner(*program, 2, CodeRunner::Fences::Pass);
  LocalState state = runner.start();
  CHECK(runner.next(state).kind == Action::Kind::Diverges);
}
