#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "corpus_tests.h"

namespace hrfcheck::test {

/// Tests with more edits are not compared, and no more edits are made at once.
inline constexpr std::size_t kMostEdits = 12;
inline constexpr std::size_t kMostAtOnce = 3;

/// The least cost of an assignment with at most three edits that achieves the goals, by asking about each of
/// them that is cheaper than what is known.
inline std::optional<Cost> bruteForce(const EditedTest& test, const std::vector<Demand>& demands,
                                      SearchLimits options) {
  options.analysis.deadline = {};
  const auto engine = makeEngine(EngineChoice::Auto);
  std::optional<Cost> best;
  Assignment assignment = test.asWritten();
  const std::function<void(std::size_t, std::size_t)> choose = [&](std::size_t from, std::size_t left) {
    const Cost cost = costOf(test.sites(), assignment);
    if ((!best || cost < *best) && assessAssignment(test, assignment, demands, *engine, options, 1).good) {
      best = cost;
    }
    for (std::size_t i = from; left > 0 && i < assignment.size(); ++i) {
      for (std::uint32_t v = 1; v < test.sites()[i].variants.size(); ++v) {
        assignment[i] = v;
        choose(i + 1, left - 1);
      }
      assignment[i] = 0;
    }
  };
  choose(0, kMostAtOnce);
  return best;
}

inline std::size_t changed(const Assignment& assignment) {
  return static_cast<std::size_t>(std::ranges::count_if(assignment, [](std::uint32_t v) { return v != 0; }));
}

/// Compares with brute force where that is possible. @returns whether it was
inline bool compared(const Advice& advice, const SearchLimits& options) {
  if (editsOf(*advice.test) > kMostEdits || advice.test->sites().empty()) {
    return false;
  }
  const auto forced = bruteForce(*advice.test, advice.demands, options);
  if (!advice.search.best) {
    CHECK_FALSE(forced);
    return true;
  }
  REQUIRE(advice.search.optimal);
  const bool small = changed(advice.search.best->assignment) <= kMostAtOnce;
  if (small) {
    REQUIRE(forced);
    CHECK(*forced == advice.search.best->cost);
  } else if (forced) {
    CHECK(*forced >= advice.search.best->cost);
  }
  return small;
}

}  // namespace hrfcheck::test
