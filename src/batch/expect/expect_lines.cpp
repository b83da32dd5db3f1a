#include "batch/expect/expect_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "batch/expect/condition_expectation.h"
#include "batch/expect/judgement.h"
#include "check/status_names.h"
#include "frontend/test_file.h"

// What was found decides as far as it goes: a witness stands however the search ended, and only what was not
// found needs a search that is complete.

namespace hrfcheck::inline batch {
namespace {

/// Whether the answer is as stated, and the words for what it is; Open where that is not known.
struct Compared {
  Answer asStated = Answer::Open;
  std::string found;
};

Answer yesOrNo(bool yes) {
  return yes ? Answer::Yes : Answer::No;
}

Compared compareRaces(const ResultRow& row, ExpectedAnswer stated) {
  if (row.races == RaceStatus::NotDefined) {
    return {Answer::No, fmt::format("{} defines no races", row.model)};
  }
  if (row.races != RaceStatus::Racy && row.races != RaceStatus::RaceFree) {
    return {};
  }
  return {yesOrNo((row.races == RaceStatus::Racy) == (stated == ExpectedAnswer::Racy)), nameIfAny(row.races)};
}

Compared compareCondition(const LogEntry& log, ExpectedAnswer stated) {
  switch (log.observation.value_or(Observation::Undecided)) {
    case Observation::Never:
      return {yesOrNo(stated == ExpectedAnswer::Never), "Never"};
    case Observation::Sometimes:
      return {yesOrNo(stated == ExpectedAnswer::Sometimes), "Sometimes"};
    case Observation::Always:
      return {yesOrNo(stated == ExpectedAnswer::Always), "Always"};
    case Observation::Undecided:
    case Observation::Vacuous:
    case Observation::NotAsked:
      break;
  }
  if (stated == ExpectedAnswer::Never && log.positive > 0) {
    return {Answer::No, "the condition holds in some final state"};
  }
  if (stated == ExpectedAnswer::Always && log.negative > 0) {
    return {Answer::No, "the condition does not hold in some final state"};
  }
  return {};
}

Compared compareStates(const ResultRow& row, const StatedAnswer& stated) {
  const std::uint64_t found = row.log->states.size();
  const std::string words = textOf({ExpectedAnswer::States, found});
  if (found > stated.states) {
    return {Answer::No, words};
  }
  return hasWholeLog(row) ? Compared{yesOrNo(found == stated.states), words} : Compared{};
}

Compared compare(const ResultRow& row, const StatedAnswer& stated) {
  switch (propertyOf(stated)) {
    case ExpectedProperty::Race:
      return compareRaces(row, stated.answer);
    case ExpectedProperty::Condition:
      return compareCondition(*row.log, stated.answer);
    case ExpectedProperty::States:
      break;
  }
  return compareStates(row, stated);
}

/// Whether a run that asked so much has the answer.
bool isAsked(CheckQuestion asked, ExpectedProperty property) {
  switch (property) {
    case ExpectedProperty::Race:
      return asked != CheckQuestion::Condition && asked != CheckQuestion::Outcomes;
    case ExpectedProperty::Condition:
      return !asksNoCondition(asked);
    case ExpectedProperty::States:
      break;
  }
  return asked == CheckQuestion::Everything || asked == CheckQuestion::Outcomes;
}

}  // namespace

ExpectationResult judgeStated(const ResultRow& row, const StatedAnswer& stated, std::string source) {
  const ExpectedProperty property = propertyOf(stated);
  const char* name = nameIn(kExpectedPropertyNames, property);
  if (!row.log) {
    return withoutAnswer(row, std::move(source), name);
  }
  if (!isAsked(row.log->asked, property)) {
    return notAsked(row.log->asked, std::move(source), name);
  }
  ExpectationResult result{
      std::move(source),       name, "",
      ExpectationOutcome::Met, "",   property == ExpectedProperty::States ? "" : textOf(stated)};
  const Compared comparison = compare(row, stated);
  if (comparison.asStated == Answer::Open) {
    result.outcome = ExpectationOutcome::Undecided;
    result.message = whyOpen(row);
  } else if (comparison.asStated == Answer::No) {
    result.outcome = ExpectationOutcome::Failed;
    result.message = fmt::format("{}, expected {}", comparison.found, textOf(stated));
  }
  return result;
}

void judgeExpectLines(ResultRow& row) {
  for (const RowStatement& statement : row.expected) {
    row.expectations.push_back(
        judgeStated(row, statement.stated, fmt::format("{}:{}", testPathOf(row.path).file, statement.line)));
  }
}

bool replacesCondition(const ResultRow& row) {
  return std::ranges::any_of(row.expected, [](const RowStatement& statement) {
    return propertyOf(statement.stated) == ExpectedProperty::Condition ||
           statement.stated.answer == ExpectedAnswer::Racy;
  });
}

}  // namespace hrfcheck::inline batch
