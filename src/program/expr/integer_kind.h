#pragma once

#include <cstdint>

#include "program/expr/value.h"

namespace hrfcheck::inline program {

/// The integers that an operator computes with: how many bits, in two's complement where they have a sign. A
/// register or a location holds the number itself (-1, 4294967295), except that unsigned numbers of 64 bits
/// from 2^63 on are held as the negative number with the same bits.
struct IntegerKind {
  std::uint8_t bits = 64;
  bool isSigned = true;
  /// What C leaves undefined has no value: a signed result that does not fit (C11, 6.5p5), a shift by a
  /// negative count or by the width and more, a signed left shift whose result does not fit (6.5.7p3-4).
  /// Otherwise results wrap around, and of the count of a shift only its remainder by the width matters
  /// (OpenCL C 2.0, 6.3.j).
  bool strict = false;

  friend bool operator==(const IntegerKind&, const IntegerKind&) = default;
};

/// The number of this kind that has the same lowest bits.
Value wrapped(Value value, IntegerKind kind);
/// Whether the kind has this number.
inline bool isIn(Value value, IntegerKind kind) {
  return wrapped(value, kind) == value;
}
/// Whether every number of `inner` is one of `outer`, so that a conversion changes nothing.
bool contains(IntegerKind outer, IntegerKind inner);

}  // namespace hrfcheck::inline program
