#pragma once

#include <optional>
#include <vector>

#include "advise/boxes.h"
#include "util/deadline.h"

namespace hrfcheck::inline advise {

/// Boxes, none of which lies in another one, and as large as they can be made of each other: where one box
/// lies in another one but for a single site, all of the variants that either has there go with what the
/// first one has elsewhere.
class BoxSet {
 public:
  void add(WordingBox box);
  const std::vector<WordingBox>& all() const { return boxes_; }
  /// One that holds a wording; null where none does.
  const WordingBox* holding(const Wording& wording) const;
  /// Some wording in `within` that no box holds; nothing where boxes cover all of it. Exact: by case
  /// distinction on where a box is left.
  /// @throws OutOfTime
  std::optional<Wording> outside(const WordingBox& within, PacedLook& look) const;

 private:
  void enlarge(std::size_t one);
  void drop(std::size_t except);

  std::vector<WordingBox> boxes_;
};

}  // namespace hrfcheck::inline advise
