#pragma once

#include "differential/session.h"

namespace hrfcheck {

/// Whether a smaller test fails for the same kind of reason as the one that it is made of, and not because it
/// cannot be read.
bool failsAlike(const TestResult& smaller, const TestResult& failing);

/// A smaller test that fails in the same way: cells of an HSA program are emptied one by one, statements and
/// blocks of a C program left out.
TestResult shrink(DifferentialSession& session, const TestResult& failing, Profile profile);

}  // namespace hrfcheck
