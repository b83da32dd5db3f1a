#include "cli/each_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "util/process/deadline.h"
#include "util/text.h"

namespace hrfcheck::inline cli {

std::vector<std::string> testsOf(const std::vector<std::string>& files, const LaunchOptions& launch) {
  std::vector<std::string> tests;
  for (const std::string& file : files) {
    const std::vector<std::string> more = testPathsOf(file, launch);
    tests.insert(tests.end(), more.begin(), more.end());
  }
  return tests;
}

LaunchOptions forTest(LaunchOptions launch, const std::string& path,
                      const std::vector<std::string>& arguments) {
  const auto fileOf = [](const std::string& test) {
    return std::filesystem::path(testPathOf(test).file).lexically_normal();
  };
  const bool named = std::ranges::any_of(
      arguments, [&](const std::string& argument) { return fileOf(argument) == fileOf(path); });
  if (!named) {
    launch.includeBeside = false;
    launch.includeFolders.clear();
  }
  return launch;
}

void EachTest::run(const std::vector<std::string>& tests,
                   const std::function<void(const std::string& path)>& ask) {
  for (left_ = tests.size(); left_ > 0 && !watch_.interrupted(); --left_) {
    const std::string& path = tests[tests.size() - left_];
    try {
      ask(path);
    } catch (const UserError& error) {
      tell_(error.diagnostics(), ExitStatus::BadInput);
    } catch (const OutOfTime&) {
      tell_(
          {{Severity::Warning, {}, fmt::format("undecided ({}): {}", watch_.reason("time limit"), path), ""}},
          ExitStatus::Undecided);
    }
  }
}

void EachTest::tellLeft(const std::string& why) const {
  if (left_ > 0) {
    tell_({{Severity::Warning, {}, fmt::format("{}: {} not checked", why, counted(left_, "test")), ""}},
          ExitStatus::Undecided);
  }
}

}  // namespace hrfcheck::inline cli
