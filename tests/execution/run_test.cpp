#include <doctest/doctest.h>

#include "execution/witness/structure_run.h"
#include "support/program_builder.h"

namespace hrfcheck::test {
namespace {

using Pairs = std::vector<std::pair<EventId, EventId>>;

/// Runs a thread whose reads return `values` in turn.
ThreadRun runWith(const EventStructure& structure, ThreadId thread, std::vector<Value> values,
                  bool passes = true) {
  std::size_t next = 0;
  const ThreadRun run = runThread(
      structure, thread, [&](EventId, LocationId) { return values.at(next++); },
      [&](EventId) { return passes; });
  CHECK(next == values.size());
  return run;
}

ExprPtr plus(ExprPtr a, ExprPtr b) {
  return binary(BinaryOp::Add, std::move(a), std::move(b));
}

TEST_CASE("a straight-line run: events, values, locations, registers") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  ThreadBuilder& t = p.thread();
  t.load("r0", x).assign("r1", plus(t.get("r0"), constant(5))).store(y, t.get("r1"));
  const auto structure = p.structure();
  const ThreadRun run = runWith(*structure, 0, {3});
  CHECK(run.end == ThreadEnd::Completed);
  CHECK(run.events == std::vector<EventId>{2, 3});
  CHECK(run.values == std::vector<Value>{3, 8});
  CHECK(run.locations == std::vector<LocationId>{0, 1});
  CHECK(run.registers == std::vector<Value>{3, 8});
  CHECK(run.data == Pairs{{2, 3}});
  CHECK(run.addr.empty());
  CHECK(run.ctrl.empty());
}

TEST_CASE("initial register values, and a register overwritten loses its taint") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.reg("r1", 7);
  t.load("r0", x).assign("r0", 1).store(x, plus(t.get("r0"), t.get("r1")));
  const auto structure = p.structure();
  const ThreadRun run = runWith(*structure, 0, {9});
  CHECK(run.values == std::vector<Value>{9, 8});
  CHECK(run.data.empty());
}

TEST_CASE("address dependencies go to reads and writes") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  ThreadBuilder& t = p.thread();
  t.load("r0", x).load("r1", plus(y, t.get("r0"))).store(plus(y, t.get("r0")), t.get("r1"));
  const auto structure = p.structure();
  const ThreadRun run = runWith(*structure, 0, {0, 4});
  CHECK(run.addr == Pairs{{2, 3}, {2, 4}});
  CHECK(run.data == Pairs{{3, 4}});
}

TEST_CASE("a branch controls everything after it, also after the join and when not taken") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  ThreadBuilder& t = p.thread();
  t.load("r0", x).branch(t.get("r0"), 3).store(y, 1).store(y, 2);
  const auto structure = p.structure();
  const ThreadRun straight = runWith(*structure, 0, {0});
  CHECK(straight.events == std::vector<EventId>{2, 3, 4});
  CHECK(straight.ctrl == Pairs{{2, 3}, {2, 4}});
  const ThreadRun jumped = runWith(*structure, 0, {1});
  CHECK(jumped.events == std::vector<EventId>{2, 4});
  CHECK(jumped.ctrl == Pairs{{2, 4}});
}

TEST_CASE("a predicate controls its own instruction only") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  ThreadBuilder& t = p.thread();
  t.load("p", x).store(y, 1).onlyIf("p").store(y, 2).onlyIf("p", true).store(y, 3);
  const auto structure = p.structure();
  const ThreadRun taken = runWith(*structure, 0, {1});
  CHECK(taken.events == std::vector<EventId>{2, 3, 5});
  CHECK(taken.ctrl == Pairs{{2, 3}});
  const ThreadRun skipped = runWith(*structure, 0, {0});
  CHECK(skipped.events == std::vector<EventId>{2, 4, 5});
  CHECK(skipped.ctrl == Pairs{{2, 4}});
}

TEST_CASE("a predicated assignment taints its target with the predicate, executed or not") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  ThreadBuilder& t = p.thread();
  t.load("p", x).load("r0", y).assign("r0", 1).onlyIf("p").store(y, t.get("r0"));
  const auto structure = p.structure();
  const ThreadRun executed = runWith(*structure, 0, {1, 5});
  CHECK(executed.data == Pairs{{2, 4}});
  CHECK(executed.values.back() == 1);
  const ThreadRun skipped = runWith(*structure, 0, {0, 5});
  CHECK(skipped.data == Pairs{{2, 4}, {3, 4}});
  CHECK(skipped.values.back() == 5);
}

TEST_CASE("a predicated load taints its target with the predicate, executed or not") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  ThreadBuilder& t = p.thread();
  t.load("p", x).load("r0", y).onlyIf("p").store(x, t.get("r0"));
  const auto structure = p.structure();
  CHECK(runWith(*structure, 0, {1, 5}).data == Pairs{{2, 4}, {3, 4}});
  CHECK(runWith(*structure, 0, {0}).data == Pairs{{2, 4}});
}

TEST_CASE("a predicated branch, jump or exit controls what follows") {
  const auto check = [](auto&& addControl) {
    ProgramBuilder p;
    const ExprPtr x = p.location("x");
    ThreadBuilder& t = p.thread();
    t.load("p", x);
    addControl(t);
    t.store(x, 1).store(x, 2);
    const auto structure = p.structure();
    const ThreadRun skipped = runWith(*structure, 0, {0});
    CHECK(skipped.events == std::vector<EventId>{1, 2, 3});
    CHECK(skipped.ctrl == Pairs{{1, 2}, {1, 3}});
    return runWith(*structure, 0, {1});
  };
  const ThreadRun branch = check([](ThreadBuilder& t) { t.branch(1, 3).onlyIf("p"); });
  CHECK(branch.events == std::vector<EventId>{1, 3});
  CHECK(branch.ctrl == Pairs{{1, 3}});
  const ThreadRun jump = check([](ThreadBuilder& t) { t.jump(3).onlyIf("p"); });
  CHECK(jump.events == std::vector<EventId>{1, 3});
  CHECK(jump.ctrl == Pairs{{1, 3}});
  const ThreadRun exit = check([](ThreadBuilder& t) { t.exit().onlyIf("p"); });
  CHECK(exit.events == std::vector<EventId>{1});
  CHECK(exit.end == ThreadEnd::Completed);
}

TEST_CASE("jumps and exits without a predicate") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().jump(2).store(x, 1).store(x, 2).nop().exit().store(x, 3);
  const auto structure = p.structure();
  CHECK(runWith(*structure, 0, {}).values == std::vector<Value>{2});
}

TEST_CASE("read-modify-writes: values, dependencies, failure") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  ThreadBuilder& t = p.thread();
  SUBCASE("fetch-and-add: the old value is data of the new one") {
    t.load("r0", y).rmw(RmwOp::Add, "r1", x, t.get("r0"));
    const ThreadRun run = runWith(*p.structure(), 0, {5, 2});
    CHECK(run.values == std::vector<Value>{5, 2, 7});
    CHECK(run.registers == std::vector<Value>{5, 2});
    CHECK(run.data == Pairs{{2, 4}, {3, 4}});
    CHECK(run.ctrl.empty());
  }
  SUBCASE("exchange: the operand is data, the old value nothing") {
    t.load("r0", y).rmw(RmwOp::Exchange, "r1", x, t.get("r0"));
    const ThreadRun run = runWith(*p.structure(), 0, {5, 2});
    CHECK(run.values == std::vector<Value>{5, 2, 5});
    CHECK(run.data == Pairs{{2, 4}});
    CHECK(run.ctrl.empty());
  }
  SUBCASE("compare-and-swap: operand and expected value are data, the old value is control") {
    t.load("r0", y).cas("r1", x, t.get("r0"), 9);
    const ThreadRun swapped = runWith(*p.structure(), 0, {5, 5});
    CHECK(swapped.values == std::vector<Value>{5, 5, 9});
    CHECK(swapped.data == Pairs{{2, 4}});
    CHECK(swapped.ctrl == Pairs{{3, 4}});
    const ThreadRun failed = runWith(*p.structure(), 0, {5, 4});
    CHECK(failed.events == std::vector<EventId>{2, 3});
    CHECK(failed.registers == std::vector<Value>{5, 4});
    CHECK(failed.data.empty());
  }
  SUBCASE("a predicated one is controlled by its predicate") {
    t.load("p", y).rmw(RmwOp::Exchange, "r1", x, 1).onlyIf("p").store(y, t.get("r1"));
    const ThreadRun run = runWith(*p.structure(), 0, {5, 2});
    CHECK(run.ctrl == Pairs{{2, 3}, {2, 4}});
    CHECK(run.data == Pairs{{2, 5}, {3, 5}});
  }
}

TEST_CASE("each RMW operator stores what its name says") {
  const auto stored = [](RmwOp op, Value old, Value operand) {
    ProgramBuilder p;
    const ExprPtr x = p.location("x");
    p.thread().rmw(op, "r0", x, operand);
    return runWith(*p.structure(), 0, {old}).values.at(1);
  };
  CHECK(stored(RmwOp::Exchange, 6, 3) == 3);
  CHECK(stored(RmwOp::Add, 6, 3) == 9);
  CHECK(stored(RmwOp::Sub, 6, 3) == 3);
  CHECK(stored(RmwOp::Sub, 3, 6) == -3);
  CHECK(stored(RmwOp::Max, 6, 3) == 6);
  CHECK(stored(RmwOp::Min, 6, 3) == 3);
  CHECK(stored(RmwOp::And, 6, 3) == 2);
  CHECK(stored(RmwOp::Or, 6, 3) == 7);
  CHECK(stored(RmwOp::Xor, 6, 3) == 5);
}

TEST_CASE("faults: no event of the instruction, nothing after") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("r0", x);
  SUBCASE("an address of nothing") {
    t.store(plus(x, t.get("r0")), 1);
  }
  SUBCASE("a value divided by zero") {
    t.store(x, binary(BinaryOp::Div, constant(1), binary(BinaryOp::Sub, t.get("r0"), constant(1))));
  }
  SUBCASE("an assignment divided by zero") {
    t.assign("r1", binary(BinaryOp::Rem, constant(1), binary(BinaryOp::Sub, t.get("r0"), constant(1))));
  }
  SUBCASE("an RMW at an address of nothing") {
    t.rmw(RmwOp::Add, "r1", t.get("r0"), 1);
  }
  SUBCASE("a load of an address of nothing") {
    t.load("r1", t.get("r0"));
  }
  SUBCASE("a condition divided by zero") {
    t.branch(binary(BinaryOp::Div, constant(1), binary(BinaryOp::Sub, t.get("r0"), constant(1))), 2);
  }
  t.store(x, 2);
  const ThreadRun run = runWith(*p.structure(), 0, {1});
  CHECK(run.end == ThreadEnd::Fault);
  CHECK(run.lastInstruction == 1);
  CHECK(run.events == std::vector<EventId>{1});
}

TEST_CASE("a skipped instruction does not fault") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("p", x).store(0, 1).onlyIf("p");
  CHECK(runWith(*p.structure(), 0, {0}).end == ThreadEnd::Completed);
  CHECK(runWith(*p.structure(), 0, {1}).end == ThreadEnd::Fault);
}

TEST_CASE("a loop that meets the unroll bound") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("r0", x)
      .assign("n", binary(BinaryOp::Add, t.get("n"), constant(1)))
      .branch(binary(BinaryOp::Eq, t.get("r0"), constant(0)), 0)
      .store(x, 5);
  const auto structure = p.structure(3);
  const ThreadRun late = runWith(*structure, 0, {0, 0, 1});
  CHECK(late.end == ThreadEnd::Completed);
  CHECK(late.events.size() == 4);
  CHECK(late.ctrl.size() == 6);  // each read controls what follows it
  const ThreadRun never = runWith(*structure, 0, {0, 0, 0});
  CHECK(never.end == ThreadEnd::BoundReached);
  CHECK(never.lastInstruction == 2);
  CHECK(never.events.size() == 3);
}

TEST_CASE("a spin loop that would go round a third time goes round for ever") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("r0", x).branch(binary(BinaryOp::Eq, t.get("r0"), constant(0)), 0).store(x, 5);
  const auto structure = p.structure(2);
  CHECK(runWith(*structure, 0, {0, 5}).end == ThreadEnd::Completed);
  CHECK(runWith(*structure, 0, {0, 0}).end == ThreadEnd::Spinning);
  std::size_t runs = 0;
  std::size_t spinning = 0;
  forEachRun(*structure, 0, [&](const ThreadRun& run) {
    ++(run.end == ThreadEnd::Completed ? runs : spinning);
    return true;
  });
  CHECK(runs == 2);
  CHECK(spinning == 1);
}

TEST_CASE("barriers: passing, waiting, and which one it is") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().barrier(kWg, 1).store(x, 1).barrier(kWg, 2).barrier(kWg, 1).barrier(kSys, 1);
  const auto structure = p.structure();
  const ThreadRun run = runWith(*structure, 0, {});
  CHECK(run.events == std::vector<EventId>{1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(run.occurrences == std::vector<std::uint32_t>{0, 0, 0, 0, 0, 1, 1, 0, 0});
  const ThreadRun waits = runWith(*structure, 0, {}, false);
  CHECK(waits.end == ThreadEnd::Blocked);
  CHECK(waits.lastInstruction == 0);
  CHECK(waits.events == std::vector<EventId>{1});
}

TEST_CASE("a thread without instructions completes at once") {
  ProgramBuilder p;
  p.thread();
  const auto structure = p.structure();
  const ThreadRun run = runWith(*structure, 0, {});
  CHECK(run.end == ThreadEnd::Completed);
  CHECK(run.events.empty());
}

TEST_CASE("every run: all values of the domain, barriers open and closed") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("r0", x).branch(t.get("r0"), 3).load("r1", x).barrier();
  p.thread().store(x, 1).store(x, 2);
  const auto structure = p.structure();
  std::vector<std::vector<Value>> seen;
  forEachRun(*structure, 0, [&](const ThreadRun& run) {
    seen.push_back(run.registers);
    seen.back().push_back(run.end == ThreadEnd::Completed);
    return true;
  });
  const std::vector<std::vector<Value>> expected{{0, 0, 1}, {0, 0, 0}, {0, 1, 1}, {0, 1, 0}, {0, 2, 1},
                                                 {0, 2, 0}, {1, 0, 1}, {1, 0, 0}, {2, 0, 1}, {2, 0, 0}};
  CHECK(seen == expected);

  std::size_t visited = 0;
  forEachRun(*structure, 0, [&](const ThreadRun&) { return ++visited < 3; });
  CHECK(visited == 3);
}

}  // namespace
}  // namespace hrfcheck::test
