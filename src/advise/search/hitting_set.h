#pragma once

#include <optional>
#include <vector>

#include "advise/search/nogoods.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline advise {

/// A assignment and what it costs.
struct Priced {
  Assignment assignment;
  Cost cost = 0;
};

/// The cheapest assignment outside of all boxes; nothing if there is none. Exact: best-first branch and bound
/// over the sites at which a box is left; the bound is a dual solution of the linear program, box by box. Of
/// assignments that cost the same, the one that changes least of what is written (Variant::change).
/// @throws OutOfTime
std::optional<Priced> cheapestOutside(const std::vector<EditVariable>& sites,
                                      const std::vector<Nogood>& boxes, const Deadline& deadline);

}  // namespace hrfcheck::inline advise
