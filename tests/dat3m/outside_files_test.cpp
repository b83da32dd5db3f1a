// Every file of the corpora in the dialects that are written in columns can be read.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "dat3m/rows.h"
#include "frontend/litmus.h"
#include "util/source.h"

using namespace hrfcheck;

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> testsIn(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".litmus") {
      files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  return files;
}

/// How many of them can be read, each with the dialect.
std::size_t readable(const std::vector<fs::path>& files, const std::string& dialect) {
  std::size_t count = 0;
  for (const fs::path& file : files) {
    try {
      const auto program = parseLitmus(readSource(file.string()));
      CHECK(program->dialect == dialect);
      ++count;
    } catch (const std::exception& error) {
      FAIL_CHECK(file.string() << ": " << error.what());
    }
  }
  return count;
}

}  // namespace

TEST_CASE("every PTX and Vulkan test can be read") {
  const auto corpus = dat3m::folder();
  if (!corpus) {
    MESSAGE("skipped: no corpora beside the sources, and HRFCHECK_CORPORA is not set");
    return;
  }
  CHECK(readable(testsIn(*corpus / "PTX"), "PTX") == 160);
  CHECK(readable(testsIn(*corpus / "VULKAN"), "VULKAN") == 372);
}

TEST_CASE("every test about progress can be read, with what it expects of schedulers") {
  const auto corpus = dat3m::folder();
  if (!corpus) {
    return;
  }
  const std::vector<fs::path> files = testsIn(corpus->parent_path() / "progress");
  CHECK(readable(files, "HSA") == files.size());
  CHECK(files.size() >= 16);
  for (const fs::path& file : files) {
    const auto program = parseLitmus(readSource(file.string()));
    CHECK(program->terminates.size() >= 6);
    CHECK_MESSAGE(program->warnings.empty(), file.string());
  }
}
