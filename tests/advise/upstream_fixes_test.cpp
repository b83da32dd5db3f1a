// The table of docs/wild.md on proxies and barrier objects: what `repair` makes of each kernel, where the
// table says so, is what was done upstream, instruction by instruction.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "corpus_tests.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace upstream_fixes_test {

namespace {

namespace fs = std::filesystem;
const fs::path kSources = HRFCHECK_SOURCE_DIR;

std::string textOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// `cell` of `| cell | cell |`.
std::vector<std::string> cellsOf(const std::string& row) {
  std::vector<std::string> cells;
  std::istringstream in(row.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) {
    const auto first = cell.find_first_not_of(' ');
    cells.push_back(first == std::string::npos ? ""
                                               : cell.substr(first, cell.find_last_not_of(' ') - first + 1));
  }
  return cells;
}

/// By kernel: what the last column says of it.
std::map<std::string, std::string> tableOfPage() {
  std::map<std::string, std::string> table;
  std::istringstream page(textOf(kSources / "docs/wild.md"));
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    inside = line.starts_with("| kernel |") || (inside && line.starts_with("|"));
    const std::vector<std::string> cells = inside ? cellsOf(line) : std::vector<std::string>{};
    if (cells.size() == 5 && cells[0].starts_with('`')) {
      table[cells[0].substr(1, cells[0].find('`', 1) - 1)] = cells[4];
    }
  }
  return table;
}

/// What a kernel of a module does to memory and for others: its instructions without arithmetic.
std::vector<std::string> codeOf(const std::string& module, bool fixed) {
  const std::string sign = ".visible .entry ";
  std::vector<std::string> found;
  for (std::size_t at = module.find(sign); at != std::string::npos; at = module.find(sign, at + 1)) {
    const std::string name = module.substr(at + sign.size(), module.find('(', at) - at - sign.size());
    if (name.ends_with("_fixed") != fixed || (!found.empty() && !fixed)) {
      continue;
    }
    found.clear();
    std::istringstream body(module.substr(at, module.find("\n}", at) - at));
    std::string line;
    std::getline(body, line);
    while (std::getline(body, line)) {
      std::string words = line.substr(std::min(line.find_first_not_of(' '), line.size()));
      // Of all state spaces, or of the one that the copy is to.
      const std::string global = "fence.proxy.async.global;";
      words = words == global ? "fence.proxy.async;" : words;
      const bool arithmetic = words.starts_with("add.") || words.starts_with("mov.") || words.ends_with(':');
      if (!words.empty() && !arithmetic && !words.starts_with("//")) {
        found.push_back(words);
      }
    }
  }
  return found;
}

AskedModel model(const std::string& name) {
  const ModelLibrary library({(kSources / "models").string()});
  return {name, std::make_shared<const Model>(library.load(name))};
}

std::string repaired(const std::string& kernel) {
  const std::string file = (kSources / "kernels/wild" / (kernel + ".ptx")).string() + ":" + kernel;
  AdviceRequest request;
  request.program = readTestFile(file);
  request.read = [kernel](const SourcePtr& source) { return parseLitmus(editedSource(source, {}), kernel); };
  request.models = {model("ptx"), model("ptx-9-local")};
  request.goal = RepairGoal::Hold;
  request.search.analysis.deadline = Deadline::after(300);
  const auto engine = makeEngine(EngineChoice::Auto);
  const Advice advice = repair(request, *engine);
  CHECK(advice.proved());
  return advice.text.value_or("");
}

}  // namespace

TEST_CASE("the table of upstream fixes has every kernel with proxies") {
  std::set<std::string> kernels;
  for (const auto& entry : fs::directory_iterator(kSources / "kernels/wild")) {
    if (entry.path().extension() == ".ptx") {
      kernels.insert(entry.path().stem().string());
    }
  }
  std::set<std::string> rows;
  for (const auto& [kernel, answer] : tableOfPage()) {
    rows.insert(kernel);
  }
  CHECK(rows == kernels);
}

TEST_CASE("the repair of a kernel with proxies is the upstream fix, where the table says so") {
  std::size_t same = 0;
  for (const auto& [kernel, answer] : tableOfPage()) {
    CAPTURE(kernel);
    if (!answer.starts_with("the same")) {
      continue;
    }
    ++same;
    const std::vector<std::string> fixed =
        codeOf(textOf(kSources / "kernels/wild" / (kernel + ".ptx")), true);
    REQUIRE(!fixed.empty());
    CHECK(codeOf(repaired(kernel), false) == fixed);
  }
  CHECK(same >= 8);
}

}  // namespace upstream_fixes_test
