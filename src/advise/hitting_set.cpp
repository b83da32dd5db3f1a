#include "advise/hitting_set.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <queue>

namespace hrfcheck::inline advise {
namespace {

constexpr Cost kNone = std::numeric_limits<Cost>::max();
/// Costs count more than all changes together.
constexpr unsigned kCostShift = 20;

Cost weightOf(const Variant& variant) {
  return (variant.cost << kCostShift) + variant.change;
}

/// Wordings that are still possible, and a bound of their costs from below.
struct Node {
  WordingBox allowed;
  Wording cheapest;
  Cost bound = 0;
};
struct Dearer {
  bool operator()(const Node& a, const Node& b) const { return a.bound > b.bound; }
};

class HittingSet {
 public:
  HittingSet(const std::vector<EditSite>& sites, const std::vector<WordingBox>& boxes,
             const Deadline& deadline)
      : sites_(sites), boxes_(boxes), look_(deadline) {}

  std::optional<Priced> run() {
    WordingBox all;
    for (const EditSite& site : sites_) {
      all.push_back(everyVariant(site));
    }
    push(std::move(all));
    while (!open_.empty()) {
      const Node node = open_.top();
      open_.pop();
      look_.spend(boxes_.size() * sites_.size() + 1);
      const WordingBox* box = violated(node);
      if (box == nullptr) {
        return Priced{node.cheapest, costOf(sites_, node.cheapest)};
      }
      branch(node, *box);
    }
    return std::nullopt;
  }

 private:
  /// The cheapest allowed variant outside of `without`; kMostVariants if there is none.
  std::uint32_t cheapest(std::size_t site, std::uint64_t allowed) const {
    std::uint32_t best = kMostVariants;
    for (std::uint64_t rest = allowed; rest != 0; rest &= rest - 1) {
      const auto v = static_cast<std::uint32_t>(std::countr_zero(rest));
      if (best == kMostVariants || weightAt(site, v) < weightAt(site, best)) {
        best = v;
      }
    }
    return best;
  }

  Cost weightAt(std::size_t site, std::uint32_t variant) const {
    return weightOf(sites_[site].variants[variant]);
  }

  /// What leaving the box costs more than the cheapest wording.
  Cost costOfLeaving(const Node& node, const WordingBox& box) const {
    Cost least = kNone;
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      const std::uint32_t v = cheapest(i, node.allowed[i] & ~box[i]);
      if (v != kMostVariants) {
        least = std::min(least, weightAt(i, v) - weightAt(i, node.cheapest[i]));
      }
    }
    return least;
  }

  /// Whether leaving one box may help to leave another: they are left at a common site.
  bool separate(const Node& node, const WordingBox& box, const std::vector<bool>& used) const {
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      if (used[i] && (node.allowed[i] & ~box[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  void push(WordingBox allowed) {
    Node node;
    node.allowed = std::move(allowed);
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      const std::uint32_t v = cheapest(i, node.allowed[i]);
      if (v == kMostVariants) {
        return;
      }
      node.cheapest.push_back(v);
      node.bound += weightAt(i, v);
    }
    std::vector<bool> used(sites_.size(), false);
    for (const WordingBox& box : boxes_) {
      if (!contains(box, node.cheapest) || !separate(node, box, used)) {
        continue;
      }
      const Cost more = costOfLeaving(node, box);
      if (more == kNone) {
        return;
      }
      node.bound += more;
      for (std::size_t i = 0; i < sites_.size(); ++i) {
        used[i] = used[i] || (node.allowed[i] & ~box[i]) != 0;
      }
    }
    open_.push(std::move(node));
  }

  /// The box with the fewest ways out of those that the cheapest wording is in.
  const WordingBox* violated(const Node& node) const {
    const WordingBox* best = nullptr;
    std::size_t fewest = 0;
    for (const WordingBox& box : boxes_) {
      if (!contains(box, node.cheapest)) {
        continue;
      }
      std::size_t exits = 0;
      for (std::size_t i = 0; i < sites_.size(); ++i) {
        exits += (node.allowed[i] & ~box[i]) != 0 ? 1 : 0;
      }
      if (best == nullptr || exits < fewest) {
        best = &box;
        fewest = exits;
      }
    }
    return best;
  }

  /// The first site at which the box is left is each site in turn.
  void branch(const Node& node, const WordingBox& box) {
    WordingBox before = node.allowed;
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      const std::uint64_t out = node.allowed[i] & ~box[i];
      if (out == 0) {
        continue;
      }
      WordingBox allowed = before;
      allowed[i] = out;
      push(std::move(allowed));
      before[i] &= box[i];
      if (before[i] == 0) {
        return;
      }
    }
  }

  const std::vector<EditSite>& sites_;
  const std::vector<WordingBox>& boxes_;
  PacedLook look_;
  std::priority_queue<Node, std::vector<Node>, Dearer> open_;
};

}  // namespace

WordingBox boxOf(const Wording& wording) {
  WordingBox box;
  for (const std::uint32_t v : wording) {
    box.push_back(std::uint64_t{1} << v);
  }
  return box;
}

std::uint64_t everyVariant(const EditSite& site) {
  return site.variants.size() == kMostVariants ? ~std::uint64_t{0}
                                               : (std::uint64_t{1} << site.variants.size()) - 1;
}

std::optional<Priced> cheapestOutside(const std::vector<EditSite>& sites,
                                      const std::vector<WordingBox>& boxes, const Deadline& deadline) {
  return HittingSet(sites, boxes, deadline).run();
}

}  // namespace hrfcheck::inline advise
