// The rows of Dartagnan's expectations that speak of termination, as hrfcheck batch answers and judges them.

#include <doctest/doctest.h>

#include <map>

#include "batch/expect/expectations.h"
#include "batch/worker/answer_task.h"
#include "dat3m/rows.h"

using namespace hrfcheck;

TEST_CASE("every expectation about termination is met, but for those that interleavings cannot settle") {
  const auto corpus = dat3m::folder();
  if (!corpus) {
    MESSAGE("skipped: no corpora beside the sources, and HRFCHECK_CORPORA is not set");
    return;
  }
  const auto expectations = expectationsFrom((*corpus / "expected.csv").string(), {});
  ModelChoice models(ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"}), {});
  const auto engine = makeExplicitEngine();
  std::map<ExpectationOutcome, std::size_t> outcomes;
  std::vector<std::string> unsupported;
  std::size_t tests = 0;
  for (const std::string& path : expectations->tests()) {
    const std::vector<std::string> schedulers = expectations->schedulersOf(path);
    if (schedulers.empty()) {
      continue;
    }
    ++tests;
    const auto judge = [&](ResultRow row) {
      REQUIRE(row.model == kProgressModel);
      expectations->judgeProgress(row);
      for (const ExpectationResult& result : row.expectations) {
        ++outcomes[result.outcome];
        CHECK_MESSAGE(result.outcome != ExpectationOutcome::Failed, path << ": " << result.message);
        if (result.outcome == ExpectationOutcome::Unsupported) {
          unsupported.push_back(path.substr(corpus->string().size() + 1) + ": " + result.message);
        }
      }
    };
    answerTask({{tests, path, {kProgressModel}, schedulers}, {}}, {}, models, *engine,
               {[](const TestPlan&) {}, [](std::size_t) {}, judge, [](const Diagnostic&) {}});
  }
  CHECK(tests == 301);
  CHECK(outcomes[ExpectationOutcome::Met] == 1142);
  CHECK(outcomes[ExpectationOutcome::Undecided] == 0);
  const std::string weak =
      "PTX/Manual/XF-Barrier-weak.litmus: conditional: P0:2 spins on an ordinary access (and 1 more)";
  CHECK(unsupported == std::vector<std::string>{weak, weak});
}
