#include <doctest/doctest.h>
#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "suite/suite_results.h"
#include "suite_run.h"
#include "support/json_schema.h"
#include "support/temp_folder.h"
#include "util/diagnostic.h"

namespace results_test {

using namespace hrfcheck;
using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

/// A suite with failures of several kinds, a few seconds long.
SuiteOptions broken() {
  SuiteOptions options = smallSuite("rsp-lit-drop");
  options.simulation.environment = Environment::Fifo;
  return options;
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

void write(const std::string& path, const std::vector<std::string>& lines) {
  std::ofstream file(path);
  for (const std::string& line : lines) {
    file << line << "\n";
  }
}

/// Kills a process that this one has started.
bool killChild() {
  std::ifstream file("/proc/self/task/" + std::to_string(getpid()) + "/children");
  pid_t child = 0;
  return (file >> child) && kill(child, SIGKILL) == 0;
}

}  // namespace

TEST_CASE("shards come to the whole, and so do any number of workers") {
  SuiteOptions options = broken();
  const SuiteResult whole = runToEnd(options);
  CHECK(whole.tally.failed());
  options.workers = 3;
  CHECK(runToEnd(options).tally == whole.tally);
  SuiteTally sum;
  for (std::size_t shard = 1; shard <= 3; ++shard) {
    options.shard = {shard, 3};
    const SuiteResult part = runToEnd(options);
    CHECK(part.tally.counts.programs > 0);
    CHECK(part.tally.counts.programs < whole.tally.counts.programs);
    sum.add(part.tally);
  }
  CHECK(sum == whole.tally);
}

TEST_CASE("a run that was stopped goes on where it was") {
  const TempFolder folder;
  SuiteOptions options = broken();
  options.results = folder / "results.jsonl";
  const SuiteResult whole = runToEnd(options);
  const std::string complete = contentOf(*options.results);
  std::vector<std::string> lines = linesOf(complete);
  REQUIRE(lines.size() > 10);
  for (const std::string& line : lines) {
    CHECK(schemaMistakes("suite", Json::parse(line)) == "");
  }

  SUBCASE("after whole lines") {
    lines.resize(lines.size() / 2);
  }
  SUBCASE("after a part of one") {
    lines.resize(lines.size() / 2);
    lines.back().resize(lines.back().size() / 2);
  }
  SUBCASE("in the header") {
    lines.resize(1);
    lines.back().resize(20);
  }
  SUBCASE("when all was done") {}
  write(*options.results, lines);
  if (lines.back().back() != '}') {
    std::filesystem::resize_file(*options.results, std::filesystem::file_size(*options.results) - 1);
  }
  options.resume = true;
  options.workers = 2;
  CHECK(runToEnd(options).tally == whole.tally);
  CHECK(contentOf(*options.results) == complete);
}

TEST_CASE("results of other options are not gone on with") {
  const TempFolder folder;
  SuiteOptions options = broken();
  options.results = folder / "results.jsonl";
  runToEnd(options);
  options.resume = true;
  options.simulation.environment = Environment::Evict;
  CHECK_THROWS_WITH_AS(runToEnd(options), doctest::Contains("it was made with env fifo, not evict"),
                       UserError);
  write(*options.results, {"{}"});
  CHECK_THROWS_AS(runToEnd(options), UserError);
}

TEST_CASE("an interrupted run leaves what is done, and says what is left") {
  const TempFolder folder;
  SuiteOptions options = broken();
  options.results = folder / "results.jsonl";
  std::atomic<bool> cancelled{false};
  const SuiteResult result = runSuite(
      options, models(), [&](const SuiteProgress& progress) { cancelled = progress.done >= 3; }, cancelled);
  CHECK(result.piecesLeft > 0);
  CHECK(result.undecided());
  const SuiteResult whole = runToEnd(broken());
  options.resume = true;
  CHECK(runToEnd(options).tally == whole.tally);
}

TEST_CASE("a suite whose worker is killed comes to the same") {
  SuiteOptions options = smallSuite();
  const SuiteResult whole = runToEnd(options);
  bool killed = false;
  const std::atomic<bool> never{false};
  const auto progress = [&](const SuiteProgress& p) { killed = killed || (p.done > 0 && killChild()); };
  const SuiteResult result = runSuite(options, models(), progress, never);
  CHECK(killed);
  CHECK(result.tally == whole.tally);
  CHECK(result.piecesLeft == 0);
}

TEST_CASE("a sample has so many programs, the same ones for a seed, and all that pass a message") {
  SuiteOptions options = smallSuite();
  options.sample = SuiteSample{40, 7};
  const SuiteResult result = runToEnd(options);
  CHECK(result.tally.counts.programs == 40);  // two operations pass no message
  CHECK(runToEnd(options).tally == result.tally);
  options.sample->seed = 8;
  CHECK_FALSE(runToEnd(options).tally == result.tally);
}

TEST_CASE("limits make programs undecided, never sound") {
  SuiteOptions options = smallSuite();
  options.simulation.mostStates = 3;
  const SuiteResult result = runToEnd(options);
  CHECK(result.undecided());
  CHECK(result.tally.found(SuiteFinding::Kind::Undecided) > SuiteTally::kMostKept);
  CHECK(result.tally.findings(SuiteFinding::Kind::Undecided).front().what.find("limit") != std::string::npos);
}

TEST_CASE("mistakes in what is asked for are the user's") {
  SuiteOptions options = smallSuite();
  options.simulation.machine = "rsp-fixx";
  CHECK_THROWS_AS(runToEnd(options), UserError);
  options = smallSuite();
  options.simulation.without = {"no-such-rule"};
  CHECK_THROWS_AS(runToEnd(options), UserError);
  options = smallSuite();
  options.operations = 1;
  CHECK_THROWS_AS(runToEnd(options), UserError);
  options = smallSuite();
  options.models = {"no-such-model"};
  CHECK_THROWS_AS(runToEnd(options), UserError);
  options.models = {"sc"};
  CHECK_THROWS_WITH_AS(runToEnd(options), doctest::Contains("sc defines no races"), UserError);
  options.models = {"rsp", "rsp-incl", "hrf0"};
  CHECK_THROWS_AS(runToEnd(options), UserError);
}

TEST_CASE("tallies survive being written") {
  const SuiteTally tally = runToEnd(broken()).tally;
  CHECK(SuiteTally::parse(tally.json()) == tally);
  CHECK_THROWS_AS(SuiteTally::parse("{}"), std::runtime_error);
  CHECK_THROWS_AS(SuiteTally::parse("{"), std::runtime_error);
}

TEST_CASE("reports in JSON fit the schema") {
  SuiteOptions options = broken();
  CHECK(schemaMistakes("suite", Json::parse(suiteJson(options, runToEnd(options)))) == "");
  options.mutants = true;
  CHECK(schemaMistakes("suite", Json::parse(suiteJson(options, runToEnd(options)))) == "");
  CHECK(schemaMistakes("suite", Json{{"format", "hrfcheck-suite"}}) != "");
}

}  // namespace results_test
