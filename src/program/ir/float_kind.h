#pragma once

#include <string>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// The kind of a location that holds the bits of floats, as declarations or debugging information say: C
/// leaves nothing undefined of unsigned numbers, so no other unsigned kind is strict.
constexpr IntegerKind floatKind(unsigned bits) {
  return {static_cast<std::uint8_t>(bits), false, true};
}
constexpr bool isFloatKind(const IntegerKind& kind) {
  return !kind.isSigned && kind.strict && (kind.bits == 32 || kind.bits == 64);
}

/// A value that a location holds, as reports show it: "3.0" of the bits of a float.
std::string valueText(const Program& program, LocationId location, Value value);

}  // namespace hrfcheck::inline program
