#pragma once

#include <string>

#include "check/check.h"

namespace hrfcheck {

/// What the words of an explanation need to know about the model.
struct ModelFacts {
  std::string name;
  bool promotes = false;  ///< its source speaks of remote operations
};

/// Fills `reason`, `release`, `acquire` and `explanation` of a race from its witness; `firstEvent` and
/// `secondEvent` must be set. Nothing is asked of an engine.
void diagnose(Race& race, const ModelFacts& model);

}  // namespace hrfcheck
