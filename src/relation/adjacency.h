#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hrfcheck::inline relation {

/// The edges of a graph, node by node.
struct Adjacency {
  std::span<const std::size_t> first;  ///< one more than there are nodes
  std::span<const std::uint32_t> targets;

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(first.size() - 1); }
  std::span<const std::uint32_t> from(std::uint32_t node) const {
    return targets.subspan(first[node], first[node + 1] - first[node]);
  }
};

}  // namespace hrfcheck::inline relation
