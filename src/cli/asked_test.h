#pragma once

#include <memory>
#include <optional>
#include <string>

#include "check/check_options.h"
#include "cli/arguments.h"
#include "cli/run_watch.h"
#include "frontend/test_file.h"
#include "program/lock_unit/lock_bit.h"

namespace hrfcheck::inline cli {

// A test that a command is asked about, and how the engines are asked.

/// @param outcome --outcome: the final state that the test asks about, instead of its own condition
/// @throws UserError; OutOfTime when the deadline has expired
std::shared_ptr<const Program> readTest(const std::string& file, const LaunchOptions& launch,
                                        const std::optional<std::string>& outcome, const Deadline& deadline);
/// Until when a test may be read.
Deadline deadlineUnder(RunWatch& watch, const SearchArguments& search);

/// A test as it is written, and as memory models are asked about it: with the lock unit in their terms.
struct TestForModels {
  std::shared_ptr<const Program> written;
  std::shared_ptr<const Program> program;
};
TestForModels forModels(std::shared_ptr<const Program> written, const LockUnitReading& lockUnit);

/// How the engines search, and until when: the time runs from now, and the watch may end it.
AnalysisOptions analysisUnder(RunWatch& watch, const SearchArguments& search);
/// The same, with what is asked.
CheckOptions checkUnder(RunWatch& watch, const SearchArguments& search, CheckQuestion question,
                        Explaining explaining);

}  // namespace hrfcheck::inline cli
