#pragma once

#include <array>
#include <cstddef>

#include "machine/machine_state.h"
#include "machine/memory_tree.h"
#include "machine/rule_set.h"

namespace hrfcheck::inline machine {

/// What happens to lines and FIFOs in one step. Functions that answer whether leave the
/// state half changed when it is blocked by a lock; the caller drops it then.
class MemorySteps {
 public:
  MemorySteps(const MemoryTree& tree, const RuleSet& rules) : tree_(&tree), rules_(&rules) {}

  /// Indices on the path of a thread from which a load at path[from] may be answered: every valid line on the
  /// way out, as a clean one may have been evicted, up to the first dirty one or the root.
  struct Hits {
    std::array<std::uint8_t, 8> at{};
    std::size_t count = 0;
  };
  Hits hits(const MachineState& s, ThreadId t, std::size_t from, std::uint32_t a) const;
  /// Clean copies of what path[hit] answered, in the caches from path[from] on.
  void install(MachineState& s, ThreadId t, std::size_t from, std::size_t hit, std::uint32_t a,
               ValueIndex v) const;
  /// Whether the store was possible.
  bool store(MachineState& s, ThreadId t, MemoryNodeId n, std::uint32_t a, ValueIndex v) const;
  /// The value of a dirty line goes to the next level; the line is clean then (gone from a write buffer).
  bool writeBack(MachineState& s, MemoryNodeId n, std::uint32_t a) const;
  /// ACC*: the lines of a below path[k] are written back and dropped, inner first.
  bool dropOwnCopies(MachineState& s, ThreadId t, std::size_t k, std::uint32_t a) const;
  bool invalidate(MachineState& s, MemoryNodeId n) const;
  /// Where a fill of n would come from.
  MemoryNodeId nearestOuter(const MachineState& s, MemoryNodeId n, std::uint32_t a) const;
  bool lockedByOther(const MachineState& s, ThreadId t, MemoryNodeId n, std::uint32_t a) const;

  void enter(MachineState& s, MemoryNodeId n, const FifoEntry& marker) const;
  /// The marker at the head moves to the next level, or is acknowledged.
  void passMarker(MachineState& s, MemoryNodeId n) const;
  void endStall(MachineState& s, MemoryNodeId n, ThreadId t) const;

 private:
  void arrive(MachineState& s, MemoryNodeId n, std::uint32_t a, ValueIndex v) const;

  const MemoryTree* tree_;
  const RuleSet* rules_;
};

}  // namespace hrfcheck::inline machine
