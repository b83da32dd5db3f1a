#pragma once

#include <memory>

#include "frontend/litmus.h"
#include "report/machine/simulation_report.h"

namespace hrfcheck::test {

/// A report made by hand: message passing on a machine of two caches, gone wrong.
inline SimulationReport sampleReport() {
  const char* text =
      "HSA MP\n{ x=0; L=0; }\n"
      " P0@wg 0 | P1@wg 1 ;\n"
      " st x, 1 | ld.acq.cmp r0, L ;\n"
      " st.rel.cmp L, 1 | ld r1, x ;\n"
      "exists (1:r0=1 /\\ 1:r1=0)\n";
  SimulationReport report;
  report.program = parseLitmus(std::make_shared<const Source>("mp.litmus", text));
  MachineRun run;
  run.options.machine = "rsp-lit";
  run.options.without = {"line-lock"};
  run.simulation.outcomes = {{{0, 0}, 0}, {{1, 0}, 1}, {{1, 1}, 2}};
  run.simulation.states = 12;
  run.simulation.transitions = 20;
  Judgement judgement;
  judgement.answer = Judgement::Answer::Broken;
  judgement.promise.kind = PromiseKind::Outcomes;
  judgement.promise.model = judgement.promise.outcomesOf = "rsp-incl";
  judgement.promise.outcomes = {{0, 0}, {0, 1}, {1, 1}};
  judgement.outside = {1};
  judgement.notSeen = {{0, 1}};
  judgement.sawAll = true;
  run.judgement = judgement;
  ToldTrace told;
  told.end = "1:r0=1 1:r1=0";
  const NodeView empty{"L1 wg0", {}, {}, {}, {}};
  const NodeView other{"L1 wg1", {{0, 0, false}}, {}, {}, {}};
  const NodeView memory{"L2", {{0, 0, false}, {1, 0, false}}, {}, {}, {}};
  const NodeView dirty{"L1 wg0", {{0, 1, true}}, {"x", "marker of P0"}, {1}, {}};
  const NodeView locked{"L2", {{0, 0, false}, {1, 1, false}}, {}, {}, {{1, 0}}};
  told.trace.initial = {empty, other, memory};
  told.trace.steps = {{StepRule::Store, 0, 0, false, "P0 stores x=1 in L1 wg0", 0, std::nullopt},
                      {StepRule::Store, 0, 1, false, "P0 stores L=1 in L2", 2, std::nullopt},
                      {StepRule::Load, 1, 0, false, "P1 reads L=1 in L2", 2, std::nullopt},
                      {StepRule::Load, 1, 1, false, "P1 reads x=0 in L1 wg1", 1, std::nullopt},
                      {StepRule::Drain, kNoThread, std::nullopt, true, "L1 wg0 drains x=1 to L2", 0, 2}};
  told.trace.states = {{dirty, other, memory},
                       {dirty, other, locked},
                       {dirty, other, locked},
                       {dirty, other, locked},
                       {empty, other, locked}};
  run.trace = told;
  report.runs = {run};
  return report;
}

}  // namespace hrfcheck::test
