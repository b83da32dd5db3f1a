#pragma once

#include "advise/search/search.h"

namespace hrfcheck::inline advise {

/// The cheapest assignment that achieves the goals, as `cheapest` (search.h) finds it. Where the test has
/// parts that share nothing (test_parts.h), the goals ask for no race only, and the models speak of the parts
/// as of the whole (separable.h), it is put together of the cheapest ones of the parts.
SearchResult cheapestByParts(const EditedTest& test, const std::vector<Demand>& demands, Engine& engine,
                             const SearchLimits& options);

}  // namespace hrfcheck::inline advise
