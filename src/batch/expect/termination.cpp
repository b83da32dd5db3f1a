#include "batch/expect/termination.h"

#include <fmt/format.h>

#include <algorithm>

#include "batch/expect/judgement.h"
#include "program/scheduler.h"
#include "util/diagnostic.h"
#include "util/text.h"

namespace hrfcheck {
namespace {

ExpectationResult judgeLine(const ProgressLine& line, bool terminates, const std::string& who,
                            ExpectationResult result) {
  const std::string expected = terminates ? "terminates" : "may hang";
  if (line.answer == "undecided") {
    result.outcome = ExpectationOutcome::Undecided;
    result.message = line.reason;
  } else if (line.answer != expected) {
    result.outcome = ExpectationOutcome::Failed;
    result.message = fmt::format("{}{}, expected {}", who, line.answer, expected);
  }
  return result;
}

}  // namespace

std::string schedulerText(const std::string& written) {
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
      ExpectationResult result{fmt::format("{}:{}", row.path, line.expected->line), "termination",
                               line.scheduler, ExpectationOutcome::Met, ""};
      row.expectations.push_back(judgeLine(line, line.expected->terminates, "", std::move(result)));
    }
  }
}

ExpectationResult judgeTermination(const ResultRow& row, bool terminates, const std::string& who,
                                   ExpectationResult result) {
  const std::string scheduler = schedulerText(result.scheduler);
  const auto line = std::ranges::find(row.progress, scheduler, &ProgressLine::scheduler);
  if (line == row.progress.end()) {
    result.outcome = ExpectationOutcome::Unsupported;
    result.message = "scheduler " + scheduler;
    return result;
  }
  if (line->answer == "terminates" && !line->conditional.empty()) {
    result.outcome = ExpectationOutcome::Unsupported;
    result.message = "conditional: " + line->conditional;
    return result;
  }
  return judgeLine(*line, terminates, who, std::move(result));
}

}  // namespace hrfcheck
