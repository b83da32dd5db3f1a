#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "util/invariant.h"

namespace hrfcheck::inline util {

// An enumeration and its names, as they are printed and read back: one array of rows, in the order of the
// enumeration.
//
//   constexpr std::array kNames{EnumName{Colour::Red, "red"}, EnumName{Colour::Green, "green"}};
//   static_assert(coversUpTo(kNames, Colour::Green), "every colour has its name");

/// A value of an enumeration and its name.
template <typename Enum>
struct EnumName {
  Enum value;
  const char* name;
};
template <typename Enum>
EnumName(Enum, const char*) -> EnumName<Enum>;

/// Whether the rows are those of all values, in their order.
/// @param last the last value of the enumeration
template <typename Enum, std::size_t N>
constexpr bool coversUpTo(const std::array<EnumName<Enum>, N>& names, Enum last) {
  for (std::size_t i = 0; i < N; ++i) {
    if (static_cast<std::size_t>(names[i].value) != i) {
      return false;
    }
  }
  return N == static_cast<std::size_t>(last) + 1;
}

/// The name of a value.
template <typename Enum, std::size_t N>
const char* nameIn(const std::array<EnumName<Enum>, N>& names, Enum value) {
  const auto row = static_cast<std::size_t>(value);
  INVARIANT(row < N, "every value of an enumeration has its name");
  return names[row].name;
}

/// The value whose name this is; nothing where none is.
template <typename Enum, std::size_t N>
std::optional<Enum> valueNamed(const std::array<EnumName<Enum>, N>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name, &EnumName<Enum>::name);
  return found == names.end() ? std::nullopt : std::optional(found->value);
}

}  // namespace hrfcheck::inline util
