#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/examiner.h"
#include "suite/suite.h"

namespace hrfcheck::inline suite {

/// The machines that a suite runs on: the one asked for or, with SuiteOptions::mutants, that one without each
/// of its rules.
/// @throws UserError for an unknown machine
std::vector<SuiteMachine> suiteMachines(const SuiteOptions& options);

/// The smallest program of a tally on which the machine without this rule breaks P1.
std::optional<SuiteFinding> killerOf(const std::string& rule, const SuiteTally& tally);

/// What became of every mutant; empty without SuiteOptions::mutants.
std::vector<SuiteMutant> mutantsOf(const SuiteOptions& options, const SuiteTally& tally);

}  // namespace hrfcheck::inline suite
