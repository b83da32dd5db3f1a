#pragma once

#include <string>

#include "check/check.h"

namespace hrfcheck::inline report {

/// The rules that left something out of a test, and the property of the model that licenses each: "last
/// iterations of spin loops (deletion), interchangeable threads (renaming)". "none (--plain)" where none may;
/// empty where none did.
std::string rulesText(const Verdict& verdict);

/// What licenses that few iterations of a loop are looked at: "deletion", "deletion; updates hand on".
std::string licenceText(const Verdict& verdict, InstructionRef loop);

}  // namespace hrfcheck::inline report
