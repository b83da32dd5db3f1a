#pragma once

#include <vector>

#include "advise/boxes.h"

namespace hrfcheck::inline advise {

/// Boxes, none of which lies in another one, and as large as they can be made of each other: where one box
/// lies in another one but for a single site, all of the variants that either has there go with what the
/// first one has elsewhere.
class BoxSet {
 public:
  void add(WordingBox box);
  const std::vector<WordingBox>& all() const { return boxes_; }

 private:
  void enlarge(std::size_t one);
  void drop(std::size_t except);

  std::vector<WordingBox> boxes_;
};

}  // namespace hrfcheck::inline advise
