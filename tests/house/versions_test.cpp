// There is one version, that of vcpkg.json, wherever a version stands: in what the program says of itself, in
// packages, recipes and pages, and in the results files that only the same version reads.

#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kProject = HRFCHECK_SOURCE_DIR;

std::string textOf(const fs::path& file) {
  std::ifstream in(file);
  REQUIRE_MESSAGE(in, file.string());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// What stands in the parentheses of a pattern, at each place where it fits.
std::vector<std::string> found(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> all;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
    all.push_back((*at)[1]);
  }
  return all;
}

std::string version() {
  return found(textOf(kProject / "vcpkg.json"), R"re("version": "([^"]+)")re").at(0);
}

/// A file that names the version, and where in it. Optional: what is not part of every checkout.
struct Named {
  const char* file;
  const char* pattern;
  bool optional = false;
};

constexpr auto kNamed = std::to_array<Named>({
    {"docs/batch.md", R"(hrfcheck@v([0-9.]+[0-9]))"},
    {"docs/batch.md", R"(rev: v([0-9.]+[0-9]))"},
    {"python/hrfcheck/__init__.py", R"re(__version__ = "([^"]+)")re"},
    {"CITATION.cff", R"(\nversion: (\S+))"},
    {"packaging/README.md", R"(`v([0-9.]+[0-9])`)"},
    {"packaging/homebrew/hrfcheck.rb", R"re(tag: "v([^"]+)")re"},
    {"packaging/homebrew/hrfcheck.rb", R"re(\n  version "([^"]+)")re"},
    {"packaging/spack/package.py", R"re(tag="v([^"]+)")re"},
    {"packaging/spack/package.py", R"re(version\("([0-9][^"]*)")re"},
    {"packaging/conda/meta.yaml", R"re(\n  version: "([^"]+)")re"},
    {"packaging/conda/meta.yaml", R"(git_rev: v(\S+))"},
    {"litmus/synth/hrf-indirect-relaxed-6.jsonl", R"re("hrfcheck":"([^"]+)")re"},
    {"litmus/synth/rsp-6.jsonl", R"re("hrfcheck":"([^"]+)")re"},
    {"editors/vscode/package.json", R"re(\n  "version": "([^"]+)")re", true},
});

TEST_CASE("there is one version") {
  const std::string expected = version();
  CHECK(std::regex_match(expected, std::regex(R"([0-9]+\.[0-9]+\.[0-9]+)")));
  for (const Named& named : kNamed) {
    if (named.optional && !fs::exists(kProject / named.file)) {
      continue;
    }
    CAPTURE(named.file);
    CAPTURE(named.pattern);
    const std::vector<std::string> versions = found(textOf(kProject / named.file), named.pattern);
    CHECK_FALSE(versions.empty());
    for (const std::string& one : versions) {
      CHECK(one == expected);
    }
  }
}

TEST_CASE("the change log begins with this version, and goes back from there") {
  const std::vector<std::string> versions =
      found(textOf(kProject / "CHANGELOG.md"), R"(\n## ([0-9.]+[0-9])\n)");
  REQUIRE(versions.size() > 1);
  CHECK(versions.front() == version());
}

TEST_CASE("users of the library ask for this minor version") {
  const std::string minor = version().substr(0, version().rfind('.'));
  CHECK(
      found(textOf(kProject / "tests/package/CMakeLists.txt"), R"(find_package\(hrfcheck ([0-9.]+))").at(0) ==
      minor);
}

TEST_CASE("the program says so") {
  const std::string command = std::string(HRFCHECK_BINARY_DIR) + "/bin/hrfcheck --version";
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 256> line{};
  const bool said = std::fgets(line.data(), line.size(), pipe) != nullptr;
  pclose(pipe);
  REQUIRE(said);
  CHECK(std::string(line.data()).starts_with("hrfcheck " + version() + " ("));
}

}  // namespace
