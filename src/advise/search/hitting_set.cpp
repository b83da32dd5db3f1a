#include "advise/search/hitting_set.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <queue>

#include "util/mapped.h"

namespace hrfcheck::inline advise {
namespace {

constexpr Cost kNone = std::numeric_limits<Cost>::max();
/// Costs count more than all changes together.
constexpr unsigned kCostShift = 20;

Cost weightOf(const Variant& variant) {
  return (variant.cost << kCostShift) + variant.change;
}

/// The sites, variants and boxes that are left when everything is left out that cannot matter.
struct Reduced {
  struct Site {
    std::size_t site;
    std::vector<std::uint32_t> variants;  ///< the cheapest first
    std::vector<Cost> weights;            ///< of `variants`
  };
  /// A site at which a box can be left, and the variants that are outside; bits count Site::variants.
  struct Exit {
    std::size_t site;
    std::uint64_t outside;
  };
  std::vector<Site> sites;
  std::vector<std::vector<Exit>> boxes;  ///< by box, the ways out; those with the fewest first
};

/// Leaves out variants of which another one of the site is as cheap, and outside of as many boxes.
class Reduction {
 public:
  Reduction(const std::vector<EditVariable>& sites, const std::vector<Nogood>& boxes)
      : sites_(sites), boxes_(boxes) {}

  Reduced run() {
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      result_.sites.push_back(reduced(i));
    }
    for (const Nogood& box : boxes_) {
      result_.boxes.push_back(exitsOf(box));
    }
    const auto ways = [](const std::vector<Reduced::Exit>& exits) {
      std::size_t count = 0;
      for (const Reduced::Exit& exit : exits) {
        count += static_cast<std::size_t>(std::popcount(exit.outside));
      }
      return count;
    };
    std::ranges::stable_sort(result_.boxes, {}, ways);
    return std::move(result_);
  }

 private:
  std::vector<Reduced::Exit> exitsOf(const Nogood& box) const {
    std::vector<Reduced::Exit> exits;
    for (std::size_t i = 0; i < result_.sites.size(); ++i) {
      const Reduced::Site& site = result_.sites[i];
      std::uint64_t outside = 0;
      for (std::size_t k = 0; k < site.variants.size(); ++k) {
        outside |= (~(box[site.site] >> site.variants[k]) & 1U) << k;
      }
      if (outside != 0) {
        exits.push_back({i, outside});
      }
    }
    return exits;
  }

  std::vector<bool> outside(std::size_t site, std::uint32_t variant) const {
    return mapped<bool>(boxes_, [&](const Nogood& box) { return ((box[site] >> variant) & 1U) == 0; });
  }

  Reduced::Site reduced(std::size_t site) const {
    const std::vector<Variant>& all = sites_[site].variants;
    std::vector<std::uint32_t> order(all.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t v) { return weightOf(all[v]); });
    Reduced::Site result{site, {}, {}};
    std::vector<std::vector<bool>> kept;
    for (const std::uint32_t v : order) {
      std::vector<bool> leaves = outside(site, v);
      const bool dominated = std::ranges::any_of(kept, [&](const std::vector<bool>& other) {
        return std::ranges::equal(leaves, other, [](bool here, bool there) { return !here || there; });
      });
      if (!dominated) {
        kept.push_back(std::move(leaves));
        result.variants.push_back(v);
        result.weights.push_back(weightOf(all[v]));
      }
    }
    return result;
  }

  const std::vector<EditVariable>& sites_;
  const std::vector<Nogood>& boxes_;
  Reduced result_;
};

/// Assignments that are still possible, and a bound of their costs from below.
struct Node {
  Nogood allowed;
  Cost bound = 0;
};
struct Dearer {
  bool operator()(const Node& a, const Node& b) const { return a.bound > b.bound; }
};

class HittingSet {
 public:
  HittingSet(const std::vector<EditVariable>& sites, const std::vector<Nogood>& boxes,
             const Deadline& deadline)
      : all_(sites), problem_(Reduction(sites, boxes).run()), look_(deadline) {}

  std::optional<Priced> run() {
    Nogood all;
    for (const Reduced::Site& site : problem_.sites) {
      all.push_back((std::uint64_t{2} << (site.variants.size() - 1)) - 1);
    }
    push(std::move(all));
    while (!open_.empty()) {
      const Node node = open_.top();
      open_.pop();
      look_.spend(problem_.boxes.size() * problem_.sites.size() + 1);
      const Exits* box = violated(node);
      if (box == nullptr) {
        return answer(node);
      }
      branch(node, *box);
    }
    return std::nullopt;
  }

 private:
  using Exits = std::vector<Reduced::Exit>;

  static std::size_t cheapest(std::uint64_t allowed) {
    return static_cast<std::size_t>(std::countr_zero(allowed));
  }

  static bool holdsCheapest(const Exits& box, const Node& node) {
    return std::ranges::none_of(box, [&](const Reduced::Exit& exit) {
      return ((exit.outside >> cheapest(node.allowed[exit.site])) & 1U) != 0;
    });
  }

  Priced answer(const Node& node) const {
    Priced result{Assignment(all_.size(), 0), 0};
    for (std::size_t i = 0; i < problem_.sites.size(); ++i) {
      const Reduced::Site& site = problem_.sites[i];
      result.assignment[site.site] = site.variants[cheapest(node.allowed[i])];
    }
    result.cost = costOf(all_, result.assignment);
    return result;
  }

  /// What leaving the box costs at least beyond what has been charged for its ways out before. It is charged
  /// for all of them, so that the charges for all boxes together are at most what any assignment outside of
  /// them costs more than the cheapest (a dual solution of the linear program).
  Cost charge(const Node& node, const Exits& box) {
    Cost least = kNone;
    const auto forEachExit = [&](auto&& f) {
      for (const Reduced::Exit& exit : box) {
        forEachVariant(node.allowed[exit.site] & exit.outside,
                       [&](std::uint32_t k) { f(rest_[exit.site][k]); });
      }
    };
    forEachExit([&](Cost& rest) { least = std::min(least, rest); });
    if (least != 0 && least != kNone) {
      forEachExit([&](Cost& rest) { rest -= least; });
    }
    return least;
  }

  void push(Nogood allowed) {
    Node node{std::move(allowed), 0};
    rest_.resize(problem_.sites.size());
    for (std::size_t i = 0; i < problem_.sites.size(); ++i) {
      if (node.allowed[i] == 0) {
        return;
      }
      const std::vector<Cost>& weights = problem_.sites[i].weights;
      const Cost least = weights[cheapest(node.allowed[i])];
      node.bound += least;
      rest_[i] = weights;
      forEachVariant(node.allowed[i], [&](std::uint32_t k) { rest_[i][k] -= least; });
    }
    for (const Exits& box : problem_.boxes) {
      const Cost more = charge(node, box);
      if (more == kNone) {
        return;
      }
      node.bound += more;
    }
    open_.push(std::move(node));
  }

  /// The box with the fewest ways out of those that the cheapest assignment is in.
  const Exits* violated(const Node& node) const {
    const Exits* best = nullptr;
    std::ptrdiff_t fewest = 0;
    for (const Exits& box : problem_.boxes) {
      if (!holdsCheapest(box, node)) {
        continue;
      }
      const auto exits = std::ranges::count_if(
          box, [&](const Reduced::Exit& exit) { return (node.allowed[exit.site] & exit.outside) != 0; });
      if (best == nullptr || exits < fewest) {
        best = &box;
        fewest = exits;
      }
    }
    return best;
  }

  /// The first site at which the box is left is each site in turn.
  void branch(const Node& node, const Exits& box) {
    Nogood before = node.allowed;
    for (const Reduced::Exit& exit : box) {
      const std::uint64_t out = node.allowed[exit.site] & exit.outside;
      if (out == 0) {
        continue;
      }
      Nogood allowed = before;
      allowed[exit.site] = out;
      push(std::move(allowed));
      before[exit.site] &= ~exit.outside;
      if (before[exit.site] == 0) {
        return;
      }
    }
  }

  const std::vector<EditVariable>& all_;
  Reduced problem_;
  PacedLook look_;
  std::vector<std::vector<Cost>> rest_;  ///< by site and variant: what may still be charged
  std::priority_queue<Node, std::vector<Node>, Dearer> open_;
};

}  // namespace

Nogood boxOf(const Assignment& assignment) {
  Nogood box;
  for (const std::uint32_t v : assignment) {
    box.push_back(std::uint64_t{1} << v);
  }
  return box;
}

std::uint64_t everyVariant(const EditVariable& site) {
  return site.variants.size() == kMostVariants ? ~std::uint64_t{0}
                                               : (std::uint64_t{1} << site.variants.size()) - 1;
}

std::optional<Priced> cheapestOutside(const std::vector<EditVariable>& sites,
                                      const std::vector<Nogood>& boxes, const Deadline& deadline) {
  return HittingSet(sites, boxes, deadline).run();
}

}  // namespace hrfcheck::inline advise
