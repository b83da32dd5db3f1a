// Every example of the README and the docs is run: in a ```console block, a line "$ hrfcheck ..." is a
// command, what follows is exactly what it prints (a line "..." stands for any lines), and "[exit status N]"
// closes one that fails.

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/slice.h"

namespace {

namespace fs = std::filesystem;

struct Example {
  std::string file;
  int line = 0;
  std::string command;
  std::vector<std::string> output;
  int status = 0;
};

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

constexpr const char* kStatus = "[exit status ";

std::vector<Example> examplesOf(const fs::path& file) {
  std::ifstream in(file);
  std::vector<Example> examples;
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.starts_with("```")) {
      inside = line == "```console";
      continue;
    }
    if (!inside) {
      continue;
    }
    if (line.starts_with("$ ")) {
      examples.push_back({file.filename().string(), number, line.substr(2), {}, 0});
    } else if (line.starts_with(kStatus)) {
      examples.back().status = std::stoi(line.substr(std::string(kStatus).size()));
    } else if (!examples.empty()) {
      examples.back().output.push_back(line);
    }
  }
  return examples;
}

/// The ```litmus blocks of a page.
std::vector<Example> testsOf(const fs::path& file) {
  std::ifstream in(file);
  std::vector<Example> tests;
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.starts_with("```")) {
      inside = line == "```litmus";
      if (inside) {
        tests.push_back({file.filename().string(), number, "", {}, 0});
      }
    } else if (inside) {
      tests.back().output.push_back(line);
    }
  }
  return tests;
}

struct Run {
  std::string output;
  int status;
};

Run runCommand(const std::string& command) {
  const std::string full =
      "cd '" HRFCHECK_SOURCE_DIR "' && PATH='" HRFCHECK_BINARY_DIR "/bin':\"$PATH\" " + command;
  Run run;
  FILE* pipe = popen((full + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    run.output.append(buffer.data(), n);
  }
  const int status = pclose(pipe);
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return run;
}

bool isOnPath(const std::string& program) {
  return runCommand("command -v " + program).status == 0;
}

/// Whether an example needs programs that are not there: compilers are no part of the plain setup.
bool lacksCompiler(const std::string& command) {
  const bool clang = command.find("--via clang") != std::string::npos;
  const bool hip =
      command.find(".hip") != std::string::npos || command.find("--via llvm") != std::string::npos;
  const bool glslang = command.find("--via glslang") != std::string::npos;
  return (clang && !(isOnPath("clang-15") && isOnPath("llvm-spirv-15"))) ||
         (hip &&
          !(isOnPath("clang-19") && fs::exists(fs::path(HRFCHECK_BINARY_DIR) / "bin/hrfcheck-llvm"))) ||
         (glslang && !isOnPath("glslangValidator"));
}

/// "..." in `expected` stands for any number of lines.
bool matches(const std::vector<std::string>& expected, std::size_t i, const std::vector<std::string>& got,
             std::size_t j) {
  for (; i < expected.size(); ++i, ++j) {
    if (expected[i] == "...") {
      for (std::size_t k = j; k <= got.size(); ++k) {
        if (matches(expected, i + 1, got, k)) {
          return true;
        }
      }
      return false;
    }
    if (j >= got.size() || expected[i] != got[j]) {
      return false;
    }
  }
  return j == got.size();
}

std::vector<fs::path> pages() {
  const fs::path root = HRFCHECK_SOURCE_DIR;
  std::vector<fs::path> result{root / "README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
    if (entry.path().extension() == ".md") {
      result.push_back(entry.path());
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

namespace {

/// Of several tests, so that they run beside each other.
constexpr std::size_t kParts = 4;

/// Whole figures of a paper, which take from nine seconds to a minute; what they consist of is tested in
/// tests/machine.
bool takesLong(const std::string& command) {
  constexpr std::string_view kLong[] = {"price programs ", "price stealing --machine rsp-lit --caches",
                                        "price needleman-wunsch"};
  return std::ranges::any_of(kLong,
                             [&](std::string_view part) { return command.find(part) != std::string::npos; });
}

/// The examples of every kParts-th page, from one on.
void checkExamples(std::size_t part) {
  const std::vector<fs::path> all = pages();
  std::size_t count = 0;
  for (std::size_t i = part; i < all.size(); i += kParts) {
    for (const Example& example : examplesOf(all[i])) {
      if (!example.command.starts_with("hrfcheck")) {
        continue;
      }
      if (!hrfcheck::test::kAtLength && takesLong(example.command)) {
        MESSAGE("run at length only: ", example.command);
        continue;
      }
      if (lacksCompiler(example.command)) {
        MESSAGE("skipped: no compiler for ", example.command);
        continue;
      }
      ++count;
      const Run run = runCommand(example.command);
      INFO(example.file, ":", example.line, ": ", example.command, "\nprinted:\n", run.output);
      CHECK(run.status == example.status);
      CHECK(matches(example.output, 0, linesOf(run.output), 0));
    }
  }
  CHECK(count >= 5);
}

}  // namespace

TEST_CASE("examples in the docs print what they say, 1 of 4") {
  checkExamples(0);
}
TEST_CASE("examples in the docs print what they say, 2 of 4") {
  checkExamples(1);
}
TEST_CASE("examples in the docs print what they say, 3 of 4") {
  checkExamples(2);
}
TEST_CASE("examples in the docs print what they say, 4 of 4") {
  checkExamples(3);
}

TEST_CASE("litmus tests in the docs are read without a complaint") {
  const fs::path file = fs::path(HRFCHECK_BINARY_DIR) / "docs-example.litmus";
  std::size_t count = 0;
  for (const fs::path& page : pages()) {
    for (const Example& test : testsOf(page)) {
      ++count;
      {
        std::ofstream out(file);
        for (const std::string& line : test.output) {
          out << line << "\n";
        }
      }
      const std::string& first = test.output.front();
      const bool noModels = first.starts_with("PTX") || first.starts_with("VULKAN");
      const std::string lisa = "check -m tests/check/lisa/fences.cat --bell tests/check/lisa/machine.bell";
      const std::string question = noModels ? "progress" : first.starts_with("LISA") ? lisa : "check -m sc";
      const Run run = runCommand("hrfcheck " + question + " '" + file.string() + "'");
      INFO(test.file, ":", test.line, ": ", run.output);
      CHECK(run.status == 0);
      CHECK(run.output.find("warning") == std::string::npos);
      CHECK(run.output.find("error") == std::string::npos);
    }
  }
  CHECK(count >= 6);
}

TEST_CASE("the README names the two commands") {
  std::ifstream in(HRFCHECK_SOURCE_DIR "/README.md");
  std::stringstream text;
  text << in.rdbuf();
  CHECK(text.str().find("scripts/demo") != std::string::npos);
  CHECK(text.str().find("scripts/test") != std::string::npos);
}
