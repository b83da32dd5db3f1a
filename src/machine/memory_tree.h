#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/ir/scope_tree.h"

namespace hrfcheck::inline machine {

/// Index of a cache, a write buffer or the root memory: caches first, the inner before the outer, root last.
using MemoryNodeId = std::uint32_t;

/// Which levels of the scope tree have caches; the outermost level is the root memory, always.
struct TreeShape {
  struct Level {
    std::uint32_t level;
    std::string name;     ///< "L1"
    bool buffer = false;  ///< a write buffer: holds dirty lines only
  };
  std::vector<Level> levels;  ///< inner to outer
  std::string rootName;
};

/// A buffer, a cache or the memory.
struct MemoryNode {
  std::uint32_t level;
  MemoryNodeId parent;  ///< itself for the root
  std::string name;
  bool buffer;
  std::vector<ThreadId> threads;
};

/// The caches of a machine with a test placed on them.
class MemoryTree {
 public:
  MemoryTree(const ScopeTree& scopes, const TreeShape& shape);

  const std::vector<MemoryNode>& nodes() const { return nodes_; }
  MemoryNodeId root() const { return static_cast<MemoryNodeId>(nodes_.size() - 1); }
  std::size_t cacheCount() const { return nodes_.size() - 1; }
  /// The nodes between a thread and the root, both ends included, leaf first.
  const std::vector<MemoryNodeId>& path(ThreadId t) const { return paths_[t]; }
  /// k of node(t, S): the first node on the path whose level is S or wider.
  std::size_t indexOf(ThreadId t, std::uint32_t level) const;
  /// All caches strictly under a node, the outer before the inner.
  std::vector<MemoryNodeId> cachesUnder(MemoryNodeId node) const;
  /// The leaves under a node (itself, if it is one).
  std::vector<MemoryNodeId> leavesUnder(MemoryNodeId node) const;
  bool isUnder(MemoryNodeId inner, MemoryNodeId outer) const;  ///< strictly

 private:
  std::vector<MemoryNode> nodes_;
  std::vector<std::vector<MemoryNodeId>> paths_;
};

}  // namespace hrfcheck::inline machine
