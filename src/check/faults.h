#pragma once

#include "check/check.h"

namespace hrfcheck::inline check {

/// An access outside every location, or an operation that is not defined (a division by zero, a signed
/// overflow, a failed assertion; program/ir/arithmetic.h), with an execution that reaches it.
Fault explainFault(const Incident& incident, const Skeleton& skeleton, const Deadline& deadline = {});

}  // namespace hrfcheck::inline check
