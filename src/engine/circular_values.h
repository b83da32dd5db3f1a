#pragma once

#include <memory>
#include <vector>

#include "cat/model/model.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline engine {

/// Values that reads return where they justify each other.
struct CircularSearch {
  /// By location; executions with these and the known ones are like all others (see findCircularValues).
  MoreValues values;
  bool complete = false;  ///< without it, perhaps not like all others
  /// Some access may be somewhere that the structure has no event for. With the values, it may have one.
  bool escapes = false;
};

/// Looks for executions of the model in which some read returns a value that is not among
/// EventStructure::domains. For each, the values include those of one execution that has them all and differs
/// from it in nothing but values: the same happens, reads-from, coherence, dependencies and ends are the
/// same, and so are all comparisons of the condition and of the filter.
/// @param free by event: reads that may return such a value
CircularSearch findCircularValues(const EventStructure& structure, const Model& model,
                                  const std::vector<bool>& free, const Deadline& deadline);

}  // namespace hrfcheck::inline engine
