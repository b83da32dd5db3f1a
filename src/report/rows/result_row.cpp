#include "report/rows/result_row.h"

#include <algorithm>

#include "check/status_names.h"
#include "report/rows/row_words.h"

namespace hrfcheck::inline report {
namespace {

/// Y, (Y), N or ?.
std::string letterOf(const ProgressLine& line) {
  switch (line.answer) {
    case ProgressAnswer::Terminates:
      return line.conditional.empty() ? "Y" : "(Y)";
    case ProgressAnswer::MayHang:
      return "N";
    case ProgressAnswer::Undecided:
      break;
  }
  return "?";
}

/// The answer where the condition was not asked, and there is no race.
std::string racesAlone(const ResultRow& row) {
  return row.status == RowStatus::Undecided    ? nameOf(row.status)
         : row.races == RaceStatus::NotDefined ? "no races defined"
                                               : nameIfAny(row.races);
}

}  // namespace

bool isConditional(const ResultRow& row) {
  return row.log && !row.log->conditional.empty();
}

std::string inParentheses(const ResultRow& row, const std::string& word) {
  const bool found = row.log && word == nameIfAny(row.log->observation) &&
                     row.log->observation == Observation::Sometimes;  // that stands by itself
  return isConditional(row) && !found ? "(" + word + ")" : word;
}

const char* nameOf(RowStatus status) {
  return nameIn(kStatusNames, status);
}

const char* nameOf(ExpectationOutcome outcome) {
  return nameIn(kOutcomeNames, outcome);
}

RowKind kindOf(const ResultRow& row) {
  switch (row.status) {
    case RowStatus::Crashed:
      return RowKind::Crashed;
    case RowStatus::Error:
      return RowKind::Error;
    case RowStatus::Unsupported:
      return RowKind::Unsupported;
    case RowStatus::NotApplicable:
      return RowKind::NotApplicable;
    case RowStatus::Orphan:
      return RowKind::Orphan;
    case RowStatus::Answered:
    case RowStatus::Undecided:
    case RowStatus::Vacuous:
      break;
  }
  if (row.races == RaceStatus::Racy) {
    return RowKind::Racy;
  }
  if (row.log && undefinedBehaviour(*row.log)) {
    return RowKind::Undefined;
  }
  if (row.status != RowStatus::Answered) {
    return row.status == RowStatus::Vacuous ? RowKind::Vacuous : RowKind::Undecided;
  }
  if (!row.device.empty() && row.log) {
    return RowKind::Seen;
  }
  const bool lost = !row.log && row.progress.empty();  // results of somebody else's making
  if (lost || row.races == RaceStatus::Undecided ||
      (row.log && row.log->observation == Observation::Undecided)) {
    return RowKind::Undecided;
  }
  return row.races == RaceStatus::RaceFree   ? RowKind::RaceFree
         : row.races == RaceStatus::NotAsked ? RowKind::Unchecked
                                             : RowKind::Plain;
}

std::string answerOf(const ResultRow& row) {
  if (!row.progress.empty()) {
    std::string text;
    for (const ProgressLine& line : row.progress) {
      text += (text.empty() ? "" : ", ") + line.scheduler + " " + letterOf(line);
    }
    return text;
  }
  if (!row.log) {
    return nameOf(row.status);
  }
  switch (kindOf(row)) {
    case RowKind::Racy:
      return "racy";
    case RowKind::Undefined:
      return "undefined";
    case RowKind::Vacuous:
      return inParentheses(row, "vacuous");
    case RowKind::RaceFree:
    case RowKind::Plain:
    case RowKind::Seen:
    case RowKind::Unchecked:
    case RowKind::Undecided:
    case RowKind::Crashed:
    case RowKind::Error:
    case RowKind::Unsupported:
    case RowKind::NotApplicable:
    case RowKind::Orphan:
      break;
  }
  return inParentheses(row,
                       asksNoCondition(row.log->asked) ? racesAlone(row) : nameIfAny(row.log->observation));
}

std::string shortAnswerOf(const ResultRow& row) {
  if (row.progress.empty() || row.status == RowStatus::Undecided) {
    return row.progress.empty() ? answerOf(row) : nameOf(row.status);
  }
  const ProgressAnswer first = row.progress.front().answer;
  const bool same =
      std::ranges::all_of(row.progress, [&](const ProgressLine& line) { return line.answer == first; });
  return same ? nameOf(first) : "scheduler-dependent";
}

bool allAre(const ResultRow& row, ExpectationOutcome outcome) {
  bool some = false;
  return std::ranges::all_of(row.expectations,
                             [&](const ExpectationResult& result) {
                               some |= result.outcome == outcome;
                               return result.outcome == outcome ||
                                      result.outcome == ExpectationOutcome::NotAsked;
                             }) &&
         some;
}

bool failed(const ResultRow& row) {
  return std::ranges::any_of(row.expectations, [](const ExpectationResult& result) {
    return result.outcome == ExpectationOutcome::Failed;
  });
}

}  // namespace hrfcheck::inline report
