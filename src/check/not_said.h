#pragma once

#include <optional>
#include <string>

#include "engine/engine.h"

namespace hrfcheck::inline check {

/// What is left open by what nothing says (program/expr/further_operators.h), and why.
struct NotSaid {
  std::optional<std::string> everything;  ///< a thread stops there, and nobody knows how it goes on
  std::optional<std::string> condition;   ///< it speaks of contents that depend on it
};

/// Takes out of an analysis what depends on unspecified values: that a thread stops there is no mistake of
/// the test, and a final state that no number settles is no answer.
NotSaid setAsideWhatNothingSays(Analysis& analysis, const EventStructure& structure);

}  // namespace hrfcheck::inline check
