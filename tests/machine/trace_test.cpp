#include <doctest/doctest.h>

#include "machine_support.h"
#include "programs.h"
#include "util/invariant.h"

namespace trace_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

MachineTrace worst(const std::string& text, const Setting& setting) {
  const auto program = programOf(text);
  Simulator simulator(program, setting.options());
  const Simulation simulation = simulator.explore();
  Reached reached{program, simulation, {}};
  for (const ReachedOutcome& outcome : simulation.outcomes) {
    if (reached.satisfies(outcome.values)) {
      return simulator.traceOf(outcome.end);
    }
  }
  return {};
}

std::vector<std::string> texts(const MachineTrace& trace) {
  std::vector<std::string> all;
  for (const MicroStep& step : trace.steps) {
    all.push_back(nameOf(step.rule) + (": " + step.text));
  }
  return all;
}

const NodeView& viewOf(const std::vector<NodeView>& views, const std::string& name) {
  for (const NodeView& view : views) {
    if (view.name == name) {
      return view;
    }
  }
  throw InternalError("no node " + name);
}

}  // namespace

TEST_CASE("A trace tells the steps in order") {
  CHECK(texts(worst(kB3, {"rsp-lit", Environment::Fifo})) ==
        std::vector<std::string>{"ST: P0 stores L=1 in L1 wg0", "LD: P1 reads L=1 in L1 wg0",
                                 "GATE: P1 issues 'ld.rm_acq.cmp r1, L'",
                                 "FLUSH: P1 sends flush messages for 'ld.rm_acq.cmp r1, L'",
                                 "WAIT: P1 has received all its flush markers", "INV: P1 invalidates L1 wg0",
                                 "LD: P1 reads L=0 in L2"});
}

TEST_CASE("Each state shows lines, FIFOs, stalls and locks after its step") {
  const MachineTrace trace = worst(kTwoAdds, {"rsp-lit", Environment::Fifo});
  REQUIRE(trace.states.size() == trace.steps.size());
  CHECK(viewOf(trace.initial, "L2").lines.size() == 1);
  CHECK(viewOf(trace.initial, "L1 wg0").lines.empty());
  bool marker = false, stalled = false, dirty = false;
  for (const std::vector<NodeView>& views : trace.states) {
    const NodeView& l1 = viewOf(views, "L1 wg0");
    marker = marker || (!l1.fifo.empty() && l1.fifo.front() == "marker of P1");
    stalled = stalled || l1.stalledBy == std::vector<ThreadId>{1};
    dirty = dirty || (l1.lines.size() == 1 && l1.lines[0].dirty && l1.lines[0].value == 1);
    CHECK(viewOf(views, "L2").fifo.empty());
  }
  CHECK(marker);
  CHECK(stalled);
  CHECK(dirty);
  CHECK(viewOf(trace.states.back(), "L2").lines[0].value == 1);
}

TEST_CASE("A lock is in the views while it is held") {
  const MachineTrace trace = worst(kB5, {"rsp-lit", Environment::Fifo});
  std::size_t locked = 0;
  for (const std::vector<NodeView>& views : trace.states) {
    locked += viewOf(views, "L2").locks == std::vector<std::pair<LocationId, ThreadId>>{{0, 1}};
  }
  CHECK(locked >= 4);  // from LOCK over ST, SENDINV and INVMSG to the acknowledgement
}

TEST_CASE("Steps say whose they are and where") {
  for (const MicroStep& step : worst(kB1, {"qr", Environment::Full}).steps) {
    CAPTURE(step.text);
    const bool drains =
        step.rule == StepRule::Drain || step.rule == StepRule::Early || step.rule == StepRule::Prefetch;
    CHECK(step.environment == drains);
    CHECK((step.thread == kNoThread) == drains);
    CHECK(step.target.has_value() ==
          (drains || step.rule == StepRule::Marker ||
           (step.rule == StepRule::Load && step.text.find(" from ") != std::string::npos)));
    CHECK(step.instruction.has_value() ==
          (!drains && step.rule != StepRule::Marker && step.rule != StepRule::FlushMessage));
  }
}

TEST_CASE("A trace shows lines that the search leaves out") {
  // Nobody reads y again after P0, so states do not tell its copies apart; the picture has them.
  const std::string text = R"(HSA Leftover
{ y=5; }
 P0@wg 0  ;
 ld r0, y ;
exists (0:r0=5)
)";
  const MachineTrace trace = worst(text, {"qr", Environment::Fifo});
  REQUIRE(trace.states.size() == 1);
  CHECK(viewOf(trace.states[0], "L1 wg0").lines.size() == 1);
}

TEST_CASE("A deadlock has a trace, too") {
  const auto program = programOf(kB9Lock);
  Simulator simulator(program,
                      Setting{"rsp-lit", Environment::Fifo, Hierarchy::H2, {}, {"flush-dirty"}}.options());
  const Simulation simulation = simulator.explore();
  REQUIRE(simulation.deadlock);
  const MachineTrace trace = simulator.traceOf(*simulation.deadlock);
  CHECK(trace.steps.back().rule == StepRule::SendInvalidations);
}

}  // namespace trace_test
