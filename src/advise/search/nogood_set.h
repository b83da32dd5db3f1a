#pragma once

#include <optional>
#include <vector>

#include "advise/search/nogoods.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline advise {

/// Boxes, none of which is contained in another one, and as large as they can be made of each other: where
/// one box is contained in another one except for a single site, all of the variants that either has there go
/// with what the first one has elsewhere.
class BoxSet {
 public:
  void add(Nogood box);
  const std::vector<Nogood>& all() const { return boxes_; }
  /// One that holds a assignment; null where none does.
  const Nogood* holding(const Assignment& assignment) const;
  /// Some assignment in `within` that no box holds; nothing where boxes cover all of it. Exact: by case
  /// distinction on where a box is left.
  /// @throws OutOfTime
  std::optional<Assignment> outside(const Nogood& within, PacedLook& look) const;

 private:
  void enlarge(std::size_t one);
  void drop(std::size_t except);

  std::vector<Nogood> boxes_;
};

}  // namespace hrfcheck::inline advise
