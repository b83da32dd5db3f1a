#pragma once

#include "differential/session.h"

namespace hrfcheck {

/// A smaller test that still fails: cells of the program are emptied one by one while some failure remains.
TestResult shrink(DifferentialSession& session, const TestResult& failing, Profile profile);

}  // namespace hrfcheck
