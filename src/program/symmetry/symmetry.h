#pragma once

#include <vector>

#include "program/structure/event_structure.h"

namespace hrfcheck::inline program {

/// Blocks of threads that can be renamed into each other: blocks[i][k] is the k-th thread of block i, and has
/// the code, the initial registers and the place in its block's scopes of blocks[j][k]. Every permutation of
/// the blocks maps consistent executions to consistent executions, under every model.
struct SymmetryGroup {
  std::vector<std::vector<ThreadId>> blocks;  ///< at least two, all of one length, by smallest thread

  /// By block an access that happens in every execution, complete or not, and always at the same location; or
  /// empty, where the code has none that tells blocks apart. A read stands for the write it reads from, a
  /// write for itself; so each block has a place in the coherence order of that location: its *attribute*,
  /// which goes along when blocks are renamed. Of compare-and-swaps in one place, one that succeeds comes
  /// before those that fail; an engine may leave that away, in its order and its ties alike. An execution in
  /// which attributes do not decrease from block to block is a *representative*: every execution can be
  /// renamed into one. Blocks with equal attributes tie.
  std::vector<EventId> leaders;
};

/// The symmetries of a test: disjoint groups, in the order of their threads. No filter speaks of their
/// threads' registers; conditions and observed variables may.
std::vector<SymmetryGroup> symmetriesOf(const EventStructure& structure);

/// Where each block of a group goes: target[i] is the new index of block i.
using BlockPermutation = std::vector<std::uint32_t>;

/// The permutation of the structure's events that goes with one permutation per group.
std::vector<EventId> eventRenaming(const EventStructure& structure, const std::vector<SymmetryGroup>& groups,
                                   const std::vector<BlockPermutation>& permutations);

}  // namespace hrfcheck::inline program
