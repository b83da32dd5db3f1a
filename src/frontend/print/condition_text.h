#pragma once

#include <string>

#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// herd's way of writing it: "(1:r0=0 /\ [x]=1)".
std::string conditionText(const Condition& condition, const Program& program);

/// The same as tests mostly have it, and read as the same tree: "(1:r0=0 /\ x=1)".
std::string conditionOfTest(const Condition& condition, const Program& program);

}  // namespace hrfcheck::frontend
