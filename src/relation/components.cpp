// Tarjan's algorithm (Depth-first search and linear graph algorithms, SIAM J. Comput. 1972) with a stack of
// its own: a schedule may be as long as there are states.

#include "relation/components.h"

#include <algorithm>

namespace hrfcheck::inline relation {
namespace {

class Tarjan {
 public:
  Tarjan(const Adjacency& graph, const std::vector<bool>* left)
      : graph_(graph), left_(left), index_(graph.nodes(), 0), low_(graph.nodes(), 0) {}

  /// Fills in the component of every node; how many there are.
  std::uint32_t run(std::vector<std::uint32_t>& of) {
    of.assign(graph_.nodes(), Components::kNone);
    for (std::uint32_t root = 0; root < graph_.nodes(); ++root) {
      if (isLeft(root) && index_[root] == 0) {
        enter(root);
        while (!calls_.empty()) {
          advance(of);
        }
      }
    }
    return components_;
  }

 private:
  struct Call {
    std::uint32_t node;
    std::size_t edge;
  };

  bool isLeft(std::uint32_t node) const { return left_ == nullptr || (*left_)[node]; }

  void enter(std::uint32_t node) {
    index_[node] = low_[node] = ++visited_;
    open_.push_back(node);
    calls_.push_back({node, graph_.first[node]});
  }

  void advance(std::vector<std::uint32_t>& of) {
    Call& call = calls_.back();
    const std::uint32_t node = call.node;
    if (call.edge == graph_.first[node + 1]) {
      leave(of);
      return;
    }
    const std::uint32_t to = graph_.targets[call.edge++];
    if (!isLeft(to)) {
      return;
    }
    if (index_[to] == 0) {
      enter(to);
    } else if (of[to] == Components::kNone) {
      low_[node] = std::min(low_[node], index_[to]);
    }
  }

  void leave(std::vector<std::uint32_t>& of) {
    const std::uint32_t node = calls_.back().node;
    calls_.pop_back();
    if (!calls_.empty()) {
      std::uint32_t& above = low_[calls_.back().node];
      above = std::min(above, low_[node]);
    }
    if (low_[node] != index_[node]) {
      return;
    }
    std::uint32_t member = 0;
    do {
      member = open_.back();
      open_.pop_back();
      of[member] = components_;
    } while (member != node);
    ++components_;
  }

  const Adjacency& graph_;
  const std::vector<bool>* left_;
  std::vector<std::uint32_t> index_, low_;  ///< from 1; 0 is not visited
  std::vector<std::uint32_t> open_;
  std::vector<Call> calls_;
  std::uint32_t visited_ = 0;
  std::uint32_t components_ = 0;
};

}  // namespace

Components::Components(const Adjacency& graph) {
  groupNodes(Tarjan(graph, nullptr).run(of_));
}

Components::Components(const Adjacency& graph, const std::vector<bool>& left) {
  groupNodes(Tarjan(graph, &left).run(of_));
}

void Components::groupNodes(std::uint32_t components) {
  first_.assign(components + 1, 0);
  for (const std::uint32_t component : of_) {
    if (component != kNone) {
      ++first_[component + 1];
    }
  }
  for (std::uint32_t component = 0; component < components; ++component) {
    first_[component + 1] += first_[component];
  }
  members_.resize(first_.back());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t node = 0; node < of_.size(); ++node) {
    if (of_[node] != kNone) {
      members_[next[of_[node]]++] = node;
    }
  }
}

}  // namespace hrfcheck::inline relation
