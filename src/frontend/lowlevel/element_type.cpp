#include "frontend/lowlevel/element_type.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <string>

#include "frontend/lowlevel/number.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

struct TypeName {
  std::string_view name;
  ElementType type;
};
constexpr std::array kTypeNames = {TypeName{"u8", {1}},        TypeName{"s8", {1, false, true}},
                                   TypeName{"u16", {2}},       TypeName{"s16", {2, false, true}},
                                   TypeName{"u32", {4}},       TypeName{"s32", {4, false, true}},
                                   TypeName{"u64", {8}},       TypeName{"s64", {8, false, true}},
                                   TypeName{"f32", {4, true}}, TypeName{"f64", {8, true}}};

std::optional<std::uint64_t> bitsOfFloat(const std::string& text, unsigned bytes) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size() || (bytes != 4 && bytes != 8)) {
    return std::nullopt;
  }
  return bytes == 4 ? std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr))
                    : std::bit_cast<std::uint64_t>(value);
}

}  // namespace

std::optional<ElementType> elementTypeNamed(std::string_view word) {
  const auto* row = std::ranges::find(kTypeNames, word, &TypeName::name);
  return row == kTypeNames.end() ? std::nullopt : std::optional(row->type);
}

std::optional<std::uint64_t> bitsOfNumber(std::string_view text, const ElementType& type) {
  const std::string number(text);
  const bool hexadecimal = number.find("0x") != std::string::npos;
  if (number.find('.') != std::string::npos || type.isFloat) {
    return hexadecimal ? std::nullopt : bitsOfFloat(number, type.bytes);
  }
  errno = 0;
  char* end = nullptr;
  const bool negative = number.starts_with('-');
  const std::uint64_t magnitude = std::strtoull(number.c_str() + (negative ? 1 : 0), &end, 0);
  const unsigned bits = type.bytes * 8;
  const std::uint64_t most = negative ? std::uint64_t{1} << (bits - 1) : lowBits(bits);
  if (number.empty() || end != number.c_str() + number.size() || errno != 0 || magnitude > most) {
    return std::nullopt;
  }
  return (negative ? std::uint64_t{0} - magnitude : magnitude) & lowBits(bits);
}

}  // namespace hrfcheck::frontend::lowlevel
