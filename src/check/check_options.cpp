#include "check/check_options.h"

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
      return OutcomeSearch::Condition;
    case CheckQuestion::Races:
      return OutcomeSearch::None;
  }
  return OutcomeSearch::All;
}

}  // namespace

CheckOptions checkOptions(const AnalysisOptions& analysis, CheckQuestion question, Explaining explaining,
                          const std::atomic<bool>* cancelled) {
  CheckOptions options;
  options.analysis = analysis;
  options.analysis.outcomes = outcomesFor(question);
  options.analysis.flags = question == CheckQuestion::Everything || question == CheckQuestion::Races;
  options.explain = explaining != Explaining::No;
  if (explaining == Explaining::ToTheEnd) {
    options.explainSeconds = kToTheEnd;
  }
  options.cancelled = cancelled;
  return options;
}

}  // namespace hrfcheck::inline check
