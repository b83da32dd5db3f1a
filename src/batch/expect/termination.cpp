#include "batch/expect/termination.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "check/promise/termination.h"
#include "program/ir/scheduler.h"
#include "util/diagnostic.h"
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

/// A scheduler as Dartagnan's tests name it, in our words: `fairUniform` promises the same at every scope;
/// `qfObe` says what a queue family promises to its work-groups, `WgHsa` a work-group to its sub-groups,
/// `SgUnfair` a sub-group to its threads, and several may follow one another. Levels are named as in Vulkan's
/// scope tree, by the instances that the promise is made to.
/// @return nothing for other names
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

ProgressAnswer answerFor(bool terminates) {
  return terminates ? ProgressAnswer::Terminates : ProgressAnswer::MayHang;
}

/// @param conditional what is conditional is not what is expected
ExpectationResult judgeLine(const ProgressLine& line, bool expected, bool conditional, const std::string& who,
                            ExpectationResult result) {
  switch (check::judgeTermination(terminates(line.answer), expected, conditional)) {
    case TerminationJudgement::AsExpected:
      break;
    case TerminationJudgement::NotAsExpected:
      result.outcome = ExpectationOutcome::Failed;
      result.message =
          fmt::format("{}{}, expected {}", who, nameOf(line.answer), nameOf(answerFor(expected)));
      break;
    case TerminationJudgement::Undecided:
      result.outcome = ExpectationOutcome::Undecided;
      result.message = line.reason;
      break;
    case TerminationJudgement::Conditional:
      result.outcome = ExpectationOutcome::Unsupported;
      result.message = "conditional: " + line.conditional;
      break;
  }
  return result;
}

}  // namespace

std::string schedulerText(const std::string& written) {
  if (const auto hierarchy = hierarchyNamed(written)) {
    return *hierarchy;
  }
  std::string text = lowered(written);
  std::erase(text, ' ');
  if (text.empty()) {
    return nameOf(Scheduler::Weak);
  }
  try {
    return text.find('=') == std::string::npos ? textOf(parseSchedulerSpec(text, {}, {}), {}) : text;
  } catch (const UserError&) {
    return text;
  }
}

void judgeTerminates(ResultRow& row) {
  for (const ProgressLine& line : row.progress) {
    if (line.expected) {
      ExpectationResult result{fmt::format("{}:{}", row.path, line.expected->line),
                               "termination",
                               line.scheduler,
                               ExpectationOutcome::Met,
                               "",
                               nameOf(answerFor(line.expected->terminates))};
      row.expectations.push_back(judgeLine(line, line.expected->terminates, false, "", std::move(result)));
    }
  }
}

ExpectationResult judgeTermination(const ResultRow& row, bool expected, const std::string& who,
                                   ExpectationResult result) {
  const std::string scheduler = schedulerText(result.scheduler);
  const auto line = std::ranges::find(row.progress, scheduler, &ProgressLine::scheduler);
  if (line == row.progress.end()) {
    result.outcome = ExpectationOutcome::Unsupported;
    result.message = "scheduler " + scheduler;
    return result;
  }
  return judgeLine(*line, expected, !line->conditional.empty(), who, std::move(result));
}

}  // namespace hrfcheck::inline batch
