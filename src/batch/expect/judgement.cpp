#include "batch/expect/judgement.h"

#include <fmt/format.h>

#include <utility>

#include "check/status_names.h"
#include "util/invariant.h"

namespace hrfcheck::inline batch {
namespace {

std::string reasonOf(const ResultRow& row) {
  return row.reason.empty() ? nameOf(row.status) : row.reason;
}

ExpectationOutcome outcomeWithoutAnswer(RowStatus status) {
  switch (status) {
    case RowStatus::Answered:
    case RowStatus::Vacuous:
    case RowStatus::Error:
    case RowStatus::Unsupported:
    case RowStatus::NotApplicable:
    case RowStatus::Orphan:
      return ExpectationOutcome::Failed;
    case RowStatus::Undecided:
    case RowStatus::Crashed:
      return ExpectationOutcome::Undecided;
  }
  return ExpectationOutcome::Failed;
}

/// The property of an expected log of which so much was asked.
const char* propertyOf(CheckQuestion asked) {
  switch (asked) {
    case CheckQuestion::Everything:
    case CheckQuestion::Outcomes:
      break;
    case CheckQuestion::Condition:
      return "condition";
    case CheckQuestion::Races:
    case CheckQuestion::Race:
      return "race";
    case CheckQuestion::Answers:
    case CheckQuestion::Expected:
      break;
  }
  return "outcomes";
}

}  // namespace

bool hasWholeLog(const ResultRow& row) {
  return row.log && row.log->incomplete.empty();
}

std::string whyOpen(const ResultRow& row) {
  if (!row.reason.empty()) {
    return row.reason;
  }
  return row.log && row.log->observation == Observation::Vacuous ? "there is no final state"
                                                                 : "bound reached";
}

ExpectationResult withoutAnswer(const ResultRow& row, std::string source, std::string property) {
  const std::string message =
      row.reason.empty() ? nameOf(row.status) : fmt::format("{}: {}", nameOf(row.status), row.reason);
  return {std::move(source), std::move(property), "", outcomeWithoutAnswer(row.status), message};
}

std::string answerOfLog(const LogEntry& entry) {
  if (undefinedBehaviour(entry)) {
    return entry.pairs.empty() ? "undefined" : "racy";
  }
  return nameIfAny(entry.observation);
}

ExpectationResult judgeDifferences(const ResultRow& row, const LogDifferences& differences, bool final,
                                   std::string source) {
  INVARIANT(row.log, "differences are of two logs");
  ExpectationResult result{std::move(source), propertyOf(row.log->asked), "", ExpectationOutcome::Met, ""};
  std::vector<std::string> failures = differences.wrong;
  if (final) {
    failures.insert(failures.end(), differences.open.begin(), differences.open.end());
  }
  if (!failures.empty()) {
    result.outcome = ExpectationOutcome::Failed;
    result.message = describe(failures);
  } else if (!differences.open.empty() || !hasWholeLog(row)) {
    result.outcome = ExpectationOutcome::Undecided;
    result.message = row.status == RowStatus::Answered ? whyOpen(row) : reasonOf(row);
  }
  return result;
}

ExpectationResult notAsked(CheckQuestion asked, std::string source, std::string property) {
  const char* what = asksNoCondition(asked) ? "only races were checked" : "only the condition was checked";
  return {std::move(source), std::move(property), "", ExpectationOutcome::NotAsked, what};
}

std::optional<ExpectationResult> judgeRest(const ResultRow& row, std::string source) {
  if (!row.log || row.log->asked == CheckQuestion::Everything) {
    return std::nullopt;
  }
  return notAsked(row.log->asked, std::move(source), "outcomes");
}

ExpectationResult noExpectation(std::string message) {
  return {"none", "presence", "", ExpectationOutcome::Failed, "no expectation: " + std::move(message)};
}

ResultRow orphanRow(std::string path, std::string source, std::string message) {
  ResultRow row;
  row.path = std::move(path);
  row.status = RowStatus::Orphan;
  row.reason = message;
  row.expectations.push_back(
      {std::move(source), "presence", "", ExpectationOutcome::Failed, std::move(message)});
  return row;
}

}  // namespace hrfcheck::inline batch
