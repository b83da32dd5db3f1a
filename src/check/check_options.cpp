#include "check/check_options.h"

#include "util/invariant.h"

namespace hrfcheck::inline check {
namespace {

/// Longer than anybody waits.
constexpr double kToTheEnd = 1e9;

OutcomeSearch outcomesFor(CheckQuestion question) {
  switch (question) {
    case CheckQuestion::Everything:
    case CheckQuestion::Outcomes:
      break;
    case CheckQuestion::Condition:
    case CheckQuestion::Answers:
      return OutcomeSearch::Condition;
    case CheckQuestion::Races:
    case CheckQuestion::Race:
      return OutcomeSearch::None;
    case CheckQuestion::Expected:
      INVARIANT(false, "of each test something is asked");
  }
  return OutcomeSearch::All;
}

}  // namespace

CheckOptions checkOptions(const AnalysisOptions& analysis, CheckQuestion question, Explaining explaining,
                          const std::atomic<bool>* cancelled) {
  CheckOptions options;
  options.analysis = analysis;
  options.analysis.outcomes = outcomesFor(question);
  options.analysis.flags = question != CheckQuestion::Outcomes && question != CheckQuestion::Condition;
  options.firstRace = question == CheckQuestion::Race || question == CheckQuestion::Answers;
  options.explain = explaining != Explaining::No;
  if (explaining == Explaining::ToTheEnd) {
    options.explainSeconds = kToTheEnd;
  }
  options.cancelled = cancelled;
  return options;
}

}  // namespace hrfcheck::inline check
