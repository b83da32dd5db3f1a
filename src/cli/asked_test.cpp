#include "cli/asked_test.h"

#include "frontend/litmus.h"
#include "program/lock_unit/with_lock_bits.h"

namespace hrfcheck::inline cli {

std::shared_ptr<const Program> readTest(const std::string& file, const std::optional<std::string>& outcome) {
  const SourcePtr source = readSource(file);
  return outcome ? parseLitmusAsking(source, std::make_shared<const Source>("--outcome", *outcome))
                 : parseLitmus(source);
}

TestForModels readForModels(const std::string& file, const std::optional<std::string>& outcome,
                            const LockUnitReading& lockUnit) {
  TestForModels test;
  test.written = readTest(file, outcome);
  test.program = withLockBits(test.written, lockUnit);
  return test;
}

AnalysisOptions analysisUnder(RunWatch& watch, const SearchArguments& search) {
  AnalysisOptions options;
  options.symmetry = search.symmetry;
  options.enumerateInSearch = search.enumerateInSearch;
  options.deadline = Deadline::after(search.timeout, &watch.stop());
  options.activity = watch.activity();
  return options;
}

CheckOptions checkUnder(RunWatch& watch, const SearchArguments& search, CheckQuestion question,
                        Explaining explaining) {
  return checkOptions(analysisUnder(watch, search), question, explaining, &watch.stop());
}

}  // namespace hrfcheck::inline cli
