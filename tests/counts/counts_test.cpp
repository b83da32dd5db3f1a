// Speed without a clock: how large the formula of every corpus test is, and how often the solver was wrong on
// its way, against tests/counts/recorded.txt. With HRFCHECK_PROMOTE=1 in the environment the file is
// rewritten.

#include "counts/counts.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>

#include "bench/runner/corpus.h"
#include "bench/runner/question.h"
#include "engine/engine.h"
#include "engine/solver_choice.h"

using namespace hrfcheck;
using namespace hrfcheck::counts;

namespace {

constexpr std::size_t kShown = 20;
/// A time limit would make the counts depend on the machine.
constexpr double kUnlimited = 0;

const std::string kFile = std::string(HRFCHECK_SOURCE_DIR) + "/tests/counts/recorded.txt";

std::uint64_t countOf(const bench::Sample& sample, const char* name) {
  const auto found = sample.counts.find(name);
  return found == sample.counts.end() ? 0 : found->second;
}

Recorded countAll() {
  const bench::Setting setting{HRFCHECK_SOURCE_DIR, kUnlimited};
  Recorded now{smtSolverVersion(), {}};
  std::map<std::string, Model> models;
  for (const bench::CorpusTest& test : bench::corpus(setting)) {
    if (!models.contains(test.model)) {
      models.emplace(test.model, bench::loadModel(setting, test.model));
    }
    // An engine of its own: what a solver has seen before may change its luck.
    const std::unique_ptr<Engine> engine = makeSmtEngineWith(SolverChoice::Z3);
    const bench::Sample sample =
        bench::ask(*engine, models.at(test.model), test.text, bench::Question::Verdict, kUnlimited);
    now.tests[test.name] = {test.model, countOf(sample, "variables"), countOf(sample, "clauses"),
                            countOf(sample, "conflicts")};
  }
  return now;
}

Recorded sample(std::uint64_t variables, std::uint64_t conflicts, const std::string& z3 = "1.2") {
  return {z3, {{"a/b", {"sc", variables, 7, conflicts}}}};
}

}  // namespace

TEST_CASE("the corpus makes no other or harder formulas than recorded") {
  const Recorded now = countAll();
  CHECK_GT(now.tests.size(), 200);
  if (std::getenv("HRFCHECK_PROMOTE") != nullptr) {
    std::ofstream(kFile) << print(now);
    return;
  }
  const std::vector<std::string> found = complaints(parseCounts(readSource(kFile)->text()), now);
  for (std::size_t i = 0; i < std::min(found.size(), kShown); ++i) {
    MESSAGE(found[i]);
  }
  CHECK_MESSAGE(found.empty(), found.size(),
                " differences from tests/counts/recorded.txt; HRFCHECK_PROMOTE=1 records what is now");
}

TEST_CASE("records are read as they are written") {
  const Recorded recorded{"4.8.12", {{"hrf/a", {"sc", 1, 2, 3}}, {"rsp/b", {"rsp", 4, 5, 6}}}};
  const Recorded read = parseCounts(print(recorded));
  CHECK_EQ(read.z3, recorded.z3);
  CHECK_EQ(read.tests, recorded.tests);
  CHECK_THROWS(parseCounts("hrf/a sc 1 2\n"));
  CHECK_THROWS(parseCounts("hrf/a sc 1 2 3 4\n"));
  CHECK_THROWS(parseCounts("hrf/a sc 1 2 3\nhrf/a sc 1 2 3\n"));
}

TEST_CASE("what counts as a regression") {
  CHECK(complaints(sample(5, 100), sample(5, 100)).empty());
  CHECK_EQ(complaints(sample(5, 100), sample(4, 100)).size(), 1);
  CHECK_EQ(complaints({"1.2", {}}, sample(5, 0)).size(), 1);
  CHECK_EQ(complaints(sample(5, 0), {"1.2", {}}).size(), 1);
  // conflicts: 50 more are luck; more than twice as many are not, except with another solver
  CHECK(complaints(sample(5, 10), sample(5, 60)).empty());
  CHECK_EQ(complaints(sample(5, 10), sample(5, 61)).size(), 2);
  CHECK_EQ(complaints(sample(5, 1000), sample(5, 1201)).size(), 1);
  CHECK(complaints(sample(5, 1000), sample(5, 1200)).empty());
  CHECK(complaints(sample(5, 10), sample(5, 1000, "1.3")).empty());
}
