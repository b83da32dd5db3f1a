#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle/history.h"

namespace hrfcheck::test {

/// A memory model written down from its paper as a program: it enumerates the total orders that the paper
/// speaks of, all of them, and knows nothing of our cat files.
struct Definition {
  std::string model;  ///< the file in models/ that states the same
  /// Nothing where there are too many orders to look at.
  std::optional<Judgement> (*judge)(const History& history);
};

/// Sequentially consistent executions (HRF0, HRF-direct, HRF-indirect): by interleavings.
std::vector<Definition> interleavedDefinitions();
/// HRF-direct-relaxed and HRF-indirect-relaxed with both inclusions: by the orders coh and sc.
std::vector<Definition> relaxedDefinitions();
/// C11, by the order S of the standard or by the simplified axiom.
std::vector<Definition> c11Definitions();
/// OpenCL 2.0, with and without remote-scope promotion.
std::vector<Definition> openClDefinitions();

}  // namespace hrfcheck::test
