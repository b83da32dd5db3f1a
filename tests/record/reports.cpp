#include "record/reports.h"

#include <cstdlib>
#include <regex>

#include "support/pages.h"

namespace hrfcheck::test {

namespace {

/// The lines of `file` that a line of a report names: "kernels/record/cuda/pytorch-reduce.cu:19", and "line
/// 19" in litmus tests.
std::vector<int> placesIn(const std::string& line, const std::string& file) {
  const std::string before = file.ends_with(".litmus") ? "  line " : file + ":";
  std::vector<int> places;
  for (std::size_t at = line.find(before); at != std::string::npos; at = line.find(before, at + 1)) {
    places.push_back(std::atoi(line.c_str() + at + before.size()));
  }
  return places;
}

std::string pairOf(const std::vector<int>& places) {
  if (places.empty()) {
    return "";
  }
  const std::string first = std::to_string(places.front());
  return places.size() == 1 || places[0] == places[1] ? first : first + " × " + std::to_string(places[1]);
}

/// Of a block of the output, which is about one test.
FirstReport firstOf(const std::vector<std::string>& block, const std::string& file) {
  FirstReport report;
  std::vector<int> pair;
  bool inside = false;
  bool flag = false;
  for (const std::string& line : block) {
    const bool race = line.starts_with("  heterogeneous race");
    const bool flagged = line.starts_with("  flag ");
    const bool another =
        flag && !pair.empty() && line.starts_with("    P") && line.find("  ×  ") != std::string::npos;
    if (inside && (race || flagged || another || line.empty())) {
      break;
    }
    inside = inside || race || flagged;
    flag = flag || flagged;
    if (inside) {
      for (const int place : placesIn(line, file)) {
        report.lines.insert(place);
        pair.push_back(place);
      }
    }
  }
  report.pair = pairOf(pair);
  return report;
}

}  // namespace

std::map<std::string, FirstReport> firstReports(const std::string& model,
                                                const std::vector<std::string>& tests) {
  std::string command =
      "hrfcheck check --only races -m " + model + (model == "vulkan" ? " --via glslang" : "");
  for (const std::string& test : tests) {
    command += " " + test;
  }
  static const std::regex head(R"(^(kernels/\S+?)(?::[^.\s]+)?  ·  .*)");
  std::map<std::string, std::vector<std::string>> blocks;
  std::string file;
  for (const std::string& line : linesOf(outputOf(command))) {
    std::smatch found;
    if (std::regex_match(line, found, head)) {
      file = found[1];
    } else if (!file.empty()) {
      blocks[file].push_back(line);
    }
  }
  std::map<std::string, FirstReport> reports;
  for (const auto& [name, block] : blocks) {
    FirstReport report = firstOf(block, name);
    if (!report.lines.empty()) {
      reports.emplace(name, std::move(report));
    }
  }
  return reports;
}

}  // namespace hrfcheck::test
