#pragma once

#include <optional>

#include "program/ir/instruction.h"

namespace hrfcheck::inline program {

/// Where an object lies, by its number (see kAddressBase). The gap before the first one is as wide as those
/// between objects, so that an index below zero leads to addresses, too.
constexpr Value objectAddress(Value number) {
  return kAddressBase + (number + 1) * kAddressStride;
}
inline constexpr Value kAddressEnd = 2 * kAddressBase;

/// Whether a value is an address, of a location or of nothing. No integer of a test lies in this range: one
/// that is written down is refused, and an operator gives an address only if one of its operands is one.
/// Where integers alone would make one, the operator has no value, as a division by zero has none.
constexpr bool isAddress(Value v) {
  return v >= kAddressBase && v < kAddressEnd;
}

/// The integer that an RMW has no value to store for because it would be an address: rmwResult may be asked
/// for only if there is none.
std::optional<Value> forgedByRmw(RmwOp op, IntegerKind kind, Value old, Value operand);

}  // namespace hrfcheck::inline program
