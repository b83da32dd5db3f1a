#include <doctest/doctest.h>

#include "execution/witness/structure_stepper.h"
#include "support/program_builder.h"

namespace hrfcheck::test {
namespace {

/// What a thread told, in order.
class Told : public RunSink {
 public:
  void happens(EventId event, Value value, LocationId, std::uint32_t occurrence) override {
    events.push_back(event);
    values.push_back(value);
    occurrences.push_back(occurrence);
  }
  void depends(Dependency kind, EventId read, EventId on) override {
    (kind == Dependency::Addr ? addr : kind == Dependency::Data ? data : ctrl).emplace_back(read, on);
  }

  std::vector<EventId> events;
  std::vector<Value> values;
  std::vector<std::uint32_t> occurrences;
  std::vector<std::pair<EventId, EventId>> addr, data, ctrl;
};

using Events = std::vector<EventId>;
using Pairs = std::vector<std::pair<EventId, EventId>>;

ExprPtr dividedBy(const ExprPtr& divisor) {
  return binary(BinaryOp::Div, constant(1), divisor);
}

TEST_CASE("a thread stops at each read, and tells it once it has its value") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  ThreadBuilder& t = p.thread();
  t.store(y, 7).load("r0", x).store(x, t.get("r0")).rmw(RmwOp::Add, "r1", y, 2);
  const auto structure = p.structure();
  const EventStructureStepper machine(*structure, 0);
  ThreadState state = machine.start();
  Told told;

  Pause pause = machine.run(state, told);
  CHECK(pause.kind == Pause::Kind::Read);
  CHECK(pause.event == 3);
  CHECK(pause.location == 0);
  CHECK(told.events == Events{2});

  pause = machine.giveValue(state, 4, told);
  CHECK(pause.kind == Pause::Kind::Read);
  CHECK(pause.event == 5);
  CHECK(pause.location == 1);
  CHECK(told.events == Events{2, 3, 4});
  CHECK_FALSE(state.ended);

  pause = machine.giveValue(state, 7, told);
  CHECK(pause.kind == Pause::Kind::End);
  CHECK(state.ended);
  CHECK(state.end == ThreadEnd::Completed);
  CHECK(state.registers == std::vector<Value>{4, 7});
  CHECK(told.events == Events{2, 3, 4, 5, 6});
  CHECK(told.values == std::vector<Value>{7, 4, 4, 7, 9});
  CHECK(told.data == Pairs{{3, 4}, {5, 6}});
}

TEST_CASE("copies of a state go on independently") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  ThreadBuilder& t = p.thread();
  t.load("r0", x).branch(t.get("r0"), 3).store(y, 1).load("r1", y).store(y, t.get("r0"));
  const auto structure = p.structure();
  const EventStructureStepper machine(*structure, 0);
  ThreadState state = machine.start();
  Told before;
  machine.run(state, before);
  const ThreadState kept = state;

  Told straight;
  Pause pause = machine.giveValue(state, 0, straight);
  CHECK(pause.event == 4);
  machine.giveValue(state, 9, straight);
  CHECK(state.registers == std::vector<Value>{0, 9});
  CHECK(straight.events == Events{2, 3, 4, 5});

  ThreadState other = kept;
  Told jumped;
  pause = machine.giveValue(other, 5, jumped);
  CHECK(pause.event == 4);
  machine.giveValue(other, 8, jumped);
  CHECK(other.registers == std::vector<Value>{5, 8});
  CHECK(jumped.events == Events{2, 4, 5});
  CHECK(jumped.ctrl == Pairs{{2, 4}, {2, 5}});
  CHECK(state.registers == std::vector<Value>{0, 9});

  ThreadState again = kept;
  Told repeated;
  machine.giveValue(again, 0, repeated);
  machine.giveValue(again, 9, repeated);
  CHECK(again == state);
  CHECK(repeated.events == straight.events);
}

TEST_CASE("copying into a state used before allocates nothing") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().barrier().load("r0", x).barrier(kWg, 1);
  const auto structure = p.structure();
  const EventStructureStepper machine(*structure, 0);
  ThreadState used = machine.start();
  const void* const buffers[] = {used.registers.data(), used.taints.data(), used.passed.data()};
  ThreadState state = machine.start();
  Told told;
  machine.run(state, told);
  machine.passBarrier(state, told);
  machine.giveValue(state, 3, told);
  machine.passBarrier(state, told);
  used = state;
  CHECK(used.registers.data() == buffers[0]);
  CHECK(used.taints.data() == buffers[1]);
  CHECK(used.passed.data() == buffers[2]);
  CHECK(used == state);
}

TEST_CASE("a barrier: its arrival is told before the stop, its departure when it opens") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().barrier(kWg, 1).barrier(kWg, 1).store(x, 1);
  const auto structure = p.structure();
  const EventStructureStepper machine(*structure, 0);
  ThreadState state = machine.start();
  Told told;
  Pause pause = machine.run(state, told);
  CHECK(pause.kind == Pause::Kind::Barrier);
  CHECK(pause.event == 1);
  CHECK(told.events == Events{1});

  pause = machine.passBarrier(state, told);
  CHECK(pause.kind == Pause::Kind::Barrier);
  CHECK(pause.event == 3);
  CHECK(told.events == Events{1, 2, 3});
  ThreadState waits = state;
  machine.block(waits);
  CHECK(waits.ended);
  CHECK(waits.end == ThreadEnd::Blocked);
  CHECK(waits.lastInstruction == 1);

  pause = machine.passBarrier(state, told);
  CHECK(pause.kind == Pause::Kind::End);
  CHECK(state.end == ThreadEnd::Completed);
  CHECK(told.events == Events{1, 2, 3, 4, 5});
  CHECK(told.occurrences == std::vector<std::uint32_t>{0, 0, 1, 1, 0});
}

TEST_CASE("an instruction that faults stops for no value") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  const ExprPtr zero = t.get("zero");
  SUBCASE("operand") {
    t.rmw(RmwOp::Add, "r0", x, dividedBy(zero));
  }
  SUBCASE("expected value") {
    t.cas("r0", x, dividedBy(zero), 1);
  }
  SUBCASE("desired value") {
    t.cas("r0", x, 0, dividedBy(zero));
  }
  SUBCASE("address of a load") {
    t.load("r0", 0);
  }
  const auto structure = p.structure();
  const EventStructureStepper machine(*structure, 0);
  ThreadState state = machine.start();
  Told told;
  CHECK(machine.run(state, told).kind == Pause::Kind::End);
  CHECK(state.ended);
  CHECK(state.end == ThreadEnd::Fault);
  CHECK(told.events.empty());
}

TEST_CASE("a predicate that is its own target keeps its dependency") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("p", x).load("p", x).onlyIf("p").store(x, t.get("p"));
  const auto structure = p.structure();
  const EventStructureStepper machine(*structure, 0);
  ThreadState state = machine.start();
  Told told;
  machine.run(state, told);
  machine.giveValue(state, 1, told);
  machine.giveValue(state, 2, told);
  CHECK(told.events == Events{1, 2, 3});
  CHECK(told.ctrl == Pairs{{1, 2}});
  CHECK(told.data == Pairs{{1, 3}, {2, 3}});
}

TEST_CASE("dependencies in a thread of many events, behind other threads") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  for (int i = 0; i < 70; ++i) {
    p.thread().store(x, 1);
  }
  ThreadBuilder& t = p.thread();
  t.load("first", x);
  for (int i = 0; i < 130; ++i) {
    t.store(x, 1);
  }
  t.load("last", x).store(y, binary(BinaryOp::Add, t.get("first"), t.get("last")));
  const auto structure = p.structure();
  const EventStructureStepper machine(*structure, 70);
  ThreadState state = machine.start();
  Told told;
  CHECK(machine.run(state, told).event == 72);
  CHECK(machine.giveValue(state, 1, told).event == 203);
  CHECK(machine.giveValue(state, 1, told).kind == Pause::Kind::End);
  CHECK(told.data == Pairs{{72, 204}, {203, 204}});
}

TEST_CASE("bounded and spinning ends, and a thread without code") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& spin = p.thread();
  spin.load("r0", x).branch(unary(UnaryOp::LogicalNot, spin.get("r0")), 0);
  ThreadBuilder& loop = p.thread();
  loop.store(x, 1).nop().jump(0);
  p.thread();
  const auto structure = p.structure(1);
  Told told;

  const EventStructureStepper spinner(*structure, 0);
  ThreadState state = spinner.start();
  spinner.run(state, told);
  while (!state.ended) {
    spinner.giveValue(state, 0, told);
  }
  CHECK(state.end == ThreadEnd::Spinning);

  const EventStructureStepper looper(*structure, 1);
  state = looper.start();
  CHECK(looper.run(state, told).kind == Pause::Kind::End);
  CHECK(state.end == ThreadEnd::BoundReached);
  CHECK(state.lastInstruction == 2);

  const EventStructureStepper idle(*structure, 2);
  state = idle.start();
  CHECK(idle.run(state, told).kind == Pause::Kind::End);
  CHECK(state.end == ThreadEnd::Completed);
}

}  // namespace
}  // namespace hrfcheck::test
