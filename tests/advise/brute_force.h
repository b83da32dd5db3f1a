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

/// The least cost of all assignments that cost less than `below`, whatever they edit and however much of it;
/// of all assignments where nothing is given.
/// @param most assignments that are asked about @returns nothing where there are more of them
inline std::optional<std::optional<Cost>> bruteForceBelow(const EditedTest& test,
                                                          const std::vector<Demand>& demands,
                                                          SearchLimits options, std::optional<Cost> below,
                                                          std::size_t most) {
  options.analysis.deadline = {};
  const auto engine = makeEngine(EngineChoice::Auto);
  std::optional<Cost> best;
  std::size_t asked = 0;
  Assignment assignment = test.asWritten();
  const std::function<void(std::size_t, Cost)> choose = [&](std::size_t from, Cost cost) {
    const std::optional<Cost> limit = best ? best : below;
    if (asked > most || (limit && cost >= *limit)) {
      return;
    }
    if (from == assignment.size()) {
      ++asked;
      if (assessAssignment(test, assignment, demands, *engine, options, 1).good) {
        best = cost;
      }
      return;
    }
    for (std::uint32_t v = 0; v < test.sites()[from].variants.size(); ++v) {
      assignment[from] = v;
      choose(from + 1, cost + test.sites()[from].variants[v].cost);
    }
    assignment[from] = 0;
  };
  choose(0, 0);
  return asked > most ? std::nullopt : std::optional(best);
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
