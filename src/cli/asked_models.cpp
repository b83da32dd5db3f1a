#include "cli/asked_models.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cat/model/model.h"
#include "cli/output.h"

namespace hrfcheck::inline cli {
namespace {

constexpr const char* kHint = "--any-dialect applies it nevertheless";

}  // namespace

Diagnostic notApplicable(const ChosenModel& choice, const Program& program) {
  const std::string test = program.source ? program.source->name() : program.name;
  return {Severity::Error,
          {},
          fmt::format("{} is not applicable to {}: {}", choice.name, test, choice.notApplicable),
          kHint};
}

const ChosenModel& applicable(const ChosenModel& choice, const Program& program) {
  if (!choice.model) {
    throw UserError(std::vector{notApplicable(choice, program)});
  }
  return choice;
}

ExitStatus tellModelsWithoutTests(const ModelChoice& models, const Tally& tally) {
  ExitStatus status = ExitStatus::Done;
  for (const std::string& name : models.names()) {
    const auto counts = tally.byModel.find(name);
    if (counts == tally.byModel.end()) {
      continue;  // no test could be read
    }
    const auto left = counts->second.statuses.find(RowStatus::NotApplicable);
    if (left != counts->second.statuses.end() && left->second == counts->second.rows) {
      complain({{Severity::Error, {}, fmt::format("{} is not applicable to any of the tests", name), kHint}});
      status = ExitStatus::BadInput;
    }
  }
  return status;
}

void refuseModelsWithoutRaces(ModelChoice& models) {
  if (const std::vector<std::string> without = models.withoutRaces(); !without.empty()) {
    throw UserError(fmt::format("--fail-on racy: {} cannot report races: there is no flag '{}'",
                                fmt::join(without, ", "), kRaceFlag),
                    "omit --fail-on racy, or add this flag to the model");
  }
}

}  // namespace hrfcheck::inline cli
