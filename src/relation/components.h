#pragma once

#include <limits>
#include <vector>

#include "relation/adjacency.h"

namespace hrfcheck::inline relation {

/// The strongly connected components of a graph, or of the part of it that is left. A component has a smaller
/// number than those from which it can be reached.
class Components {
 public:
  /// Of nodes that are not left.
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  explicit Components(const Adjacency& graph);
  /// @param left by node
  Components(const Adjacency& graph, const std::vector<bool>& left);

  std::uint32_t size() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint32_t of(std::uint32_t node) const { return of_[node]; }
  /// In ascending order.
  std::span<const std::uint32_t> nodes(std::uint32_t component) const {
    return std::span(members_).subspan(first_[component], first_[component + 1] - first_[component]);
  }

 private:
  void groupNodes(std::uint32_t components);

  std::vector<std::uint32_t> of_;
  std::vector<std::uint32_t> members_;
  std::vector<std::size_t> first_;
};

}  // namespace hrfcheck::inline relation
