#pragma once

#include <cstdint>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// What the lock unit of shared memory is taken for under memory models (docs/lock-bits.md).
struct LockUnitReading {
  /// How many lock bits a work-group has (Li et al., ICS 2015, section 3.1): a power of two; 0 for one of
  /// each word.
  std::uint32_t lockBits = 1024;
  /// Taking a bit acquires and freeing it releases, at the scope of the work-group. The paper does not say.
  bool ordered = true;
};

/// A lock bit: of which work-group (the outermost instance where the dialect has no levels of a GPU), and
/// which one.
struct LockBit {
  ScopeInstanceId group = 0;
  std::uint64_t number = 0;

  friend auto operator<=>(const LockBit&, const LockBit&) = default;
};

/// The bit by which a thread locks a word (Li et al., ICS 2015, section 3.2).
/// @param lockBits of a work-group, a power of two: words that many apart share one; 0 for one of each word
LockBit lockBitOf(const Program& program, ThreadId thread, LocationId word, std::uint32_t lockBits);

/// The work-group whose bits a thread uses.
ScopeInstanceId lockGroupOf(const Program& program, ThreadId thread);

/// The words that an address may name, as far as its text says: at most one by a constant, else all.
std::vector<LocationId> wordsNamedBy(const Program& program, const Expr& address);

}  // namespace hrfcheck::inline program
