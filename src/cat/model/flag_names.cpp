#include "cat/model/flag_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.h"

namespace hrfcheck::cat {
namespace {

/// Capitals and underscores are slips, too.
std::string plain(std::string name) {
  std::ranges::replace(name, '_', '-');
  return lowered(name);
}

}  // namespace

void warnOfNearFlagNames(Model& model) {
  const std::vector<std::string> known{kRaceFlag, kScopeFlag, kThirdPartyFlag};
  for (const Check& check : model.checks) {
    const bool same = std::ranges::find(known, check.name) != known.end();
    if (check.role != CheckRole::Flag || same) {
      continue;
    }
    if (const auto near = nearestNames(plain(check.name), known); !near.empty()) {
      model.warnings.push_back({Severity::Warning, check.place,
                                fmt::format("reports do not interpret the flag '{}'", check.name),
                                fmt::format("did you mean '{}'?", near.front())});
    }
  }
}

}  // namespace hrfcheck::cat
