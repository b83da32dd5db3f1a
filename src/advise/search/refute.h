#pragma once

#include <optional>
#include <string>
#include <vector>

#include "advise/edits/strengthened.h"
#include "advise/search/search.h"

namespace hrfcheck::inline advise {

/// A change of the whole program that was tried where no repair was found.
struct Attempt {
  std::string what;                      ///< for people
  bool achieves = false;                 ///< with it every goal is achieved, but for old incidents
  std::optional<std::string> undecided;  ///< why that is not known
};

/// Tries to refute that there is no repair: programs in which all is strengthened at once, in several ways,
/// whether or not edits of the text can do it. One that achieves the goals shows that some repair exists,
/// though perhaps out of reach of the edits. If none does, nothing is shown: strengthening one operation may
/// take another one's promotion, or make a scope that does not match.
/// @returns what was tried, the last one being the one that achieves the goals if there is one
/// @throws OutOfTime
std::vector<Attempt> tryToRefute(const EditedTest& test, const std::vector<Demand>& demands,
                                 const EditKinds& kinds, Engine& engine, const SearchLimits& limits);

}  // namespace hrfcheck::inline advise
