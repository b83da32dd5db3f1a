#pragma once

#include <cstdint>

namespace hrfcheck::inline program {

/// What the lock unit of shared memory is taken for under memory models (docs/lock-bits.md).
struct LockUnitReading {
  /// How many lock bits a work-group has (Li et al., ICS 2015, section 3.1): a power of two; 0 for one of
  /// each word.
  std::uint32_t lockBits = 1024;
  /// Taking a bit acquires and freeing it releases, at the scope of the work-group. The paper does not say.
  bool ordered = true;
};

}  // namespace hrfcheck::inline program
