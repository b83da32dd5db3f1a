// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", on the reversed control flow: the end is
// the root, and each instruction has what comes behind it as its predecessors.

#include "program/agents/post_dominators.h"

#include <array>
#include <limits>

#include "program/flow/control_flow.h"

namespace hrfcheck::inline program {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// The instructions and the end in the order of a depth-first search from the end, backward: each behind all
/// that it was found from.
class BackwardOrder {
 public:
  explicit BackwardOrder(const Thread& thread)
      : before_(thread.instructions.size() + 1), number_(thread.instructions.size() + 1, kNone) {
    for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
      const Exits exits = exitsOf(thread, i);
      before_[exits.next].push_back(i);
      if (exits.taken != exits.next) {
        before_[exits.taken].push_back(i);
      }
    }
    search(static_cast<std::uint32_t>(thread.instructions.size()));
  }

  /// Last found first: the end is the last one. What the end cannot be reached from is missing.
  const std::vector<std::uint32_t>& postOrder() const { return order_; }
  std::uint32_t number(std::uint32_t at) const { return number_[at]; }

 private:
  void search(std::uint32_t end) {
    std::vector<bool> seen(before_.size(), false);
    std::vector<std::pair<std::uint32_t, std::size_t>> open{{end, 0}};
    seen[end] = true;
    while (!open.empty()) {
      auto& [at, next] = open.back();
      if (next < before_[at].size()) {
        const std::uint32_t to = before_[at][next++];
        if (!seen[to]) {
          seen[to] = true;
          open.emplace_back(to, 0);
        }
        continue;
      }
      number_[at] = static_cast<std::uint32_t>(order_.size());
      order_.push_back(at);
      open.pop_back();
    }
  }

  std::vector<std::vector<std::uint32_t>> before_;
  std::vector<std::uint32_t> number_;
  std::vector<std::uint32_t> order_;
};

}  // namespace

std::vector<std::uint32_t> immediatePostDominators(const Thread& thread) {
  const auto end = static_cast<std::uint32_t>(thread.instructions.size());
  const BackwardOrder order(thread);
  std::vector<std::uint32_t> dominator(end + 1, kNone);
  dominator[end] = end;
  const auto common = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      std::uint32_t& lower = order.number(a) < order.number(b) ? a : b;
      lower = dominator[lower];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto at = order.postOrder().rbegin(); at != order.postOrder().rend(); ++at) {
      if (*at == end) {
        continue;
      }
      const Exits exits = exitsOf(thread, *at);
      std::uint32_t found = kNone;
      for (const std::uint32_t behind : std::array{exits.next, exits.taken}) {
        if (dominator[behind] != kNone) {
          found = found == kNone ? behind : common(found, behind);
        }
      }
      changed = changed || dominator[*at] != found;
      dominator[*at] = found;
    }
  }
  dominator.pop_back();
  for (std::uint32_t& at : dominator) {
    at = at == kNone ? end : at;
  }
  return dominator;
}

}  // namespace hrfcheck::inline program
