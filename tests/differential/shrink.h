#pragma once

#include "differential/session.h"

namespace hrfcheck {

/// A smaller test that fails in the same way: cells of an HSA program are emptied one by one, statements and
/// blocks of a C program left out.
TestResult shrink(DifferentialSession& session, const TestResult& failing, Profile profile);

}  // namespace hrfcheck
