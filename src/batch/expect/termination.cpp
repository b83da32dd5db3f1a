#include "batch/expect/termination.h"

#include <fmt/format.h>

#include <algorithm>

#include "batch/expect/hierarchies.h"
#include "check/promise/termination.h"
#include "program/ir/scheduler.h"
#include "util/diagnostic.h"
#include "util/text.h"

namespace hrfcheck::inline batch {
namespace {

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
