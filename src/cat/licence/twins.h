#pragma once

#include "cat/licence/licences.h"

namespace hrfcheck::cat {

/// Whether an execution stays consistent, and raises the flags that it raises, if one read stands for two of
/// one thread that follow each other and read the same write (twins_domain.h).
LicenceFinding twinsOf(const Model& model);

}  // namespace hrfcheck::cat
