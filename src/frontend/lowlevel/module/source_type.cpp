#include "frontend/lowlevel/module/source_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <string>

#include "frontend/lowlevel/values/number.h"

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

namespace {

constexpr std::size_t kMostNumbers = 4096;
constexpr std::size_t kMostVisited = 65'536;  // types inside of types, of those that have no numbers, too
constexpr unsigned kDeepestType = 64;

/// Of what a class keeps for itself: `value_`, `__a`, what a base has.
bool isOfTheClass(const std::string& name) {
  return name.empty() || name.starts_with('_') || name.ends_with('_');
}

class NumberLister {
 public:
  explicit NumberLister(std::vector<SourceNumbers>& into) : into_(into) {}

  /// @return whether there was room
  bool list(const SourceType& type, const std::string& path, std::uint64_t offset, unsigned depth = 0) {
    if (++visited_ > kMostVisited || depth > kDeepestType) {
      return false;
    }
    if (const auto number = numberIn(type)) {
      into_.push_back({path, offset, *number});
      return into_.size() <= kMostNumbers;
    }
    if (type.of != nullptr) {
      return elements(*type.of, type.of->bytes == 0 ? 0 : type.bytes / type.of->bytes, path, offset,
                      depth + 1);
    }
    return std::ranges::all_of(type.fields, [&](const SourceField& field) {
      const std::string inner = field.name.empty() ? path : fmt::format("{}.{}", path, field.name);
      return field.type == nullptr || list(*field.type, inner, offset + field.offset, depth + 1);
    });
  }

  /// An array of arrays is one row.
  bool elements(const SourceType& type, std::uint64_t count, const std::string& path, std::uint64_t offset,
                unsigned depth = 0) {
    if (depth > kDeepestType) {
      return false;
    }
    if (type.of != nullptr && type.of->bytes != 0) {
      return elements(*type.of, count * (type.bytes / type.of->bytes), path, offset, depth + 1);
    }
    if (const auto number = numberIn(type)) {
      into_.push_back({path, offset, *number, count, true});
      return true;
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      if (!list(type, fmt::format("{}[{}]", path, i), offset + i * type.bytes, depth + 1)) {
        return false;
      }
    }
    return true;
  }

 private:
  std::vector<SourceNumbers>& into_;
  std::size_t visited_ = 0;
};

/// The elements of an array, of arrays in one row.
const SourceTypePtr& elementOf(const SourceType& type) {
  return type.of != nullptr && type.of->of != nullptr ? elementOf(*type.of) : type.of;
}

/// Takes `[3]` from the front.
std::optional<std::uint64_t> takeIndex(std::string_view& path) {
  const std::size_t end = path.find(']');
  std::uint64_t index = 0;
  if (!path.starts_with('[') || end == std::string_view::npos) {
    return std::nullopt;
  }
  const auto [last, error] = std::from_chars(path.data() + 1, path.data() + end, index);
  if (error != std::errc{} || last != path.data() + end) {
    return std::nullopt;
  }
  path.remove_prefix(end + 1);
  return index;
}

/// A field, also one of a base.
std::optional<SourcePlace> fieldOf(const SourceType& type, std::string_view name) {
  for (const SourceField& field : type.fields) {
    if (field.type == nullptr) {
      continue;
    }
    if (field.name == name) {
      return SourcePlace{field.offset, field.type};
    }
    if (const auto inner = field.name.empty() ? fieldOf(*field.type, name) : std::nullopt) {
      return SourcePlace{field.offset + inner->offset, inner->type};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<ElementType> numberIn(const SourceType& type) {
  const SourceType* inner = &type;
  for (unsigned depth = 0; depth < kDeepestType && !inner->element; ++depth) {
    const bool wraps = inner->fields.size() == 1 && isOfTheClass(inner->fields.front().name) &&
                       inner->fields.front().type != nullptr &&
                       inner->fields.front().type->bytes == inner->bytes;
    if (!wraps) {
      return std::nullopt;
    }
    inner = inner->fields.front().type.get();
  }
  return inner->element;
}

std::vector<SourceNumbers> numbersOf(const SourceType& type, std::uint64_t count, bool indexed) {
  std::vector<SourceNumbers> numbers;
  NumberLister lister(numbers);
  const bool complete =
      indexed || count != 1 ? lister.elements(type, count, "", 0) : lister.list(type, "", 0);
  return complete ? numbers : std::vector<SourceNumbers>{};
}

std::optional<SourcePlace> placeIn(const SourceTypePtr& type, std::string_view path) {
  SourcePlace place{0, type};
  while (!path.empty()) {
    if (path.starts_with('[')) {
      const auto index = takeIndex(path);
      const SourceTypePtr of = elementOf(*place.type);
      if (!index || of == nullptr || *index >= place.type->bytes / std::max<std::uint64_t>(of->bytes, 1)) {
        return std::nullopt;
      }
      place = {place.offset + *index * of->bytes, of};
      continue;
    }
    if (!path.starts_with('.')) {
      return std::nullopt;
    }
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find_first_of(".["), path.size());
    const auto field = fieldOf(*place.type, path.substr(0, end));
    if (!field) {
      return std::nullopt;
    }
    place = {place.offset + field->offset, field->type};
    path.remove_prefix(end);
  }
  return place;
}

}  // namespace hrfcheck::frontend::lowlevel
