#pragma once

#include <optional>
#include <string>

#include "check/check.h"

namespace hrfcheck::inline check {

/// An access outside every location, or an operation that is not defined (a division by zero, a signed
/// overflow, a failed assertion; program/expr/arithmetic.h), with an execution that reaches it.
Fault explainFault(const Incident& incident, const EventStructure& structure, const Deadline& deadline = {});

/// Why nobody knows how the thread goes on where it stops, if that is so and it is no mistake of the test:
/// what it does depends on unspecified values (program/expr/further_operators.h), or a number that is made of
/// integers lies where addresses are kept (2^48 to 2^49) and cannot be told from one.
std::optional<std::string> whyNotKnown(const Incident& incident, const EventStructure& structure);

}  // namespace hrfcheck::inline check
