#include "batch/worker/answer_observed.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/prepare/preparation.h"
#include "observe/observer.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline batch {
namespace {

/// "1:r0=1 1:r1=0".
std::string stateText(const Program& program, const SeenState& state) {
  std::string text;
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    text +=
        fmt::format("{}{}={}", text.empty() ? "" : " ", program.nameOf(program.observed[i]), state.values[i]);
  }
  return text;
}

/// "hrf-direct forbids 1:r0=1 1:r1=0, seen in 3 instances".
std::string findingText(const ObserveReport& report, const ModelVerdict& verdict) {
  std::string states;
  std::uint64_t count = 0;
  for (const std::size_t index : verdict.judgement.outside) {
    const SeenState& state = report.results.states[index];
    states += fmt::format("{}{}", states.empty() ? "" : "; ", stateText(*report.program, state));
    count += state.count;
  }
  return fmt::format("{} forbids {}, seen in {} {}", verdict.model, states, count,
                     count == 1 ? "instance" : "instances");
}

/// Why the results are not all that there could be; empty where they are.
std::string whyPartial(const DeviceResults& results) {
  return !results.incomplete.empty() ? results.incomplete
         : results.lost > 0          ? fmt::format("{} final states were lost", results.lost)
                                     : "";
}

ExpectationResult judged(const ObserveReport& report, const ModelVerdict& verdict) {
  const DeviceResults& results = report.results;
  const std::string date = dateOf(results);
  ExpectationResult result{results.device + (date.empty() ? "" : ", " + date),
                           "observed",
                           "",
                           ExpectationOutcome::Met,
                           "",
                           "allowed by " + verdict.model};
  const std::string partial = whyPartial(results);
  if (verdict.found()) {
    result.outcome = ExpectationOutcome::Failed;
    result.message = findingText(report, verdict);
  } else if (verdict.judgement.open == Judgement::Open::Promise) {
    result.outcome = ExpectationOutcome::Undecided;
    result.message = fmt::format("what {} allows is not known: {}", verdict.model, verdict.judgement.reason);
  } else if (!partial.empty()) {
    result.outcome = ExpectationOutcome::Undecided;
    result.message = partial;
  }
  return result;
}

/// A model may be for the test as it was written, and for no form of it that a device runs.
ExpectationResult judgedOrNot(Observer& observer, const std::string& model, const Program& test,
                              ObserveReport& report) {
  try {
    report.verdicts.push_back(observer.ask(model, test, report));
    return judged(report, report.verdicts.back());
  } catch (const UserError& error) {
    return {report.results.device, "observed", "", ExpectationOutcome::Unsupported,
            error.diagnostics().front().message};
  }
}

}  // namespace

std::string deviceOf(const DeviceResults& results) {
  return results.device.empty() ? "an unknown device" : results.device;
}

std::string columnOf(const DeviceResults& results, const std::vector<std::string>& taken) {
  const std::string first = "on " + deviceOf(results);
  std::string name = first;
  for (unsigned number = 2; std::ranges::find(taken, name) != taken.end(); ++number) {
    name = fmt::format("{} ({})", first, number);
  }
  return name;
}

void answerObserved(ResultRow& row, const Program& test, const DeviceResults& results,
                    const std::vector<ChosenModel>& asked, ModelChoice& models, Engine& engine,
                    const WorkerOptions& options) {
  const Deadline deadline = Deadline::after(options.timeout);
  Observer observer(models, [&](const Model& model, const std::shared_ptr<const Program>& program) {
    AnalysisOptions analysis;
    analysis.symmetry = options.symmetry;
    analysis.enumerateInSearch = options.enumerateInSearch;
    analysis.deadline = deadline;
    Preparation preparation(program, options.unroll, options.rules);
    return promiseOfOutcomes(engine, preparation, model, nullptr, analysis);
  });
  ObserveReport report = observer.reportOf(test, results);
  for (const ChosenModel& choice : asked) {
    if (choice.model) {
      row.expectations.push_back(judgedOrNot(observer, choice.name, test, report));
    }
  }
  row.reason = whyPartial(report.results);
  row.status = row.reason.empty() ? RowStatus::Answered : RowStatus::Undecided;
  row.races = RaceStatus::NotDefined;
  row.log = observedEntry(report);
  if (options.details) {
    row.report = observeText(report);
  }
}

}  // namespace hrfcheck::inline batch
