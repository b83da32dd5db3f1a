#include "cli/unmet_expectations.h"

#include <fmt/format.h>

#include "batch/expect/expect_lines.h"
#include "check/expected_answers.h"
#include "report/rows/answered_row.h"

namespace hrfcheck::inline cli {

std::vector<Diagnostic> unmetExpectations(const ChosenModel& choice, const Verdict& verdict) {
  const std::vector<ModelExpectation> expected =
      expectedAnswers(*verdict.program, choice.name, *choice.model);
  if (expected.empty()) {
    return {};
  }
  ResultRow row;
  row.model = choice.name;
  setAnswer(row, verdict, *choice.model);
  std::vector<Diagnostic> unmet;
  for (const ModelExpectation& expectation : expected) {
    const ExpectationResult result = judgeStated(row, expectation.stated, "");
    if (result.outcome == ExpectationOutcome::Failed) {
      unmet.push_back({Severity::Error, expectation.place,
                       fmt::format("not as expected under {}: {}", choice.name, result.message), ""});
    }
  }
  return unmet;
}

}  // namespace hrfcheck::inline cli
