#include "advise/search/nogood_set.h"

#include <algorithm>
#include <optional>

namespace hrfcheck::inline advise {
namespace {

bool within(const Nogood& inner, const Nogood& outer) {
  return std::ranges::equal(inner, outer, [](auto a, auto b) { return (a & ~b) == 0; });
}

/// The one site at which a box does not lie in another one; nothing where there are more, or none.
std::optional<std::size_t> onlyDifference(const Nogood& inner, const Nogood& outer) {
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
bool enlargeBy(Nogood& box, const Nogood& other) {
  const auto site = onlyDifference(box, other);
  if (!site || (other[*site] & ~box[*site]) == 0) {
    return false;
  }
  box[*site] |= other[*site];
  return true;
}

bool overlap(const Nogood& a, const Nogood& b) {
  return std::ranges::equal(a, b, [](auto x, auto y) { return (x & y) != 0; });
}

/// At how many sites a part of `space` lies outside of a box.
std::ptrdiff_t exitsOf(const Nogood& space, const Nogood& box) {
  std::ptrdiff_t count = 0;
  for (std::size_t i = 0; i < box.size(); ++i) {
    count += (space[i] & ~box[i]) != 0 ? 1 : 0;
  }
  return count;
}

using BoxPointers = std::vector<const Nogood*>;

/// @param space not empty at any site
std::optional<Assignment> outsideOf(Nogood space, const BoxPointers& boxes, PacedLook& look) {
  look.spend(boxes.size() * space.size() + 1);
  BoxPointers near;
  const Nogood* tightest = nullptr;
  std::ptrdiff_t fewest = 0;
  for (const Nogood* box : boxes) {
    if (!overlap(space, *box)) {
      continue;
    }
    near.push_back(box);
    const std::ptrdiff_t exits = exitsOf(space, *box);
    if (tightest == nullptr || exits < fewest) {
      tightest = box;
      fewest = exits;
    }
  }
  if (tightest == nullptr) {
    Assignment any;
    for (const std::uint64_t variants : space) {
      any.push_back(static_cast<std::uint32_t>(std::countr_zero(variants)));
    }
    return any;
  }
  // The first site at which the box is left is each site in turn.
  for (std::size_t i = 0; i < space.size(); ++i) {
    if (const std::uint64_t out = space[i] & ~(*tightest)[i]; out != 0) {
      Nogood part = space;
      part[i] = out;
      if (auto found = outsideOf(std::move(part), near, look)) {
        return found;
      }
      space[i] &= (*tightest)[i];
    }
  }
  return std::nullopt;
}

}  // namespace

const Nogood* BoxSet::holding(const Assignment& assignment) const {
  const auto found =
      std::ranges::find_if(boxes_, [&](const Nogood& box) { return contains(box, assignment); });
  return found == boxes_.end() ? nullptr : &*found;
}

std::optional<Assignment> BoxSet::outside(const Nogood& within, PacedLook& look) const {
  BoxPointers boxes;
  for (const Nogood& box : boxes_) {
    boxes.push_back(&box);
  }
  return outsideOf(within, boxes, look);
}

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
  const Nogood kept = boxes_[except];
  std::erase_if(boxes_, [&](const Nogood& box) { return within(box, kept); });
  boxes_.push_back(kept);
}

void BoxSet::add(Nogood box) {
  if (std::ranges::any_of(boxes_, [&](const Nogood& other) { return within(box, other); })) {
    return;
  }
  boxes_.push_back(std::move(box));
  std::vector<Nogood> fresh{boxes_.back()};
  while (!fresh.empty()) {
    const Nogood last = std::move(fresh.back());
    fresh.pop_back();
    const auto at = std::ranges::find(boxes_, last);
    if (at == boxes_.end()) {
      continue;
    }
    enlarge(static_cast<std::size_t>(at - boxes_.begin()));
    drop(static_cast<std::size_t>(at - boxes_.begin()));
    const Nogood larger = boxes_.back();
    for (std::size_t i = 0; i + 1 < boxes_.size(); ++i) {
      if (enlargeBy(boxes_[i], larger)) {
        fresh.push_back(boxes_[i]);
      }
    }
  }
}

}  // namespace hrfcheck::inline advise
