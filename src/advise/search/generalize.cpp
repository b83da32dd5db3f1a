#include "advise/search/generalize.h"

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
std::vector<std::uint32_t> byStrength(const EditVariable& site, std::uint64_t variants) {
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

Cost leastCost(const EditVariable& site) {
  Cost least = std::numeric_limits<Cost>::max();
  for (std::size_t v = 1; v < site.variants.size(); ++v) {
    least = std::min(least, site.variants[v].cost);
  }
  return least;
}

class Growth {
 public:
  Growth(const std::vector<EditVariable>& sites, const std::vector<std::size_t>& order,
         const std::deque<Nogood>& known, const Generalizer::Holds& holds)
      : sites_(sites), order_(order), known_(known), holds_(holds) {}

  Nogood run(Nogood box, const Assignment& at) {
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

  bool grow(Nogood& box, std::size_t site, std::uint64_t to) {
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
  void growVariants(Nogood& box, std::size_t site, std::span<const std::uint32_t> variants) {
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
  void growSites(Nogood& box, std::span<const std::size_t> sites, const Assignment& at) {
    Nogood larger = box;
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

  /// As a box that is known, at all sites where that holds what the assignment has: where that goes,
  /// most of the work has been done before. @returns the sites that are left
  std::vector<std::size_t> jump(Nogood& box, const Assignment& at) {
    for (const Nogood& before : known_) {
      Nogood larger = box;
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
    Nogood down = box;
    for (std::size_t i = 0; i < box.size(); ++i) {
      down[i] |= weakerThan(i, at[i]);
    }
    if (down != box && holds_(down)) {
      box = std::move(down);
    }
    return order_;
  }

  const std::vector<EditVariable>& sites_;
  const std::vector<std::size_t>& order_;
  const std::deque<Nogood>& known_;
  const Generalizer::Holds& holds_;
};

}  // namespace

Generalizer::Generalizer(const std::vector<EditVariable>& sites) : sites_(sites) {
  for (std::size_t i = 0; i < sites.size(); ++i) {
    order_.push_back(i);
  }
  std::ranges::stable_sort(order_, {}, [&](std::size_t i) { return leastCost(sites[i]); });
}

Nogood Generalizer::grown(Nogood box, const Assignment& at, const std::deque<Nogood>& known,
                          const Holds& holds) const {
  return Growth(sites_, order_, known, holds).run(std::move(box), at);
}

double roomOf(const Nogood& box, const std::vector<EditVariable>& sites) {
  double room = 0;
  for (std::size_t i = 0; i < box.size(); ++i) {
    room +=
        std::log2(static_cast<double>(std::popcount(box[i])) / static_cast<double>(sites[i].variants.size()));
  }
  return room;
}

}  // namespace hrfcheck::inline advise
