#include "cli/asked_test.h"

#include "program/lock_unit/with_lock_bits.h"

namespace hrfcheck::inline cli {

std::shared_ptr<const Program> readTest(const std::string& file, const LaunchOptions& launch,
                                        const std::optional<std::string>& outcome, const Deadline& deadline) {
  if (!outcome) {
    return readTestFile(file, launch, deadline);
  }
  const TestPath meant = testPathOf(file);
  return parseLitmusAsking(readTestSource(meant.file, launch, deadline),
                           std::make_shared<const Source>("--outcome", *outcome),
                           meant.test.empty() ? launch.test : meant.test, deadline);
}

Deadline deadlineUnder(RunWatch& watch, const SearchArguments& search) {
  return Deadline::after(search.timeout, &watch.stop());
}

TestForModels forModels(std::shared_ptr<const Program> written, const LockUnitReading& lockUnit) {
  std::shared_ptr<const Program> program = withLockBits(written, lockUnit);
  return {std::move(written), std::move(program)};
}

AnalysisOptions analysisUnder(RunWatch& watch, const SearchArguments& search) {
  AnalysisOptions options;
  options.symmetry = search.symmetry;
  options.enumerateInSearch = search.enumerateInSearch;
  options.deadline = deadlineUnder(watch, search);
  options.activity = watch.activity();
  return options;
}

CheckOptions checkUnder(RunWatch& watch, const SearchArguments& search, CheckQuestion question,
                        Explaining explaining) {
  return checkOptions(analysisUnder(watch, search), question, explaining, &watch.stop());
}

}  // namespace hrfcheck::inline cli
