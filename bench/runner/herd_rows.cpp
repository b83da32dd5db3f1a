// herd7 beside hrfcheck: the same C11 file, the same model (rc11, herd's own rendering), in turns, on the
// same machine in the same run. Only ratios of the two mean anything. Each is a fresh process. The numbers of
// final states that the two report must agree.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <regex>

#include "bench/families/families.h"
#include "bench/runner/rows.h"
#include "bench/runner/spawn.h"

namespace hrfcheck::bench {
namespace {

struct Shape {
  const char* family;
  std::vector<families::Sizes> sizes;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> shapes{{"sb", {{3}, {5}, {8}, {10}, {12}, {13}}},
                                         {"lb", {{3}, {5}, {8}, {10}, {12}}},
                                         {"iriw", {{2}, {3}, {4}, {5}, {6}}},
                                         {"mp", {{3}, {6}, {9}, {12}}},
                                         {"fetch-add", {{3, 1}, {4, 1}, {5, 1}, {2, 2}, {3, 2}}},
                                         {"writers-readers", {{3, 1}, {5, 1}, {6, 1}, {7, 1}}}};
  return shapes;
}

constexpr const char* kHerdSuffix = "/herd7";
constexpr const char* kOurSuffix = "/hrfcheck";

/// A file of a row's own, gone with it.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() / fmt::format("hrfcheck-bench-{}.litmus", getpid())) {
    std::ofstream(path_) << text;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// Both print herd's log: "States 7".
Sample statesOf(const ProgramRun& run) {
  static const std::regex states("(^|\n)States ([0-9]+)");
  std::smatch match;
  if (run.exitStatus != 0) {
    return {0, {}, std::nullopt, fmt::format("exit status {}", run.exitStatus)};
  }
  if (!std::regex_search(run.output, match, states)) {
    return {0, {}, std::nullopt, "no number of states"};
  }
  return {run.cpuSeconds, {{"outcomes", std::stoull(match[2])}}, std::nullopt, ""};
}

Row rowOf(const std::string& name, const std::string& what, const std::vector<std::string>& command,
          const std::string& text) {
  const std::string series =
      name.substr(0, name.find('-', name.rfind("herd/"))) + name.substr(name.rfind('/'));
  return {name, what, Unit::Seconds, std::nullopt, series, [=]() -> Repetition {
            return [=] {
              const TemporaryFile file(text);
              std::vector<std::string> whole = command;
              whole.push_back(file.path());
              return statesOf(runProgram(whole));
            };
          }};
}

}  // namespace

std::vector<Row> herdRows(const std::filesystem::path& program, const std::filesystem::path& herd) {
  std::vector<Row> rows;
  for (const Shape& shape : shapes()) {
    const families::Family& family = families::named(shape.family);
    for (const families::Sizes& sizes : shape.sizes) {
      const std::string label = families::label(family, sizes);
      std::string name = "herd/" + label;
      std::replace(name.begin(), name.end(), ' ', '-');
      const std::string text = families::text(family, sizes, families::Dialect::C);
      rows.push_back(rowOf(name + kOurSuffix, label + ", outcomes, rc11, hrfcheck",
                           {program.string(), "check", "-m", "rc11", "--format", "herd"}, text));
      rows.push_back(rowOf(name + kHerdSuffix, label + ", outcomes, rc11, herd7",
                           {herd.string(), "-model", "rc11.cat"}, text));
    }
  }
  return rows;
}

void compareWithHerd(std::vector<Result>& results) {
  for (std::size_t i = 1; i < results.size(); ++i) {
    const Result& ours = results[i - 1];
    Result& theirs = results[i];
    const std::string stem = ours.name.substr(0, ours.name.rfind('/'));
    if (theirs.name.starts_with("herd/") && theirs.name == stem + kHerdSuffix && ours.problem.empty() &&
        theirs.problem.empty() && ours.counts.at("outcomes") != theirs.counts.at("outcomes")) {
      theirs.problem = fmt::format("{} outcomes, and hrfcheck has {}", theirs.counts.at("outcomes"),
                                   ours.counts.at("outcomes"));
    }
  }
}

}  // namespace hrfcheck::bench
