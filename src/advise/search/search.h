#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "advise/search/assess.h"
#include "advise/search/hitting_set.h"

namespace hrfcheck::inline advise {

/// A model, and what must be achieved under it.
struct Demand {
  AskedModel model;
  Goal goal;
};

/// How far a search has come; told after every question.
struct SearchState {
  Cost lowerBound = 0;       ///< nothing cheaper achieves the goal
  std::optional<Cost> best;  ///< of the cheapest assignment found that does
  std::size_t asked = 0;     ///< assignments that an engine was asked about
  std::size_t boxes = 0;     ///< of assignments that are known not to achieve it
};

/// What a search found.
struct SearchResult {
  std::optional<Priced> best;
  std::vector<Assignment> others;      ///< as cheap as the best, where all were asked for
  bool allFound = false;               ///< and there are no more of them
  bool optimal = false;                ///< nothing cheaper achieves the goal
  bool locallyMinimal = false;         ///< nothing that differs from the best at one site, and is cheaper
  bool impossible = false;             ///< nothing at all does
  std::optional<std::string> stopped;  ///< why the search ended before that was known
  bool upToBound = false;              ///< shown only up to the unrolling bound
  SearchState state;
};

/// How a search goes about it.
struct SearchLimits {
  AnalysisOptions analysis;
  unsigned unroll = 4;
  bool narrowFirst = false;         ///< as Preparation has it: found out of the test as it is written
  bool all = false;                 ///< every assignment that is as cheap as the best
  std::size_t steps = 0;            ///< assignments that are tried from below; 0: as many as it takes
  std::optional<Cost> below = {};   ///< only what costs less than this is of interest
  std::optional<Assignment> known;  ///< one that achieves the goal, whatever it costs
  std::function<void(const SearchState&)> progress = {};
};

/// The cheapest assignment that achieves the goals, by implicit hitting sets: the cheapest one that no box
/// holds is asked about; each execution that must not be gives a box (CoreFinder) that the answer must lie
/// outside of. The first one that achieves the goals is the optimum, since all that is cheaper lies in boxes.
/// Where that takes long, what is known to achieve them is made as cheap as it can be at one site after the
/// other, so that a search that is stopped has something to show.
SearchResult cheapest(const EditedTest& test, const std::vector<Demand>& demands, Engine& engine,
                      const SearchLimits& options);

/// Whether one assignment achieves the goals.
Assessment assessAssignment(const EditedTest& test, const Assignment& assignment,
                            const std::vector<Demand>& demands, Engine& engine, const SearchLimits& options,
                            std::size_t most);

}  // namespace hrfcheck::inline advise
