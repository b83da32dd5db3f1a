#pragma once

#include "engine/prepared_test.h"

namespace hrfcheck::inline engine {

/// Vouches for it that a structure shows everything under a model. For check/prepare, and for tests of the
/// engines, which are asked what they make of any structure.
class PreparedTestMaker {
 public:
  /// @param model must outlive the prepared test
  static PreparedTest make(std::shared_ptr<const EventStructure> structure, const Model& model,
                           std::vector<Reason> reasons = {}, std::vector<BoundedLoop> bounded = {},
                           bool plain = false) {
    return {std::move(structure), model, std::move(reasons), std::move(bounded), plain};
  }
};

}  // namespace hrfcheck::inline engine
