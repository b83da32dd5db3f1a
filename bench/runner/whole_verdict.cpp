#include "bench/runner/whole_verdict.h"

#include <algorithm>

#include "bench/runner/measure.h"
#include "check/check.h"
#include "check/check_options.h"
#include "check/prepare/preparation.h"
#include "frontend/litmus.h"

namespace hrfcheck::bench {

Sample wholeVerdict(const Setting& setting, const Model& model, const std::string& text) {
  Sample sample;
  const Deadline deadline = Deadline::after(setting.seconds);
  CheckOptions options = checkOptions({}, CheckQuestion::Everything, Explaining::No);
  options.analysis.deadline = deadline;
  const std::unique_ptr<Engine> engine = makeEngine(EngineKind::Auto);
  const double start = cpuSeconds();
  const auto program = parseLitmus(std::make_shared<const Source>("kernel.cl", text));
  const Verdict verdict = checkProgram(*engine, prepared(program, 4, model, deadline), options);
  sample.value = cpuSeconds() - start;
  const bool cut = std::ranges::any_of(verdict.analysis.incidents, [](const Incident& incident) {
    return incident.kind == IncidentKind::BoundReached;
  });
  sample.counts["events"] = verdict.events;
  sample.counts["outcomes"] = verdict.analysis.outcomes.size();
  sample.problem = verdict.analysis.undecided          ? *verdict.analysis.undecided
                   : cut                               ? "bound reached"
                   : verdict.racy                      ? "racy"
                   : verdict.holding != Holding::Holds ? "does not hold"
                                                       : "";
  return sample;
}

}  // namespace hrfcheck::bench
