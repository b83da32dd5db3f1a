#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cat/library.h"
#include "frontend/litmus.h"
#include "machine/machine.h"

// Every file of the folders of tests/wrong has mistakes; its .expected lists the diagnostics, one
// a line, as "LINE:COLUMN: severity: message" with "  hint: ..." behind those that have one.

namespace {

namespace fs = std::filesystem;
using namespace hrfcheck;

const fs::path kRoot = fs::path(HRFCHECK_SOURCE_DIR) / "tests" / "wrong";

std::string describe(const UserError& error) {
  std::ostringstream out;
  for (const Diagnostic& d : error.diagnostics()) {
    const LineColumn at = d.place.position();
    out << at.line << ':' << at.column << ": " << (d.severity == Severity::Error ? "error" : "warning")
        << ": " << d.message << '\n';
    if (!d.hint.empty()) {
      out << "  hint: " << d.hint << '\n';
    }
  }
  return out.str();
}

std::string contentOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> filesOf(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  if (fs::exists(folder)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == extension) {
        files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

using Parse = std::function<void(const SourcePtr&)>;

void checkFolder(const std::string& name, const std::string& extension, const Parse& parse) {
  std::set<fs::path> wanted;
  for (const fs::path& file : filesOf(kRoot / name, extension)) {
    const std::string shown = file.filename().string();
    CAPTURE(shown);
    fs::path expected = file;
    expected.replace_extension(".expected");
    wanted.insert(expected);
    std::string found;
    try {
      parse(readSource(file.string()));
    } catch (const UserError& error) {
      found = describe(error);
    }
    CHECK_MESSAGE(!found.empty(), "is accepted, though it is wrong: ", shown);
    REQUIRE_MESSAGE(fs::exists(expected), "has no .expected: ", shown, "\n", found);
    CHECK(found == contentOf(expected));
  }
  for (const fs::path& file : filesOf(kRoot / name, ".expected")) {
    CHECK_MESSAGE(wanted.count(file) == 1, "belongs to no file: ", file.string());
  }
}

TEST_CASE("wrong litmus tests") {
  checkFolder("litmus", ".litmus", [](const SourcePtr& source) { parseLitmus(source); });
}

TEST_CASE("wrong kernels and launches") {
  checkFolder("kernels", ".cl", [](const SourcePtr& source) { parseLitmus(source); });
}

TEST_CASE("wrong kernels in CUDA C++ and HIP") {
  checkFolder("cuda", ".cu", [](const SourcePtr& source) { parseLitmus(source); });
}

TEST_CASE("wrong models") {
  checkFolder("cat", ".cat", [](const SourcePtr& source) {
    parseModel(source, {fs::path(HRFCHECK_SOURCE_DIR) / "models"});
  });
}

TEST_CASE("wrong machines") {
  checkFolder("machine", ".machine", [](const SourcePtr& source) { describedMachine(source); });
}

TEST_CASE("there are enough wrong files to mean something") {
  CHECK(filesOf(kRoot / "litmus", ".litmus").size() + filesOf(kRoot / "cat", ".cat").size() >= 40);
}

}  // namespace
