#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "engine/engine.h"
#include "support/program_builder.h"

namespace hrfcheck::test {

/// Threads in a ring, each writes its location and reads its neighbour's: 2^n - 1 outcomes under SC.
inline ProgramBuilder ring(std::size_t threads) {
  ProgramBuilder p;
  std::vector<ExprPtr> locations;
  for (std::size_t i = 0; i < threads; ++i) {
    locations.push_back(p.location("x" + std::to_string(i)));
  }
  for (std::size_t i = 0; i < threads; ++i) {
    p.thread().store(locations[i], 1).load("r", locations[(i + 1) % threads]);
  }
  return p;
}

/// A number of an analysis by its name, which it must have.
inline std::uint64_t statistic(const Analysis& analysis, const std::string& key) {
  for (const auto& [name, count] : analysis.statistics) {
    if (name == key) {
      return count;
    }
  }
  FAIL("no statistic " << key);
  return 0;
}

}  // namespace hrfcheck::test
