#pragma once

#include <optional>
#include <vector>

#include "advise/boxes.h"
#include "util/deadline.h"

namespace hrfcheck::inline advise {

/// A wording and what it costs.
struct Priced {
  Wording wording;
  Cost cost = 0;
};

/// The cheapest wording outside of all boxes; nothing if there is none. Exact: best-first branch and bound
/// over the sites at which a box is left; the bound is a dual solution of the linear program, box by box. Of
/// wordings that cost the same, the one that changes least of what is written (Variant::change).
/// @throws OutOfTime
std::optional<Priced> cheapestOutside(const std::vector<EditSite>& sites,
                                      const std::vector<WordingBox>& boxes, const Deadline& deadline);

}  // namespace hrfcheck::inline advise
