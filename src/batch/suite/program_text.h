#pragma once

#include <memory>
#include <string>

#include "batch/suite/program_space.h"
#include "program/ir/program.h"

namespace hrfcheck::inline batch {

/// The program as engines and machines take it; all registers and locations are observed. Its name is
/// "suite-NUMBER".
std::shared_ptr<const Program> programOf(const SuiteProgram& program);

/// The same as an HSA litmus test, that `parseLitmus` reads as `programOf` makes it.
/// @param description one line, or empty
/// @param condition after the threads ("exists (x=0)"), or empty
std::string litmusOf(const SuiteProgram& program, const std::string& description = "",
                     const std::string& condition = "");

}  // namespace hrfcheck::inline batch
