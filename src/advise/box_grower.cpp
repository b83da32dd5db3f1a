#include "advise/box_grower.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <tuple>

namespace hrfcheck::inline advise {
namespace {

bool orderAtMost(Order a, Order b) {
  return a == b || a == Order::Relaxed || b == Order::SeqCst ||
         (b == Order::AcquireRelease && a != Order::SeqCst) || (a == Order::Consume && b == Order::Acquire);
}

bool atMost(const Variant& a, const Variant& b) {
  if (!a.annotation || !b.annotation) {
    return !a.annotation;
  }
  if (!a.annotation->atomicity || !b.annotation->atomicity) {
    return !a.annotation->atomicity;
  }
  const Atomicity& one = *a.annotation->atomicity;
  const Atomicity& other = *b.annotation->atomicity;
  return orderAtMost(one.order, other.order) && one.level <= other.level && (!one.remote || other.remote);
}

/// Variants of a site, those of one scope together, by what their orders add: halves of them are often alike.
std::vector<std::uint32_t> byStrength(const EditSite& site, std::uint64_t variants) {
  std::vector<std::uint32_t> result;
  forEachVariant(variants, [&](std::uint32_t v) { result.push_back(v); });
  const auto key = [&](std::uint32_t v) {
    const auto& annotation = site.variants[v].annotation;
    const Atomicity* a = annotation && annotation->atomicity ? &*annotation->atomicity : nullptr;
    return a == nullptr ? std::tuple(0U, false, -1)
                        : std::tuple(a->level, a->remote, static_cast<int>(a->order));
  };
  std::ranges::stable_sort(result, {}, key);
  return result;
}

Cost leastCost(const EditSite& site) {
  Cost least = std::numeric_limits<Cost>::max();
  for (std::size_t v = 1; v < site.variants.size(); ++v) {
    least = std::min(least, site.variants[v].cost);
  }
  return least;
}

class Growth {
 public:
  Growth(const std::vector<EditSite>& sites, const std::vector<std::size_t>& order,
         const std::deque<WordingBox>& known, const BoxGrower::Holds& holds)
      : sites_(sites), order_(order), known_(known), holds_(holds) {}

  WordingBox run(WordingBox box, const Wording& at) {
    const std::vector<std::size_t> sites = jump(box, at);
    growSites(box, sites, at);
    return box;
  }

 private:
  std::uint64_t weakerThan(std::size_t site, std::uint32_t variant) const {
    const std::vector<Variant>& variants = sites_[site].variants;
    std::uint64_t result = std::uint64_t{1} << variant;
    for (std::uint32_t v = 0; v < variants.size(); ++v) {
      result |= atMost(variants[v], variants[variant]) ? std::uint64_t{1} << v : 0;
    }
    return result;
  }

  bool grow(WordingBox& box, std::size_t site, std::uint64_t to) {
    if ((to & ~box[site]) == 0) {
      return true;
    }
    const std::uint64_t before = box[site];
    box[site] |= to;
    if (holds_(box)) {
      return true;
    }
    box[site] = before;
    return false;
  }

  /// As many of these variants as go, halves at once.
  void growVariants(WordingBox& box, std::size_t site, std::span<const std::uint32_t> variants) {
    std::uint64_t all = 0;
    for (const std::uint32_t v : variants) {
      all |= std::uint64_t{1} << v;
    }
    if (!grow(box, site, all) && variants.size() > 1) {
      growVariants(box, site, variants.subspan(0, variants.size() / 2));
      growVariants(box, site, variants.subspan(variants.size() / 2));
    }
  }

  /// Every variant of these sites where that goes; halves of them at once, and of a single one part by part.
  void growSites(WordingBox& box, std::span<const std::size_t> sites, const Wording& at) {
    WordingBox larger = box;
    for (const std::size_t i : sites) {
      larger[i] = everyVariant(sites_[i]);
    }
    if (sites.empty() || larger == box) {
      return;
    }
    if (holds_(larger)) {
      box = std::move(larger);
      return;
    }
    if (sites.size() > 1) {
      growSites(box, sites.subspan(0, sites.size() / 2), at);
      growSites(box, sites.subspan(sites.size() / 2), at);
      return;
    }
    const std::size_t i = sites.front();
    grow(box, i, weakerThan(i, at[i]));
    growVariants(box, i, byStrength(sites_[i], larger[i] & ~box[i]));
  }

  /// As a box that is known, at all sites where that holds what the wording has: where that goes,
  /// most of the work has been done before. @returns the sites that are left
  std::vector<std::size_t> jump(WordingBox& box, const Wording& at) {
    for (const WordingBox& before : known_) {
      WordingBox larger = box;
      std::vector<std::size_t> rest;
      for (const std::size_t i : order_) {
        if (((before[i] >> at[i]) & 1U) != 0) {
          larger[i] |= before[i];
        } else {
          rest.push_back(i);
        }
      }
      if (holds_(larger)) {
        box = std::move(larger);
        return rest;
      }
    }
    WordingBox down = box;
    for (std::size_t i = 0; i < box.size(); ++i) {
      down[i] |= weakerThan(i, at[i]);
    }
    if (down != box && holds_(down)) {
      box = std::move(down);
    }
    return order_;
  }

  const std::vector<EditSite>& sites_;
  const std::vector<std::size_t>& order_;
  const std::deque<WordingBox>& known_;
  const BoxGrower::Holds& holds_;
};

}  // namespace

BoxGrower::BoxGrower(const std::vector<EditSite>& sites) : sites_(sites) {
  for (std::size_t i = 0; i < sites.size(); ++i) {
    order_.push_back(i);
  }
  std::ranges::stable_sort(order_, {}, [&](std::size_t i) { return leastCost(sites[i]); });
}

WordingBox BoxGrower::grown(WordingBox box, const Wording& at, const std::deque<WordingBox>& known,
                            const Holds& holds) const {
  return Growth(sites_, order_, known, holds).run(std::move(box), at);
}

double roomOf(const WordingBox& box, const std::vector<EditSite>& sites) {
  double room = 0;
  for (std::size_t i = 0; i < box.size(); ++i) {
    room +=
        std::log2(static_cast<double>(std::popcount(box[i])) / static_cast<double>(sites[i].variants.size()));
  }
  return room;
}

}  // namespace hrfcheck::inline advise
