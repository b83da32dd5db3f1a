#include <doctest/doctest.h>

#include "machine_sample.h"
#include "report/machine/bad_step.h"
#include "report/machine/simulation_text.h"

using namespace hrfcheck;
using hrfcheck::test::sampleReport;

namespace {

std::string withoutTraces(SimulationReport report) {
  for (MachineRun& run : report.runs) {
    run.trace.reset();
  }
  return simulationText(report, {});
}

}  // namespace

TEST_CASE("machine report: final states, model and machine side by side, and the trace") {
  SimulationReport report = sampleReport();
  const BadStep bad =
      *findBadStep(*report.program, report.runs[0].judgement->promise, {1, 0}, report.runs[0].trace->trace);
  CHECK(bad.step == 3);
  report.runs[0].trace->badStep = bad.step;
  report.runs[0].trace->badText = bad.text;
  CHECK(simulationText(report, {}) == R"(mp.litmus  ·  h2, evict

  final state                model rsp-incl  rsp-lit without line-lock
  1:r0=0 1:r1=0              allowed         reached
  1:r0=0 1:r1=1              allowed         -
  1:r0=1 1:r1=0              not allowed     NOT ALLOWED
  1:r0=1 1:r1=1              allowed         reached
  exists (1:r0=1 /\ 1:r1=0)  Never           Sometimes

  rsp-lit without line-lock: BUG: reaches 1 final state that the model rsp-incl does not allow; 12 states

  the shortest trace to 1:r0=1 1:r1=0 on rsp-lit without line-lock, 5 steps
       L1 wg0  empty
       L1 wg1  x=0
       L2      x=0 L=0
    1. P0:0  ST     P0 stores x=1 in L1 wg0
                    L1 wg0  x=1* | FIFO: x, marker of P0 | stalled by P1
    2. P0:1  ST     P0 stores L=1 in L2
                    L2      x=0 L=1 | L locked by P0
    3. P1:0  LD     P1 reads L=1 in L2
    4. P1:1  LD     P1 reads x=0 in L1 wg1
                    not allowed: 1:r1=0; rsp-incl has 1 given the rest of this final state
    5.       DRAIN  L1 wg0 drains x=1 to L2
                    L1 wg0  empty
)");
}

TEST_CASE("machine report: nothing is promised to a racy test") {
  SimulationReport report = sampleReport();
  Judgement& judgement = *report.runs[0].judgement;
  judgement = {};
  judgement.answer = Judgement::Answer::NothingPromised;
  judgement.promise.kind = PromiseKind::Nothing;
  judgement.promise.reason = PromiseReason::Racy;
  judgement.promise.model = "rsp-incl";
  judgement.promise.racing = {{{0, 0}, {1, 1}}, {{0, 1}, {1, 0}}};
  const std::string text = withoutTraces(report);
  CHECK(text.find("no promise: the test is racy under rsp-incl (P0:0 and P1:1 and 1 pair more)") !=
        std::string::npos);
  CHECK(text.find("NOT ALLOWED") == std::string::npos);
  CHECK(text.find("  1:r0=1 1:r1=0              reached\n") != std::string::npos);
}

TEST_CASE("machine report: a search that was cut says so, and what it has not seen is not absent") {
  SimulationReport report = sampleReport();
  MachineRun& run = report.runs[0];
  run.simulation.outcomes = {{{0, 0}, 0}};
  run.simulation.incomplete = "state limit";
  run.judgement->answer = Judgement::Answer::Undecided;
  run.judgement->open = Judgement::Open::Outcomes;
  run.judgement->reason = "state limit";
  run.judgement->outside.clear();
  const std::string text = withoutTraces(report);
  CHECK(text.find("  1:r0=1 1:r1=1              allowed         ?\n") != std::string::npos);
  CHECK(text.find("exists (1:r0=1 /\\ 1:r1=0)  Never           undecided\n") != std::string::npos);
  CHECK(text.find("undecided (state limit)") != std::string::npos);
}

TEST_CASE("machine report: a deadlock is a row of its own") {
  SimulationReport report = sampleReport();
  MachineRun fine = report.runs[0];
  fine.options.machine = "rsp-fix";
  fine.options.without.clear();
  fine.judgement->answer = Judgement::Answer::Kept;
  fine.judgement->outside.clear();
  fine.simulation.outcomes = {{{0, 0}, 0}, {{1, 1}, 1}};
  report.runs[0].simulation.deadlock = 3;
  report.runs[0].judgement->stuck = true;
  report.runs.push_back(fine);
  const std::string text = withoutTraces(report);
  CHECK(text.find("  deadlock                   not allowed     DEADLOCK                   -\n") !=
        std::string::npos);
  CHECK(text.find("and deadlocks; 12 states") != std::string::npos);
  CHECK(text.find("rsp-fix: reaches only what the model rsp-incl allows, but not 1 of 3 final states") !=
        std::string::npos);
}

TEST_CASE("the bad step: no single variable is to blame where all neighbours of the state are bad, too") {
  const SimulationReport report = sampleReport();
  Promise promise;
  promise.outcomes = {{0, 1}};
  CHECK_FALSE(findBadStep(*report.program, promise, {1, 0}, report.runs[0].trace->trace));
}
