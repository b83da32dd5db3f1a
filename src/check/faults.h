#pragma once

#include "check/check.h"

namespace hrfcheck::inline check {

/// An access outside every location, or an operation that is not defined (a division by zero, a signed
/// overflow, a failed assertion; program/ir/arithmetic.h), with an execution that reaches it.
Fault explainFault(const Incident& incident, const Skeleton& skeleton, const Deadline& deadline = {});

/// Whether the thread only stops there because what it goes on with hangs on what nothing says
/// (program/ir/further_operators.h): a gap in what was asked, and no mistake of the test.
bool hangsOnWhatNothingSays(const Incident& incident, const Skeleton& skeleton);

}  // namespace hrfcheck::inline check
