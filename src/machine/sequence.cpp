#include "machine/sequence.h"

#include <algorithm>

#include "program/ir/orders.h"

namespace hrfcheck::inline machine {

bool Site::acquires() const {
  return kind != Kind::Store && atomicity && program::acquires(atomicity->order);
}

bool Site::releases() const {
  return kind != Kind::Load && atomicity && program::releases(atomicity->order);
}

std::vector<MemoryNodeId> Site::own() const {
  const std::vector<MemoryNodeId>& path = tree.path(thread);
  std::vector<MemoryNodeId> nodes;
  for (std::size_t i = 0; i < k; ++i) {
    if (!tree.nodes()[path[i]].buffer) {  // a write buffer has no clean lines
      nodes.push_back(path[i]);
    }
  }
  if (rules[Rule::OuterFirst]) {
    std::reverse(nodes.begin(), nodes.end());
  }
  return nodes;
}

std::vector<MemoryNodeId> Site::remoteCaches() const {
  std::vector<MemoryNodeId> nodes = tree.cachesUnder(target());
  const std::vector<MemoryNodeId>& path = tree.path(thread);
  std::erase_if(nodes, [&](MemoryNodeId n) { return std::find(path.begin(), path.end(), n) != path.end(); });
  return nodes;
}

}  // namespace hrfcheck::inline machine
