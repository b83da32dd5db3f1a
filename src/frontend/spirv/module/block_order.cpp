#include "frontend/spirv/module/block_order.h"

#include <algorithm>

namespace hrfcheck::frontend::spirv {
namespace {

using Blocks = std::vector<std::uint32_t>;

/// Orders the blocks of a region: its strongly connected components one after the other, each of them without
/// the edges to the block that it is entered at.
class Orderer {
 public:
  explicit Orderer(const std::vector<Blocks>& successors)
      : successors_(successors), region_(successors.size(), kNowhere) {}

  Blocks run() {
    Blocks all;
    reach(0, all);
    work_.push_back({std::move(all), 0});
    while (!work_.empty()) {
      Region region = std::move(work_.back());
      work_.pop_back();
      order(region);
    }
    return std::move(result_);
  }

 private:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  struct Region {
    Blocks blocks;
    std::uint32_t entry;
  };

  void reach(std::uint32_t from, Blocks& all) {
    std::vector<bool> known(successors_.size(), false);
    all.push_back(from);
    known[from] = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const std::uint32_t next : successors_[all[i]]) {
        if (!known[next]) {
          known[next] = true;
          all.push_back(next);
        }
      }
    }
  }

  void order(const Region& region) {
    if (region.blocks.size() == 1) {
      result_.push_back(region.blocks.front());
      return;
    }
    ++number_;
    for (const std::uint32_t block : region.blocks) {
      region_[block] = number_;
    }
    // The entry comes first, and no edge leads back to it; the rest are components in topological order.
    std::vector<Region> components = componentsOf(region);
    for (Region& component : components) {
      work_.push_back(std::move(component));  // those that come last are found first, and taken last
    }
  }

  /// Tarjan's, without recursion: the last in topological order first.
  std::vector<Region> componentsOf(const Region& region) {
    std::vector<Region> found;
    struct Visit {
      std::uint32_t block;
      std::size_t next;
    };
    std::vector<std::uint32_t> index(successors_.size(), 0);
    std::vector<std::uint32_t> low(successors_.size(), 0);
    std::vector<bool> open(successors_.size(), false);
    Blocks stack;
    std::uint32_t count = 0;
    std::vector<Visit> visits;
    const auto enter = [&](std::uint32_t block) {
      index[block] = low[block] = ++count;
      open[block] = true;
      stack.push_back(block);
      visits.push_back({block, 0});
    };
    enter(region.entry);
    while (!visits.empty()) {
      const std::uint32_t block = visits.back().block;
      if (visits.back().next < successors_[block].size()) {
        const std::uint32_t next = successors_[block][visits.back().next++];
        if (region_[next] != number_ || next == region.entry) {
          continue;
        }
        if (index[next] == 0) {
          enter(next);
        } else if (open[next]) {
          low[block] = std::min(low[block], index[next]);
        }
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) {
        low[visits.back().block] = std::min(low[visits.back().block], low[block]);
      }
      if (low[block] == index[block]) {
        Region component{{}, block};
        std::uint32_t member = kNowhere;
        do {
          member = stack.back();
          stack.pop_back();
          open[member] = false;
          component.blocks.push_back(member);
        } while (member != block);
        found.push_back(std::move(component));
      }
    }
    return found;
  }

  const std::vector<Blocks>& successors_;
  std::vector<std::uint32_t> region_;
  std::uint32_t number_ = 0;
  std::vector<Region> work_;
  Blocks result_;
};

}  // namespace

std::vector<std::uint32_t> blockOrder(const std::vector<std::vector<std::uint32_t>>& successors) {
  return successors.empty() ? Blocks{} : Orderer(successors).run();
}

}  // namespace hrfcheck::frontend::spirv
