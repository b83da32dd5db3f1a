#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/litmus.h"
#include "termination/termination.h"

namespace hrfcheck::test {

inline std::shared_ptr<const Program> programOf(std::string_view text) {
  return parseLitmus(std::make_shared<const Source>("test.litmus", std::string(text)));
}

/// "hsa", "s-obe", "wg=obe" for a program.
inline SchedulerSpec schedulerOf(const Program& program, std::string_view text) {
  return parseSchedulerSpec(text, program.scopes.levels(), {});
}

/// The six of CONCUR 2018.
inline std::vector<SchedulerSpec> everyScheduler(bool strong = false) {
  std::vector<SchedulerSpec> specs;
  for (const Scheduler scheduler : allSchedulers()) {
    specs.push_back({.strong = strong, .scheduler = scheduler, .levels = {}});
  }
  return specs;
}

inline ProgressResult analyse(const std::shared_ptr<const Program>& program,
                              std::vector<SchedulerSpec> schedulers = everyScheduler(),
                              bool symmetry = false) {
  ProgressOptions options;
  options.schedulers = std::move(schedulers);
  options.symmetry = symmetry;
  return analyseProgress(program, options);
}

inline char letterOf(const SchedulerVerdict& verdict) {
  return verdict.answer == ProgressAnswer::Terminates ? 'Y'
         : verdict.answer == ProgressAnswer::MayHang  ? 'N'
                                                      : '?';
}

/// "NNYYYY": one letter for each verdict.
inline std::string lettersOf(const ProgressResult& result) {
  std::string letters;
  for (const SchedulerVerdict& verdict : result.verdicts) {
    letters += letterOf(verdict);
  }
  return letters;
}

/// "2,0,2(0,2)".
std::string scheduleText(const Lasso& lasso);

/// Holds every lasso of a result against a replay of its schedule, and its kind and threads against what the
/// steps show; fails the running test where they differ.
void checkLassos(const ProgressResult& result);

/// The outside tests, where they stand beside the sources.
std::optional<std::filesystem::path> outsideTests();

}  // namespace hrfcheck::test
