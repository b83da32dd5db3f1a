#pragma once

#include <cstdint>

#include "program/ir/float_formats.h"

namespace hrfcheck::frontend::lowlevel {

/// How an operator on floats computes, where that is not IEEE's rounding to nearest of its width.
struct FloatMode {
  Rounding rounding = Rounding::Even;
  bool flushes = false;      ///< subnormal operands and results are 0, with their sign
  bool bfloat = false;       ///< results of 16 bits are bfloats
  bool fromBfloat = false;   ///< operands of 16 bits are
  bool approximate = false;  ///< the result is only near the one that is computed

  /// In Number::index.
  constexpr std::uint32_t packed() const {
    return static_cast<std::uint32_t>(rounding) | (flushes ? 4U : 0U) | (bfloat ? 8U : 0U) |
           (fromBfloat ? 16U : 0U) | (approximate ? 32U : 0U);
  }
  static constexpr FloatMode unpacked(std::uint32_t bits) {
    return {static_cast<Rounding>(bits & 3U), (bits & 4U) != 0, (bits & 8U) != 0, (bits & 16U) != 0,
            (bits & 32U) != 0};
  }
  /// IEEE's, of 32 or 64 bits, but for what is said of subnormal numbers and of how near the result is.
  constexpr bool isPlain() const { return rounding == Rounding::Even && !bfloat && !fromBfloat; }
};

}  // namespace hrfcheck::frontend::lowlevel
