#pragma once

#include "check/check.h"

namespace hrfcheck::inline check {

/// An access outside every location, or a division by zero, with an execution that reaches it.
Fault explainFault(const Incident& incident, const Skeleton& skeleton);

}  // namespace hrfcheck::inline check
