#pragma once

#include <memory>
#include <string>

#include "program/ir/program.h"
#include "suite/corpus/program_space.h"

namespace hrfcheck::inline suite {

/// The program as engines and machines take it; all registers and locations are observed. Its name is
/// "suite-NUMBER".
std::shared_ptr<const Program> programOf(const SuiteProgram& program);

/// The same as a litmus test of its dialect, that `parseLitmus` reads as `programOf` makes it.
std::string litmusOf(const SuiteProgram& program);
/// The same, which asks whether a final state exists: a value for everything that `programOf` observes.
std::string litmusAsking(const SuiteProgram& program, const std::vector<Value>& state);

}  // namespace hrfcheck::inline suite
