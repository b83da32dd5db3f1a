#include "advise/box_set.h"

#include <algorithm>
#include <optional>

namespace hrfcheck::inline advise {
namespace {

bool within(const WordingBox& inner, const WordingBox& outer) {
  return std::ranges::equal(inner, outer, [](auto a, auto b) { return (a & ~b) == 0; });
}

/// The one site at which a box does not lie in another one; nothing where there are more, or none.
std::optional<std::size_t> onlyDifference(const WordingBox& inner, const WordingBox& outer) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    if ((inner[i] & ~outer[i]) != 0) {
      if (found) {
        return std::nullopt;
      }
      found = i;
    }
  }
  return found;
}

/// Makes a box larger by another one. @returns whether it could
bool enlargeBy(WordingBox& box, const WordingBox& other) {
  const auto site = onlyDifference(box, other);
  if (!site || (other[*site] & ~box[*site]) == 0) {
    return false;
  }
  box[*site] |= other[*site];
  return true;
}

}  // namespace

/// One box, by the others.
void BoxSet::enlarge(std::size_t one) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      changed = (i != one && enlargeBy(boxes_[one], boxes_[i])) || changed;
    }
  }
}

void BoxSet::drop(std::size_t except) {
  const WordingBox kept = boxes_[except];
  std::erase_if(boxes_, [&](const WordingBox& box) { return within(box, kept); });
  boxes_.push_back(kept);
}

void BoxSet::add(WordingBox box) {
  if (std::ranges::any_of(boxes_, [&](const WordingBox& other) { return within(box, other); })) {
    return;
  }
  boxes_.push_back(std::move(box));
  std::vector<WordingBox> fresh{boxes_.back()};
  while (!fresh.empty()) {
    const WordingBox last = std::move(fresh.back());
    fresh.pop_back();
    const auto at = std::ranges::find(boxes_, last);
    if (at == boxes_.end()) {
      continue;
    }
    enlarge(static_cast<std::size_t>(at - boxes_.begin()));
    drop(static_cast<std::size_t>(at - boxes_.begin()));
    const WordingBox larger = boxes_.back();
    for (std::size_t i = 0; i + 1 < boxes_.size(); ++i) {
      if (enlargeBy(boxes_[i], larger)) {
        fresh.push_back(boxes_[i]);
      }
    }
  }
}

}  // namespace hrfcheck::inline advise
