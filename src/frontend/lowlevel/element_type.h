#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hrfcheck::frontend::lowlevel {

/// What the elements of an object are, as somebody says or the code uses them.
struct ElementType {
  unsigned bytes = 4;
  bool isFloat = false;
  bool isSigned = false;

  friend bool operator==(const ElementType&, const ElementType&) = default;
};

/// `f32`, `u8`, `s64`; nothing for other words.
std::optional<ElementType> elementTypeNamed(std::string_view word);

/// The bits of a number in an element: of one that is written with a fraction those of a float, and of others
/// too where the elements are floats.
/// @return nothing where it does not fit
std::optional<std::uint64_t> bitsOfNumber(std::string_view text, const ElementType& type);

}  // namespace hrfcheck::frontend::lowlevel
