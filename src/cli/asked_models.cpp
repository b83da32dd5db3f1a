#include "cli/asked_models.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cat/model/model.h"
#include "cli/output/output.h"

namespace hrfcheck::inline cli {
ExitStatus tellModelsWithoutTests(const ModelChoice& models, const Tally& tally) {
  ExitStatus status = ExitStatus::Done;
  for (const std::string& name : models.names()) {
    const auto counts = tally.byModel.find(name);
    if (counts == tally.byModel.end()) {
      continue;  // no test could be read
    }
    const auto left = counts->second.statuses.find(RowStatus::NotApplicable);
    if (left != counts->second.statuses.end() && left->second == counts->second.rows) {
      complain({{Severity::Error,
                 {},
                 fmt::format("{} is not applicable to any of the tests", name),
                 kAnyDialectHint}});
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
