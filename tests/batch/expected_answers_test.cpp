// The answers that expectations wait for, in a word.

#include <doctest/doctest.h>

#include "batch/expect/expectations.h"
#include "batch/expect/judgement.h"
#include "batch/expect/termination.h"
#include "batch/expected_rows.h"
#include "support/temp_folder.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::vector<std::string> expectedBy(const Expectations& expectations, ResultRow row) {
  expectations.judge(row);
  std::vector<std::string> words;
  for (const ExpectationResult& result : row.expectations) {
    words.push_back(result.expected);
  }
  return words;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("the answer that a condition waits for") {
  const auto conditions = conditionsOnly();
  CHECK(expectedBy(*conditions, answered("a", "m", logWith("A", "Forbidden", {"1"}))) == Words{"Never"});
  CHECK(expectedBy(*conditions, answered("a", "m", logWith("A", "Required", {"1"}))) == Words{"Always"});
  CHECK(expectedBy(*conditions, answered("a", "m", logWith("A", "Allowed", {"1"}))).empty());
}

TEST_CASE("the answer of an expected log") {
  LogEntry log = logWith("A", "Allowed", {"0", "1"});
  CHECK(answerOfLog(log) == "Sometimes");
  log.result = {ResultWord::Undef};
  CHECK(answerOfLog(log) == "undefined");
  log.pairs = {{"race", "P0:0", "P1:0"}};
  CHECK(answerOfLog(log) == "racy");
}

TEST_CASE("the answers that the rows of a CSV wait for, and those of terminates lines") {
  const TempFolder folder;
  const std::string test = folder.write("a.litmus", "HSA A\n{}\n");
  const std::string csv = folder.write("e.csv",
                                       "path,model,property,expected\na.litmus,m,race,PASS\n"
                                       "a.litmus,m,condition,unreachable\na.litmus,m,condition,UNKNOWN\n");
  const auto expectations = expectationsFrom(csv, walkCorpus({folder.path()}));
  CHECK(expectedBy(*expectations, answered(test, "m", logWith("A", "Allowed", {"0"}))) ==
        Words{"race-free", "unreachable", ""});
  ResultRow row;
  row.progress = {{"weak", ProgressAnswer::MayHang, "", "", ProgressLine::Expected{true, 2}}};
  judgeTerminates(row);
  CHECK(row.expectations.at(0).expected == "terminates");
}
