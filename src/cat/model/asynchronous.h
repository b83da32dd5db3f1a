#pragma once

#include "cat/model/model.h"

namespace hrfcheck::cat {

/// Whether the model knows of asynchronous operations and of how they complete (`COMPLETE`).
bool knowsAsynchronousOperations(const Model& model);

}  // namespace hrfcheck::cat
