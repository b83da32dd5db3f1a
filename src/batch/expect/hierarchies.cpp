#include "batch/expect/hierarchies.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "program/ir/scheduler.h"
#include "util/text.h"

namespace hrfcheck::inline batch {
namespace {

/// A scope, and the level of what is directly inside it.
struct ScopeRow {
  std::string_view scope;
  std::string_view children;
};
constexpr auto kScopes = std::to_array<ScopeRow>({{"dv", "qf"}, {"qf", "wg"}, {"wg", "sg"}, {"sg", "inv"}});
constexpr std::string_view kEverywhere = "uniform";

/// The longest promise that a text begins with.
std::optional<Scheduler> promiseAt(std::string_view text, std::size_t& length) {
  std::optional<Scheduler> found;
  length = 0;
  for (const Scheduler scheduler : allSchedulers()) {
    for (const std::string_view name : {std::string_view(nameOf(scheduler)), std::string_view("fair")}) {
      const bool fits = text.starts_with(name) && schedulerNamed(name) == scheduler;
      if (fits && name.size() > length) {
        found = scheduler;
        length = name.size();
      }
    }
  }
  return found;
}

std::string lowerCase(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

}  // namespace

std::optional<std::string> hierarchyNamed(std::string_view name) {
  const std::string lower = lowerCase(name);
  std::string_view rest = lower;
  std::size_t length = 0;
  if (const auto everywhere = promiseAt(rest, length); everywhere && rest.substr(length) == kEverywhere) {
    return nameOf(*everywhere);
  }
  std::string levels;
  while (!rest.empty()) {
    const auto scope =
        std::ranges::find_if(kScopes, [&](const ScopeRow& row) { return rest.starts_with(row.scope); });
    const auto promise =
        scope == kScopes.end() ? std::nullopt : promiseAt(rest.substr(scope->scope.size()), length);
    if (!promise) {
      return std::nullopt;
    }
    levels += levels.empty() ? "" : ",";
    levels += std::string(scope->children) + "=" + nameOf(*promise);
    rest.remove_prefix(scope->scope.size() + length);
  }
  return levels.empty() ? std::nullopt : std::optional(levels);
}

}  // namespace hrfcheck::inline batch
