#pragma once

#include <string>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Program::notForModels: what a program of a dialect in columns uses that no memory model defines, and
/// schedulers do.
std::string outsideModels(const Program& program);

}  // namespace hrfcheck::inline program
