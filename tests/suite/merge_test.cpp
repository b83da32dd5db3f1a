#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "suite/suite_merge.h"
#include "suite_run.h"
#include "support/json_schema.h"
#include "support/temp_folder.h"
#include "util/diagnostic.h"

using namespace hrfcheck;
using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

/// A suite with failures, a few seconds long.
SuiteOptions asked() {
  SuiteOptions options = smallSuite("rsp-lit-drop");
  options.simulation.environment = Environment::Fifo;
  return options;
}

/// The results files of a suite's shards.
std::vector<std::string> shardsOf(const TempFolder& folder, SuiteOptions options, std::size_t of) {
  std::vector<std::string> paths;
  for (std::size_t number = 1; number <= of; ++number) {
    options.shard = {number, of};
    options.results = folder / ("part-" + std::to_string(number) + ".jsonl");
    runToEnd(options);
    paths.push_back(*options.results);
  }
  return paths;
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

/// The file with its first line changed.
void changeHeader(const std::string& path, const std::function<void(Json&)>& change) {
  std::vector<std::string> lines = linesOf(contentOf(path));
  Json header = Json::parse(lines.front());
  change(header);
  lines.front() = header.dump();
  write(path, lines);
}

std::string mistakeOf(const std::vector<std::string>& paths) {
  try {
    mergeSuites(paths, std::nullopt);
    return "";
  } catch (const UserError& error) {
    return error.what();
  }
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("merged shards are the whole, in the report and in the results file") {
  const TempFolder folder;
  SuiteOptions options = asked();
  options.results = folder / "whole.jsonl";
  const SuiteResult whole = runToEnd(options);
  CHECK(whole.failed());
  std::vector<std::string> paths = shardsOf(folder, asked(), 3);
  std::swap(paths[0], paths[2]);
  const MergedSuite merged = mergeSuites(paths, folder / "merged.jsonl");
  CHECK(merged.result.tally == whole.tally);
  CHECK(merged.result.failed());
  CHECK_FALSE(merged.result.undecided());
  CHECK(contentOf(folder / "merged.jsonl") == contentOf(*options.results));
  CHECK(suiteText(merged.options, merged.result, {}) == suiteText(asked(), whole, {}));
  CHECK(suiteJson(merged.options, merged.result) == suiteJson(asked(), whole));
  for (const std::string& line : linesOf(contentOf(paths[0]))) {
    CHECK(schemaMistakes("suite", Json::parse(line)) == "");
  }
}

TEST_CASE("results files hold the machine that a file describes") {
  const TempFolder folder;
  SuiteOptions options = smallSuite("rsp-fix");
  const DescribedMachine machine = describedMachine(
      std::make_shared<const Source>("m.machine", "machine mine\nlike qr-fix\nwithout acc-star\n"));
  options.simulation.machine = machine.name;
  options.simulation.described = machine.kind;
  options.simulation.describedBy = "mine.machine";
  options.models = {suiteModelFor(options.simulation)};
  const SuiteResult whole = runToEnd(options);
  CHECK(whole.failed());
  const MergedSuite merged = mergeSuites(shardsOf(folder, options, 2), std::nullopt);
  CHECK(merged.result.tally == whole.tally);
  CHECK(merged.options.simulation.described != nullptr);
  CHECK(suiteText(merged.options, merged.result, {}) == suiteText(options, whole, {}));
  CHECK(suiteText(options, whole, {}).find("--machine mine.machine") != std::string::npos);
}

TEST_CASE("merged mutants are those of the whole") {
  const TempFolder folder;
  SuiteOptions options = smallSuite();
  options.mutants = true;
  options.simulation.with = {"line-lock"};
  options.simulation.without = {"acc-star"};
  options.locations = SuiteLocations::DataAndFlag;
  options.sample = SuiteSample{60, 3};
  const SuiteResult whole = runToEnd(options);
  const MergedSuite merged = mergeSuites(shardsOf(folder, options, 2), std::nullopt);
  REQUIRE(merged.result.mutants.size() == whole.mutants.size());
  for (std::size_t m = 0; m < whole.mutants.size(); ++m) {
    CHECK(merged.result.mutants[m].rule == whole.mutants[m].rule);
    CHECK(merged.result.mutants[m].killer == whole.mutants[m].killer);
  }
  CHECK(suiteDescription(merged.options) == suiteDescription(options));
}

TEST_CASE("a shard that is missing, there twice or not done is refused") {
  const TempFolder folder;
  const std::vector<std::string> paths = shardsOf(folder, asked(), 3);
  CHECK(says(mistakeOf({}), "no results files"));
  CHECK(says(mistakeOf({paths[0], paths[2]}), "a shard is missing: 2/3"));
  CHECK(says(mistakeOf({paths[0], paths[1], paths[1]}), "shard 2/3 occurs twice"));
  const std::vector<std::string> lines = linesOf(contentOf(paths[1]));
  REQUIRE(lines.size() > 4);
  const auto changed = [&](const std::function<void(std::vector<std::string>&)>& change) {
    std::vector<std::string> others = lines;
    change(others);
    write(paths[1], others);
    return mistakeOf(paths);
  };
  CHECK(says(changed([](auto& l) { l.pop_back(); }), "is incomplete"));
  CHECK(says(changed([](auto& l) { l.resize(1); }), "is incomplete"));
  CHECK(says(changed([](auto& l) {
               l.pop_back();
               std::swap(l[1], l[2]);
             }),
             "is incomplete"));
  CHECK(says(changed([](auto& l) { l.erase(l.begin() + 1); }), "pieces were announced"));
  CHECK(says(changed([](auto& l) {
               l.erase(l.begin() + 1);
               l.back() = "{\"complete\":true,\"lines\":" + std::to_string(l.size() - 2) + "}";
             }),
             " pieces of "));
  CHECK(says(changed([](auto& l) { std::swap(l[1], l[2]); }), "not in order"));
  CHECK(says(changed([](auto& l) { l.insert(l.begin() + 1, l[1]); }), "not in order"));
  CHECK(says(changed([](auto& l) { l.push_back(l[1]); }), "is incomplete"));
  CHECK(says(changed([](auto& l) { l.push_back(l.back()); }), "lines after the last one"));
  CHECK(
      says(changed([](auto& l) { l[1] = "{\"piece\":0,\"tally\":{}}"; }), "not a line of a suite's results"));
  CHECK(says(changed([](auto& l) { l.clear(); }), "is not a results file of hrfcheck suite"));
  CHECK(changed([](auto&) {}).empty());
}

TEST_CASE("files of other suites, models and versions are refused") {
  const TempFolder folder;
  const std::vector<std::string> paths = shardsOf(folder, asked(), 2);
  const std::string before = contentOf(paths[1]);
  const auto changed = [&](const std::function<void(Json&)>& change) {
    std::ofstream(paths[1]) << before;
    changeHeader(paths[1], change);
    return mistakeOf(paths);
  };
  CHECK(changed([](Json&) {}).empty());
  CHECK(says(changed([](Json& j) { j["options"]["env"] = "full"; }), "it was made with env full, not fifo"));
  CHECK(says(changed([](Json& j) { j["options"]["more"] = "x"; }), "it was made with more x, not "));
  CHECK(says(changed([](Json& j) { j["hrfcheck"] = "9"; }), "hrfcheck 9 made it, not 0"));
  CHECK(says(changed([](Json& j) { j["models"]["rsp-incl"] = "x"; }), "the model rsp-incl has changed"));
  CHECK(says(changed([](Json& j) { j["models"]["sc"] = "x"; }), "the model sc has changed"));
  CHECK(says(changed([](Json& j) { j.erase("models"); }), "does not identify the texts of its models"));
  CHECK(says(changed([](Json& j) { j["pieces"] = 1; }), "it covers 1 pieces"));
  CHECK(says(changed([](Json& j) { j["shard"]["of"] = 3; }), "it belongs to a run of 3 shards, not 2"));
  CHECK(says(changed([](Json& j) { j["format"] = "hrfcheck-batch"; }),
             "is not a results file of hrfcheck suite"));
  CHECK(says(changed([](Json& j) { j["version"] = 2; }), "another format"));
}

TEST_CASE("headers with hostile sizes and words are refused, and cost nothing") {
  const TempFolder folder;
  SuiteOptions options = smallSuite();
  options.sample = SuiteSample{40, 1};
  options.results = folder / "one.jsonl";
  runToEnd(options);
  const std::string before = contentOf(*options.results);
  const auto changed = [&](const std::function<void(Json&)>& change) {
    std::ofstream(*options.results) << before;
    changeHeader(*options.results, change);
    return mistakeOf({*options.results});
  };
  CHECK(changed([](Json&) {}).empty());
  static constexpr std::uint64_t kHuge = 0xffff'ffff'ffff'ffff;
  CHECK(says(changed([](Json& j) { j["shard"]["of"] = kHuge; }), "shards are missing: 2/"));
  CHECK(says(changed([](Json& j) { j["pieces"] = kHuge; }), " pieces of 18446744073709551615"));
  for (const Json& bad : {Json(-1), Json(1.5), Json("1"), Json(), Json(1e300)}) {
    CHECK(says(changed([&](Json& j) { j["pieces"] = bad; }), "is malformed"));
    CHECK(says(changed([&](Json& j) { j["shard"]["number"] = bad; }), "is malformed"));
  }
  CHECK(says(changed([](Json& j) { j["shard"]["number"] = 0; }), "is malformed"));
  CHECK(says(changed([](Json& j) { j["shard"]["number"] = 2; }), "is malformed"));
  for (const char* option : {"machine", "operations", "threads", "states", "memory", "timeout", "sample",
                             "hierarchy", "env", "locations", "mutants", "models"}) {
    for (const char* bad : {"", "nonsense", "99999999999999999999999999", "0x1", "1 of seed"}) {
      CAPTURE(option);
      CAPTURE(bad);
      CHECK(says(changed([&](Json& j) { j["options"][option] = bad; }), "is malformed"));
    }
  }
  CHECK(says(changed([](Json& j) { j["options"]["operations"] = "4294967298"; }), "is malformed"));
  CHECK(says(changed([](Json& j) { j["options"].erase("machine"); }), "is malformed"));
  CHECK(says(changed([](Json& j) { j["options"] = {{"machine", 1}}; }), "is malformed"));
}

TEST_CASE("counts that overflow stay large") {
  SuiteTally one;
  one.counts.states = 0xffff'ffff'ffff'fff0;
  SuiteTally sum = one;
  sum.add(one);
  CHECK(sum.counts.states == 0xffff'ffff'ffff'ffff);
  for (const char* bad : {"-1", "1.5", "\"1\"", "1e30", "null"}) {
    std::string text = one.json();
    const std::string was = "18446744073709551600";
    text.replace(text.find(was), was.size(), bad);
    CHECK_THROWS_AS(SuiteTally::parse(text), std::runtime_error);
  }
}

TEST_CASE("the merged results are not written over a shard") {
  const TempFolder folder;
  const std::vector<std::string> paths = shardsOf(folder, asked(), 2);
  const std::string before = contentOf(paths[0]);
  CHECK_THROWS_AS(mergeSuites(paths, paths[0]), UserError);
  CHECK(contentOf(paths[0]) == before);
  CHECK_THROWS_AS(mergeSuites({paths[0]}, folder / "new.jsonl"), UserError);
  CHECK_FALSE(std::filesystem::exists(folder / "new.jsonl"));
}
