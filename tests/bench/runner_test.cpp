#include <doctest/doctest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>
#include <utility>

#include "bench/runner/compare.h"
#include "bench/runner/measure.h"
#include "bench/runner/output.h"
#include "bench/runner/rows.h"
#include "bench/runner/spawn.h"
#include "util/diagnostic.h"

using namespace hrfcheck;
using namespace hrfcheck::bench;

namespace {

namespace fs = std::filesystem;

Row rowThat(Repetition repetition) {
  Row row;
  row.name = "target/test";
  row.what = "a test";
  row.prepare = [repetition = std::move(repetition)] { return repetition; };
  return row;
}

Result resultOf(std::vector<double> values, std::optional<Target> target, std::string problem = "") {
  Result result;
  result.name = "target/test";
  result.values = std::move(values);
  result.target = target;
  result.problem = std::move(problem);
  return result;
}

/// A folder with a program called herd7 that prints `text` for whatever it is asked.
class FakeHerd {
 public:
  explicit FakeHerd(const std::string& text)
      : folder_(fs::temp_directory_path() / ("hrfcheck-fake-herd-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
    std::ofstream(program()) << "#!/bin/sh\nprintf '" << text << "'\n";
    fs::permissions(program(), fs::perms::owner_all);
  }
  FakeHerd(const FakeHerd&) = delete;
  FakeHerd& operator=(const FakeHerd&) = delete;
  ~FakeHerd() { fs::remove_all(folder_); }
  fs::path program() const { return folder_ / "herd7"; }

 private:
  fs::path folder_;
};

}  // namespace

TEST_CASE("a row is repeated in a process of its own") {
  int here = 0;
  const Result result = measure(rowThat([&] {
                                  ++here;
                                  return Sample{4.0 - here, {{"events", 7}}, 0.5, ""};
                                }),
                                {60, 3, 60});
  CHECK_EQ(here, 0);
  CHECK_EQ(result.values, std::vector{1.0, 2.0, 3.0});
  CHECK_EQ(result.counts.at("events"), 7);
  CHECK_EQ(result.solverSeconds, 0.5);
  CHECK_GT(result.peakMegabytes, 0);
  CHECK(result.problem.empty());
}

TEST_CASE("what goes wrong in a row is said") {
  CHECK_EQ(measure(rowThat([]() -> Sample { throw UserError("no such thing"); }), {}).problem,
           "error: no such thing\n");
  CHECK_EQ(measure(rowThat([]() -> Sample { _exit(3); }), {}).problem, "exit status 3");
  CHECK_EQ(measure(rowThat([]() -> Sample {
                     raise(SIGKILL);
                     return {};
                   }),
                   {})
               .problem,
           "ended by signal 9");
}

TEST_CASE("a row that does not end is ended, and what it had measured stands") {
  bool first = true;
  const Result result = measure(rowThat([&] {
                                  if (!std::exchange(first, false)) {
                                    std::this_thread::sleep_for(std::chrono::hours(1));
                                  }
                                  return Sample{2, {}, std::nullopt, ""};
                                }),
                                {0, 5, 60});
  CHECK_EQ(result.values, std::vector{2.0});
  CHECK_EQ(result.problem, "> 0 s");
}

TEST_CASE("targets") {
  CHECK_EQ(median({1, 2, 4}), 2);
  CHECK_EQ(median({1, 2, 4, 5}), 3);
  CHECK_EQ(meetsTarget(resultOf({1}, std::nullopt)), std::nullopt);
  CHECK_EQ(meetsTarget(resultOf({1, 2, 9}, Target{2})), true);
  CHECK_EQ(meetsTarget(resultOf({1, 3, 9}, Target{2})), false);
  CHECK_EQ(meetsTarget(resultOf({1.9}, Target{1.8, true})), true);
  CHECK_EQ(meetsTarget(resultOf({1.7}, Target{1.8, true})), false);
  CHECK_EQ(meetsTarget(resultOf({1}, Target{2}, "> 60 s")), false);
  CHECK_EQ(meetsTarget(resultOf({}, Target{2}, kNotRun)), std::nullopt);
}

TEST_CASE("names of rows are unique") {
  const Setting setting{HRFCHECK_SOURCE_DIR, 1};
  std::set<std::string> names;
  std::size_t count = 0;
  for (const auto& rows :
       {targetRows(setting, "hrfcheck"), scalingRows(setting), herdRows("hrfcheck", "herd7")}) {
    for (const Row& row : rows) {
      names.insert(row.name);
      ++count;
    }
  }
  CHECK_EQ(names.size(), count);
  CHECK_GT(count, 300);
}

TEST_CASE("herd's numbers of states are compared with ours") {
  const char* kSeven = "Test SB3 Allowed\\nStates 7\\n0:r0=0;\\n";
  {
    const FakeHerd herd(kSeven);
    const std::vector<Row> rows = herdRows(herd.program(), herd.program());
    std::vector<Result> same{measure(rows[0], {}), measure(rows[1], {})};
    compareWithHerd(same);
    CHECK_EQ(same[0].name, "herd/sb-3/hrfcheck");
    CHECK_EQ(same[1].name, "herd/sb-3/herd7");
    CHECK_EQ(same[1].problem, "");
    CHECK_EQ(same[1].counts.at("outcomes"), 7);
  }
  std::vector<Result> results;
  {
    const FakeHerd herd(kSeven);
    results.push_back(measure(herdRows(herd.program(), herd.program())[0], {}));
  }
  {
    const FakeHerd herd("Test SB3 Allowed\\nStates 8\\n");
    results.push_back(measure(herdRows(herd.program(), herd.program())[1], {}));
  }
  compareWithHerd(results);
  CHECK_EQ(results[1].problem, "8 outcomes, and hrfcheck has 7");
  {
    const FakeHerd herd("Warning: nothing\\n");
    CHECK_EQ(measure(herdRows(herd.program(), herd.program())[1], {}).problem, "no number of states");
  }
}

TEST_CASE("programs are found and run") {
  CHECK(onPath("sh").has_value());
  CHECK_FALSE(onPath("no-such-program-anywhere").has_value());
  const ProgramRun run = runProgram({*onPath("sh"), "-c", "echo out; exit 3"});
  CHECK_EQ(run.output, "out\n");
  CHECK_EQ(run.exitStatus, 3);
  CHECK_GT(run.wallSeconds, 0);
  CHECK_THROWS(runProgram({"/no/such/program"}));
}

TEST_CASE("quantities") {
  CHECK_EQ(quantity(0.00013, Unit::Seconds), "0.13 ms");
  CHECK_EQ(quantity(0.5, Unit::Seconds), "0.5 s");
  CHECK_EQ(quantity(25, Unit::Megabytes), "25 MB");
  CHECK_EQ(quantity(1.066, Unit::Ratio), "1.07x");
}

TEST_CASE("two runs are compared by their rows") {
  Result a = resultOf({2}, Target{3});
  a.counts["outcomes"] = 3;
  Result b = resultOf({1}, Target{3});
  b.counts["outcomes"] = 4;
  Result slow = resultOf({}, std::nullopt, "> 10 s");
  slow.name = "scaling/sb-4/outcomes/smt";
  Result done = resultOf({5}, std::nullopt);
  done.name = slow.name;
  const nlohmann::json before = toJson({}, {a, slow});
  const nlohmann::json after = toJson({}, {b, done});
  CHECK_EQ(compared(before, after),
           "    0.50x  target/test                                               2 ->          1 s  outcomes "
           "3 -> 4\n"
           "           scaling/sb-4/outcomes/smt                        > 10 s -> 5\n"
           "1 rows compared: geometric mean 0.50x, 0 above 1.1x, 1 below 0.91x; 1 not comparable\n");
  CHECK_THROWS_AS(compared(nlohmann::json::object(), after), UserError);
}

TEST_CASE("the tables of the documentation") {
  Result target = resultOf({1}, Target{2});
  target.what = "a thing";
  Result scaling = resultOf({0.002}, std::nullopt);
  scaling.name = "scaling/sb-4/outcomes/smt";
  scaling.counts = {{"outcomes", 15}, {"variables", 9}, {"clauses", 20}};
  Result ours = resultOf({1}, std::nullopt);
  ours.name = "herd/sb-3/hrfcheck";
  Result theirs = resultOf({200}, std::nullopt);
  theirs.name = "herd/sb-3/herd7";
  Result never = resultOf({}, std::nullopt, kNotRun);
  never.name = "scaling/sb-9/outcomes/smt";
  Result late = resultOf({}, Target{2}, kNotRun);
  late.what = "another thing";
  const std::string text = toMarkdown({}, {target, late, scaling, never, ours, theirs});
  CHECK_NE(text.find("| another thing | ≤ 2 s | not run |  |  |"), std::string::npos);
  CHECK_EQ(text.find("sb-9"), std::string::npos);
  CHECK_NE(text.find("| a thing | ≤ 2 s | 1 s | 0 MB | yes |"), std::string::npos);
  CHECK_NE(text.find("| sb-4 | outcomes |  | 2 ms |  | 15 | 9 | 20 |"), std::string::npos);
  CHECK_NE(text.find("| sb-3 | 1 s | 200 s | 200.00x |"), std::string::npos);
}

TEST_CASE("of a scaling family, a page shows the largest tests that are answered, and those that are not") {
  std::vector<Result> results;
  for (const char* size : {"4", "8", "12", "14"}) {
    results.push_back(resultOf({1}, std::nullopt));
    results.back().name = std::string("scaling/sb-") + size + "/races/auto";
  }
  results.push_back(resultOf({}, std::nullopt, "> 3 s"));
  results.back().name = "scaling/sb-40/races/auto";
  const std::string text = toMarkdown({}, results);
  for (const char* surpassed : {"sb-4 ", "sb-8 "}) {
    CHECK_EQ(text.find(surpassed), std::string::npos);
  }
  for (const char* shown : {"sb-12 ", "sb-14 ", "sb-40 "}) {
    CHECK_NE(text.find(shown), std::string::npos);
  }
}
