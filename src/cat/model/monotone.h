#pragma once

#include "cat/model/model.h"

namespace hrfcheck {

/// Whether an execution stays consistent, and keeps the flags it raises, when a read on which nothing else
/// hangs is left out of it: true only where the shape of the model's definitions shows it. False, for
/// example, for models in which an ordinary read must be ordered after the write it reads from: an acquire
/// that orders it must stay.
bool fewerReadsSuffice(const Model& model);

}  // namespace hrfcheck
