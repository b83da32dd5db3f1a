// docs/record.md against what the program says: every kernel of the record has a row, every row's first
// report is the one that the table gives, and it names a line that was changed upstream.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "record/reports.h"
#include "support/pages.h"

using namespace hrfcheck::test;

namespace record_test {

namespace {

namespace fs = std::filesystem;

const fs::path kSources = HRFCHECK_SOURCE_DIR;

struct Row {
  std::string file;  ///< below the sources: kernels/record/cuda/pytorch-reduce.cu
  std::string pair;  ///< the lines of the first report: "19 × 24", or one line; empty where there is none
  std::set<int> guilty;  ///< the lines that were changed upstream, or between which something was inserted
};

/// The lines of a kernel that end in `// guilty`.
std::set<int> marksOf(const fs::path& file) {
  std::set<int> marks;
  int number = 0;
  for (const std::string& line : linesOf(textOf(file))) {
    ++number;
    if (line.ends_with("// guilty")) {
      marks.insert(number);
    }
  }
  return marks;
}

/// The rows of the page. A row has its kernel as a link in the second cell and the lines of the first report
/// at the beginning of the fourth; the lines that were changed upstream are marked in the kernel, or stand in
/// the fifth cell of rows about kernels/wild.
std::vector<Row> rowsOfPage() {
  static const std::regex link(R"(\]\(\.\./(kernels/[^)]*)\))");
  static const std::regex pair(R"(^`(\d+(?: × \d+)?)`)");
  static const std::regex number(R"(\d+)");
  std::vector<Row> rows;
  for (const std::string& line : linesOf(textOf(kSources / "docs/record.md"))) {
    const std::vector<std::string> cells = cellsOf(line);
    std::smatch found;
    if (cells.size() != 6 || !std::regex_search(cells[1], found, link)) {
      continue;
    }
    Row row{found[1], "", {}};
    if (std::regex_search(cells[3], found, pair)) {
      row.pair = found[1];
    }
    if (row.file.starts_with("kernels/wild/")) {
      for (auto at = std::sregex_iterator(cells[4].begin(), cells[4].end(), number);
           at != std::sregex_iterator(); ++at) {
        row.guilty.insert(std::stoi(at->str()));
      }
    } else {
      row.guilty = marksOf(kSources / row.file);
    }
    rows.push_back(row);
  }
  return rows;
}

/// The model whose first report a row gives.
std::string modelOf(const std::string& file) {
  const std::string ending = fs::path(file).extension();
  if (ending == ".cl") {
    return "opencl";
  }
  if (ending == ".comp") {
    return "vulkan";
  }
  return ending == ".ptx" && file.starts_with("kernels/wild/") ? "ptx" : "hrf-indirect-relaxed";
}

/// Whether a file is one test; what was repaired is in a file beside it then.
bool isOneTest(const fs::path& file) {
  return file.extension() == ".litmus" || file.extension() == ".comp";
}

/// The name of the test that has the mistake: that of its file.
std::string testOf(const std::string& file) {
  const fs::path path = file;
  return isOneTest(path) ? file : file + ":" + path.stem().string();
}

}  // namespace

TEST_CASE("every kernel of the record has a row on the page") {
  std::set<std::string> rows;
  for (const Row& row : rowsOfPage()) {
    rows.insert(row.file);
  }
  CHECK(rows.size() >= 40);
  for (const auto& entry : fs::recursive_directory_iterator(kSources / "kernels/record")) {
    const std::string file = fs::relative(entry.path(), kSources);
    const bool repaired = isOneTest(file) && fs::path(file).stem().string().ends_with("-fixed");
    if (entry.is_regular_file() && !repaired) {
      CAPTURE(file);
      CHECK(rows.count(file) == 1);
    }
  }
}

TEST_CASE(
    "the first report of each kernel of the record is the one on the page, and names a line that upstream changed") {
  std::map<std::string, std::vector<Row>> byModel;
  for (const Row& row : rowsOfPage()) {
    byModel[modelOf(row.file)].push_back(row);
  }
  std::size_t named = 0;
  for (const auto& [model, rows] : byModel) {
    if (model == "vulkan" && !isOnPath("glslangValidator")) {
      MESSAGE("skipped: no glslangValidator for shaders");
      continue;
    }
    std::vector<std::string> tests;
    for (const Row& row : rows) {
      if (!row.pair.empty()) {
        tests.push_back(testOf(row.file));
      }
    }
    const std::map<std::string, FirstReport> reports = firstReports(model, tests);
    for (const Row& row : rows) {
      if (row.pair.empty()) {
        continue;
      }
      CAPTURE(row.file);
      REQUIRE(reports.count(row.file) == 1);
      const FirstReport& report = reports.at(row.file);
      CHECK(report.pair == row.pair);
      const bool names =
          std::ranges::any_of(row.guilty, [&](int line) { return report.lines.count(line) == 1; });
      CHECK(names);
      named += names ? 1 : 0;
    }
  }
  CHECK(named >= 35);
}

}  // namespace record_test
