#include "machine/memory_tree.h"

#include <algorithm>
#include <map>

#include "program/ir/scope_levels.h"
#include "util/invariant.h"

namespace hrfcheck::inline machine {

MemoryTree::MemoryTree(const ScopeTree& scopes, const TreeShape& shape) : paths_(scopes.threadCount()) {
  std::map<ScopeInstanceId, MemoryNodeId> nodeOf;
  for (const TreeShape::Level& level : shape.levels) {
    for (ScopeInstanceId s = 0; s < scopes.instances().size(); ++s) {
      const ScopeInstance& instance = scopes.instances()[s];
      if (instance.level == level.level) {
        nodeOf[s] = static_cast<MemoryNodeId>(nodes_.size());
        nodes_.push_back(
            {level.level, 0, level.name + " " + instance.name, level.buffer, instance.agents, level.policy});
      }
    }
  }
  std::vector<ThreadId> everyone;
  for (ThreadId t = 0; t < scopes.threadCount(); ++t) {
    everyone.push_back(t);
  }
  const auto top = static_cast<MemoryNodeId>(nodes_.size());
  nodes_.push_back({outermostLevel(scopes), top, shape.rootName, false, everyone});
  for (ThreadId t = 0; t < scopes.threadCount(); ++t) {
    for (const TreeShape::Level& level : shape.levels) {
      paths_[t].push_back(nodeOf.at(scopes.instanceOf(t, level.level)));
    }
    paths_[t].push_back(top);
    for (std::size_t i = 0; i + 1 < paths_[t].size(); ++i) {
      nodes_[paths_[t][i]].parent = paths_[t][i + 1];
    }
  }
  for (MemoryNodeId n = 0; n < top; ++n) {
    if (nodes_[n].policy == WritePolicy::Ownership) {
      nodes_[nodes_[n].parent].owners.push_back(n);
    }
  }
}

std::size_t MemoryTree::indexOf(ThreadId t, std::uint32_t level) const {
  const std::vector<MemoryNodeId>& path = paths_[t];
  const auto it =
      std::find_if(path.begin(), path.end(), [&](MemoryNodeId n) { return nodes_[n].level >= level; });
  INVARIANT(it != path.end(), "the root has the outermost level");
  return static_cast<std::size_t>(it - path.begin());
}

bool MemoryTree::isUnder(MemoryNodeId inner, MemoryNodeId outer) const {
  while (inner != root()) {
    inner = nodes_[inner].parent;
    if (inner == outer) {
      return true;
    }
  }
  return false;
}

MemoryNodeId MemoryTree::commonNode(MemoryNodeId inner, MemoryNodeId other) const {
  while (inner != other && !isUnder(other, inner)) {
    inner = nodes_[inner].parent;
  }
  return inner;
}

MemoryNodeId MemoryTree::settles(MemoryNodeId node) const {
  while (nodes_[node].passesOn()) {
    node = nodes_[node].parent;
  }
  return node;
}

std::vector<MemoryNodeId> MemoryTree::cachesUnder(MemoryNodeId node) const {
  std::vector<MemoryNodeId> found;
  for (MemoryNodeId n = static_cast<MemoryNodeId>(cacheCount()); n-- > 0;) {
    if (isUnder(n, node)) {
      found.push_back(n);
    }
  }
  return found;
}

std::vector<MemoryNodeId> MemoryTree::leavesUnder(MemoryNodeId node) const {
  std::vector<MemoryNodeId> found;
  for (const std::vector<MemoryNodeId>& path : paths_) {
    const MemoryNodeId leaf = path.front();
    if (leaf == node || isUnder(leaf, node)) {
      found.push_back(leaf);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace hrfcheck::inline machine
