#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/ir/scope_tree.h"

namespace hrfcheck::inline machine {

/// Index of a cache, a write buffer or the root memory: caches first, the inner before the outer, root last.
using MemoryNodeId = std::uint32_t;

/// What a cache does with a value that is written to it.
enum class WritePolicy {
  Back,      ///< it keeps it as a dirty line, in its FIFO, until the line is drained
  Through,   ///< it hands it on in the same step; a valid copy is updated
  Evict,     ///< it hands it on in the same step; a valid copy is dropped
  Ownership  ///< it comes to own the line: it keeps it as a dirty line, and no cache beside it has one
};

/// Which levels of the scope tree have caches; the outermost level is the root memory, always.
struct TreeShape {
  struct Level {
    std::uint32_t level;
    std::string name;     ///< "L1"
    bool buffer = false;  ///< a write buffer: holds dirty lines only
    WritePolicy policy = WritePolicy::Back;
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
  WritePolicy policy = WritePolicy::Back;
  std::vector<MemoryNodeId> owners = {};  ///< the caches right below it that own lines

  /// What is written to it goes on to the next level at once.
  bool passesOn() const { return policy == WritePolicy::Through || policy == WritePolicy::Evict; }
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
  /// The first node on the way out from `inner` that `other` is, or is under.
  MemoryNodeId commonNode(MemoryNodeId inner, MemoryNodeId other) const;
  /// Where a value stays that is written to a node: this one, or the first outside it that does not pass it
  /// on.
  MemoryNodeId settles(MemoryNodeId node) const;

 private:
  std::vector<MemoryNode> nodes_;
  std::vector<std::vector<MemoryNodeId>> paths_;
};

}  // namespace hrfcheck::inline machine
