// The algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm", 2001), on the graph
// turned round: dominators from the end.

#include "program/ir/post_dominators.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "program/ir/control_flow.h"

namespace hrfcheck::inline program {
namespace {

constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

class PostDominators {
 public:
  explicit PostDominators(const Thread& thread)
      : end_(static_cast<std::uint32_t>(thread.instructions.size())), before_(end_ + 1) {
    for (std::uint32_t i = 0; i < end_; ++i) {
      exits_.push_back(exitsOf(thread, i));
      before_[exits_[i].next].push_back(i);
      if (exits_[i].taken != exits_[i].next) {
        before_[exits_[i].taken].push_back(i);
      }
    }
  }

  std::vector<std::uint32_t> run() {
    number();
    std::vector<std::uint32_t> immediate(end_ + 1, kUnknown);
    immediate[end_] = end_;
    for (bool changed = true; changed;) {
      changed = false;
      for (auto node = finished_.rbegin() + 1; node != finished_.rend(); ++node) {
        const std::uint32_t found = meet(immediate, *node);
        changed = changed || immediate[*node] != found;
        immediate[*node] = found;
      }
    }
    immediate.pop_back();
    std::ranges::replace(immediate, kUnknown, end_);
    return immediate;
  }

 private:
  /// Numbers what the end can be reached from in the order in which a depth-first search from the end,
  /// backwards, is finished with it: the end last.
  void number() {
    order_.assign(end_ + 1, kUnknown);
    std::vector<bool> seen(end_ + 1, false);
    std::vector<std::pair<std::uint32_t, std::size_t>> path{{end_, 0}};
    seen[end_] = true;
    while (!path.empty()) {
      auto& [node, next] = path.back();
      if (next == before_[node].size()) {
        order_[node] = static_cast<std::uint32_t>(finished_.size());
        finished_.push_back(node);
        path.pop_back();
        continue;
      }
      const std::uint32_t from = before_[node][next++];
      if (!seen[from]) {
        seen[from] = true;
        path.emplace_back(from, 0);
      }
    }
  }

  /// Where the ways on from an instruction meet, as far as is known yet.
  std::uint32_t meet(const std::vector<std::uint32_t>& immediate, std::uint32_t node) const {
    std::uint32_t found = kUnknown;
    for (const std::uint32_t to : {exits_[node].next, exits_[node].taken}) {
      if (immediate[to] != kUnknown) {
        found = found == kUnknown ? to : common(immediate, found, to);
      }
    }
    return found;
  }
  std::uint32_t common(const std::vector<std::uint32_t>& immediate, std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      std::uint32_t& earlier = order_[a] < order_[b] ? a : b;
      earlier = immediate[earlier];
    }
    return a;
  }

  std::uint32_t end_;
  std::vector<Exits> exits_;                        ///< by instruction
  std::vector<std::vector<std::uint32_t>> before_;  ///< by instruction, and of the end
  std::vector<std::uint32_t> order_;                ///< by instruction: its place in finished_
  std::vector<std::uint32_t> finished_;
};

}  // namespace

std::vector<std::uint32_t> immediatePostDominators(const Thread& thread) {
  return PostDominators(thread).run();
}

}  // namespace hrfcheck::inline program
