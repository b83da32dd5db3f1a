#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/factorials.h"
#include "program/symmetry/symmetry.h"

namespace hrfcheck::inline engine {

/// The blocks of one group in a list of values: slots[i][s] is the index of the s-th value of block i; equal
/// positions correspond.
struct BlockSlots {
  std::vector<std::vector<std::size_t>> slots;
};

/// The renamings of a list of values. They are looked at block by block, so that there is no need to go
/// through the factorially many permutations that do not differ in what matters.
class Arrangements {
 public:
  /// A block of a group, both as indices.
  using BlockRef = std::pair<std::size_t, std::uint32_t>;

  /// @param blocks those that matter, in the order in which they get values
  Arrangements(const std::vector<BlockSlots>& groups, std::vector<BlockRef> blocks,
               const std::vector<Value>& values);

  enum class Walk { Deeper, Back, Stop };
  /// Calls `visit` with every arrangement of values over the first k of the blocks that can be told from
  /// others by its values, for growing k: first k = 0; then, where it says Deeper, those of one block more.
  void forEach(const std::function<Walk()>& visit);

  // The arrangement being visited.

  /// All of the blocks have got their values.
  bool complete() const { return depth_ == blocks_.size(); }
  /// Nothing for values that are open.
  const std::vector<std::optional<Value>>& values() const { return renamed_; }
  /// How many permutations of all groups give these values.
  FactorialQuotient permutations() const;
  /// How many arrangements of all blocks begin with this one.
  FactorialQuotient completions() const;
  /// One of the permutations.
  std::vector<BlockPermutation> permutation() const;

 private:
  /// Blocks of a group with equal values.
  struct Class {
    std::vector<std::uint32_t> members;
    std::uint32_t used = 0;
  };

  bool walk(const std::function<Walk()>& visit);
  void put(BlockRef block, const Class& from);
  void clear(BlockRef block);

  const std::vector<BlockSlots>& groups_;
  std::vector<BlockRef> blocks_;
  const std::vector<Value>& original_;
  std::vector<std::optional<Value>> renamed_;
  std::vector<std::vector<Class>> classes_;                        ///< by group
  std::vector<std::vector<std::optional<std::uint32_t>>> source_;  ///< by group and block
  std::size_t depth_ = 0;
};

}  // namespace hrfcheck::inline engine
