#include "program/ir/float_kind.h"

#include <fmt/format.h>

#include <bit>

#include "program/ir/further_operators.h"

namespace hrfcheck::inline program {
namespace {

/// The shortest number that is this float, with a fraction.
std::string floatText(Value value, unsigned bits) {
  const std::string text = bits == 32
                               ? fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(value)))
                               : fmt::format("{}", std::bit_cast<double>(value));
  const bool whole = text.find_first_not_of("-0123456789") == std::string::npos;
  return whole ? text + ".0" : text;
}

}  // namespace

std::string valueText(const Program& program, LocationId location, Value value) {
  const auto& kind = program.locations[location].kind;
  return kind && isFloatKind(*kind) && !isUnknown(value) && !program.locationAt(value)
             ? floatText(value, kind->bits)
             : program.valueText(value);
}

}  // namespace hrfcheck::inline program
