// hrfcheck-bench-run: measures, prints a table, and writes JSON for bench/compare. docs/performance.md.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "bench/runner/measure.h"
#include "bench/runner/output.h"
#include "bench/runner/rows.h"
#include "bench/runner/spawn.h"
#include "util/diagnostic.h"

using namespace hrfcheck;
using namespace hrfcheck::bench;

namespace {

struct Arguments {
  std::vector<std::string> only;
  std::string json;
  std::string markdown;
  double seconds = 10;
  unsigned repetitions = 5;
  bool quick = false;
  bool list = false;
};

constexpr double kQuickSeconds = 1;
constexpr double kLongestOfQuick = 60;
/// Rows with a target of their own may take longer: up to the largest one of them.
constexpr double kTargetSeconds = 60;
constexpr double kMemoryBound = 200;

std::vector<Row> allRows(const Arguments& arguments, const std::optional<std::string>& herd) {
  const Setting scaling{HRFCHECK_SOURCE_DIR, arguments.seconds};
  const Setting targets{HRFCHECK_SOURCE_DIR, arguments.quick ? arguments.seconds : kTargetSeconds};
  std::vector<Row> rows = targetRows(targets, HRFCHECK_PROGRAM);
  std::vector<Row> more = scalingRows(scaling);
  if (herd) {
    std::vector<Row> beside = herdRows(HRFCHECK_PROGRAM, *herd);
    std::move(beside.begin(), beside.end(), std::back_inserter(more));
  }
  std::move(more.begin(), more.end(), std::back_inserter(rows));
  std::erase_if(rows, [&](const Row& row) {
    return !arguments.only.empty() &&
           std::none_of(arguments.only.begin(), arguments.only.end(),
                        [&](const std::string& part) { return row.name.find(part) != std::string::npos; });
  });
  return rows;
}

/// The row with a target that is about all the others.
Result memoryOfAll(const std::vector<Result>& results) {
  Result result;
  result.name = "target/memory/all-rows";
  result.what = "peak memory of the largest row";
  result.unit = Unit::Megabytes;
  result.target = Target{kMemoryBound};
  double largest = 0;
  for (const Result& other : results) {
    // What another program takes is not ours: herd7's, a preprocessor's.
    const bool others = other.name.ends_with("/herd7") || other.name == "target/limit/preprocessor";
    largest = std::max(largest, others ? 0 : other.peakMegabytes);
  }
  result.values = {largest};
  result.peakMegabytes = largest;
  return result;
}

Limits limitsOf(const Arguments& arguments, const Row& row) {
  Limits limits;
  limits.repetitions = arguments.quick ? 1 : arguments.repetitions;
  limits.seconds = row.seconds.value_or(arguments.seconds);
  return limits;
}

std::vector<Result> measureAll(const Arguments& arguments, const std::vector<Row>& rows) {
  std::vector<Result> results;
  std::set<std::string> givenUp;
  std::cout << tableHead();
  for (const Row& row : rows) {
    const bool left = arguments.quick && row.seconds.value_or(0) > kLongestOfQuick;
    results.push_back(left || givenUp.contains(row.series) ? withoutValues(row, kNotRun)
                                                           : measure(row, limitsOf(arguments, row)));
    if (!row.series.empty() && !results.back().problem.empty()) {
      givenUp.insert(row.series);
    }
    std::cout << tableLine(results.back()) << std::flush;
  }
  return results;
}

void writeFile(const std::string& path, const std::string& text) {
  std::ofstream out(path);
  out << text;
  if (!out.flush()) {
    throw UserError("cannot write " + path);
  }
}

/// Behind this line a page holds results, and they are replaced; a file without it is replaced as a whole.
constexpr const char* kResultsBelow = "<!-- results -->\n";

void writeMarkdown(const std::string& path, const std::string& tables) {
  std::ostringstream old;
  old << std::ifstream(path).rdbuf();
  const std::size_t mark = old.str().find(kResultsBelow);
  const std::string kept = mark == std::string::npos ? "" : old.str().substr(0, mark) + kResultsBelow + "\n";
  writeFile(path, kept + tables);
}

Machine machineOf(const Arguments& arguments, const std::optional<std::string>& herd) {
  std::string version = herd ? runProgram({*herd, "-version"}).output : "";
  version = version.substr(0, version.find('\n'));
  const std::string measured = arguments.quick ? fmt::format("once, at most {:g} s", arguments.seconds)
                                               : fmt::format("up to {} times, at most {:g} s",
                                                             arguments.repetitions, arguments.seconds);
  return thisMachine(HRFCHECK_BUILD_TYPE, version, measured);
}

int run(const Arguments& arguments) {
  const std::optional<std::string> herd = onPath("herd7");
  const std::vector<Row> rows = allRows(arguments, herd);
  if (arguments.list) {
    for (const Row& row : rows) {
      std::cout << fmt::format("{:<44} {}\n", row.name, row.what);
    }
    return 0;
  }
  std::vector<Result> results = measureAll(arguments, rows);
  compareWithHerd(results);
  results.push_back(memoryOfAll(results));
  std::cout << tableLine(results.back());
  const Machine machine = machineOf(arguments, herd);
  if (!arguments.json.empty()) {
    writeFile(arguments.json, toJson(machine, results).dump(1) + "\n");
  }
  if (!arguments.markdown.empty()) {
    writeMarkdown(arguments.markdown, toMarkdown(machine, results));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app{"Measures hrfcheck (docs/performance.md)"};
  app.add_option("--only", arguments.only, "Rows whose names contain one of these");
  app.add_option("--json", arguments.json, "Write everything to this file, for bench/compare");
  app.add_option("--markdown", arguments.markdown,
                 "Write the tables of docs/performance.md to this file, below its line <!-- results -->");
  CLI::Option* limit =
      app.add_option("--limit", arguments.seconds, "Seconds for one repetition of a scaling row");
  app.add_option("--repetitions", arguments.repetitions, "Repetitions of a row, while they are short")
      ->check(CLI::PositiveNumber);
  app.add_flag("--quick", arguments.quick,
               "One repetition each, a limit of one second, and no rows that take minutes");
  app.add_flag("--list", arguments.list, "Only say which rows there are");
  CLI11_PARSE(app, argc, argv);
  if (arguments.quick && limit->empty()) {
    arguments.seconds = kQuickSeconds;
  }
  try {
    return run(arguments);
  } catch (const std::exception& error) {
    std::cerr << "hrfcheck-bench-run: " << error.what() << "\n";
    return 2;
  }
}
