#include "cli/batch_status.h"

#include <algorithm>

#include "check/status_names.h"
#include "cli/output/usage_error.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

bool anyIs(const ResultRow& row, ExpectationOutcome outcome) {
  return std::ranges::any_of(row.expectations,
                             [&](const ExpectationResult& e) { return e.outcome == outcome; });
}

}  // namespace

ExitStatus statusOf(const ResultRow& row) {
  switch (row.status) {
    case RowStatus::Answered:
    case RowStatus::NotApplicable:
    case RowStatus::Orphan:
      return anyIs(row, ExpectationOutcome::Undecided) ? ExitStatus::Undecided : ExitStatus::Done;
    case RowStatus::Undecided:
    case RowStatus::Vacuous:
      // A bound that was reached as expected is no open question.
      return allAre(row, ExpectationOutcome::Met) ? ExitStatus::Done : ExitStatus::Undecided;
    case RowStatus::Crashed:
      return ExitStatus::InternalError;
    case RowStatus::Error:
      return ExitStatus::BadInput;
    case RowStatus::Unsupported:
      return allAre(row, ExpectationOutcome::Unsupported) ? ExitStatus::Done : ExitStatus::BadInput;
  }
  return ExitStatus::InternalError;
}

std::vector<std::string> unwantedIn(const ResultRow& row, const BatchArguments& arguments) {
  const bool noAnswer = row.status == RowStatus::Undecided || row.status == RowStatus::Vacuous;
  // As check does: a fault is a mistake of the test, whatever was asked, unless somebody expects it.
  const bool faulty = arguments.expect != ExpectationMode::None && row.expectations.empty() && row.log &&
                      hasUndefinedIncident(*row.log);
  struct Reason {
    bool holds;
    const char* words;
  };
  const Reason all[] = {
      {faulty, "with undefined behaviour that nobody expects"},
      {arguments.failOnRacy && kindOf(row) == RowKind::Racy, "racy (--fail-on racy)"},
      {arguments.failOnAllowed && row.log && row.log->positive > 0,
       "with outcomes that satisfy the condition (--fail-on allowed)"},
      {arguments.failOnUndecided &&
           ((noAnswer && !allAre(row, ExpectationOutcome::Met)) || anyIs(row, ExpectationOutcome::Undecided)),
       "undecided or vacuous (--fail-on undecided)"},
      {arguments.failOnUnsupported &&
           (row.status == RowStatus::Unsupported || anyIs(row, ExpectationOutcome::Unsupported)),
       "with something unsupported (--fail-on unsupported)"},
      {arguments.failOnUnjudged && row.status == RowStatus::Answered && row.expectations.empty(),
       "without expectations (--fail-on unjudged)"},
      {arguments.failOnConditional && isConditional(row),
       "that rest on assumptions (--fail-on conditional)"}};
  std::vector<std::string> words;
  for (const Reason& one : all) {
    if (one.holds) {
      words.emplace_back(one.words);
    }
  }
  return words;
}

ExitStatus statusOf(const ResultRow& row, const BatchArguments& arguments) {
  const bool bad = failed(row) || !unwantedIn(row, arguments).empty();
  return graver(bad ? ExitStatus::Failed : ExitStatus::Done, statusOf(row));
}

void refuseNotAsked(const BatchArguments& arguments, CheckQuestion asked) {
  if (asked == CheckQuestion::Everything) {
    return;
  }
  const std::string omit = std::string("omit --only ") + nameOf(asked);
  if (asked == CheckQuestion::Expected && (arguments.failOnRacy || arguments.failOnAllowed)) {
    throw UserError("--fail-on racy and --fail-on allowed need the races and the condition", omit);
  }
  if (asked == CheckQuestion::Condition && arguments.failOnRacy) {
    throw UsageError("--fail-on racy needs the races", omit);
  }
  if (asked == CheckQuestion::Races && arguments.failOnAllowed) {
    throw UsageError("--fail-on allowed needs the condition", omit);
  }
  if (arguments.promote) {
    throw UsageError("--promote writes all final states and flags", omit);
  }
  if (arguments.herd) {
    throw UsageError("--herd lists all final states and flags", omit);
  }
}

}  // namespace hrfcheck::inline cli
