#include "frontend/spirv/translate/source_types.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/characters.h"

namespace hrfcheck::frontend::spirv {
namespace {

using lowlevel::SourceType;
using lowlevel::SourceTypePtr;

constexpr unsigned kDeepestSourceType = 16;
constexpr std::uint64_t kMostSourceNumbers = 4096;

SourceTypePtr madeSourceType(SourceType type) {
  return std::make_shared<const SourceType>(std::move(type));
}

class SourceTypeMaker {
 public:
  SourceTypeMaker(const Module& module, ValueTypes& types) : module_(module), types_(types) {}

  SourceTypePtr of(const Laid& laid, unsigned depth) {
    const ValueType type = types_.of(laid.type);
    if (depth > kDeepestSourceType || ++visited_ > kMostSourceNumbers) {
      return nullptr;
    }
    if (type.isWord()) {
      return number(laid, type);
    }
    switch (type.shape) {
      case Shape::Vector:
      case Shape::Struct:
        return fields(laid, type, depth);
      case Shape::Matrix:
        return laid.rowMajor && laid.matrixStride != 0 ? rows(laid, type, depth)
                                                       : elements(laid, type.count, depth);
      case Shape::Array:
        return elements(laid, type.count, depth);
      case Shape::RuntimeArray: {
        const Laid element = types_.part(laid, 0).laid;
        const std::uint64_t words = std::max<std::uint64_t>(1, types_.of(element.type).words);
        return elements(laid, std::max<std::uint64_t>(1, (words == 1 ? kMostSourceNumbers : 1024) / words),
                        depth);
      }
      default:
        return nullptr;
    }
  }

 private:
  SourceTypePtr number(const Laid& laid, const ValueType& type) {
    SourceType number;
    number.bytes = types_.sizeOf(laid);
    number.pointer = type.shape == Shape::Pointer;
    number.element =
        lowlevel::ElementType{static_cast<unsigned>(number.bytes), type.shape == Shape::Float, type.isSigned};
    return madeSourceType(std::move(number));
  }

  SourceTypePtr fields(const Laid& laid, const ValueType& type, unsigned depth) {
    SourceType result;
    result.bytes = types_.sizeOf(laid);
    for (std::uint32_t m = 0; m < type.partCount(); ++m) {
      const LaidPart part = types_.part(laid, m);
      const SourceTypePtr inner = of(part.laid, depth + 1);
      if (inner == nullptr) {
        return nullptr;
      }
      result.bytes = std::max(result.bytes, part.offset + inner->bytes);
      result.fields.push_back(
          {type.shape == Shape::Vector ? componentName(m) : memberName(laid.type, m), part.offset, inner});
    }
    return result.fields.empty() ? nullptr : madeSourceType(std::move(result));
  }

  /// Of a matrix whose rows lie together: an array of them.
  SourceTypePtr rows(const Laid& laid, const ValueType& type, unsigned depth) {
    const ValueType& column = types_.of(type.parts[0]);
    const Laid component{column.parts.at(0)};
    const SourceTypePtr number = of(component, depth + 1);
    if (number == nullptr) {
      return nullptr;
    }
    SourceType row;
    row.bytes = std::max<std::uint64_t>(laid.matrixStride, number->bytes * type.count);
    for (std::uint32_t c = 0; c < type.count; ++c) {
      row.fields.push_back({componentName(c), c * number->bytes, number});
    }
    SourceType array;
    array.bytes = row.bytes * column.count;
    array.of = madeSourceType(std::move(row));
    return madeSourceType(std::move(array));
  }

  static std::string componentName(std::uint32_t m) {
    return m < 4 ? std::string(1, "xyzw"[m]) : fmt::format("s{:x}", m);
  }

  std::string memberName(Id type, std::uint32_t member) const {
    const auto named = module_.memberNames.find({type, member});
    std::string name = named == module_.memberNames.end() ? "" : named->second;
    for (char& c : name) {
      c = isLetterOrDigit(c) ? c : '_';
    }
    return name.empty() || isDigit(name.front()) ? fmt::format("f{}", member) : name;
  }

  /// What lies further apart than it is large is a struct of it and what is behind it.
  SourceTypePtr elements(const Laid& laid, std::uint64_t count, unsigned depth) {
    const LaidPart first = types_.part(laid, 0);
    SourceTypePtr element = of(first.laid, depth + 1);
    const std::uint64_t stride = types_.strideOf(laid);
    if (element == nullptr || stride == 0) {
      return nullptr;
    }
    if (element->bytes != stride) {
      SourceType padded;
      padded.bytes = stride;
      padded.fields.push_back({"", 0, element});
      element = element->bytes < stride ? madeSourceType(std::move(padded)) : nullptr;
    }
    if (element == nullptr) {
      return nullptr;
    }
    SourceType array;
    array.bytes = stride * count;
    array.of = element;
    return madeSourceType(std::move(array));
  }

  const Module& module_;
  ValueTypes& types_;
  std::uint64_t visited_ = 0;
};

}  // namespace

SourceTypePtr sourceTypeOf(const Module& module, ValueTypes& types, const Laid& laid) {
  return SourceTypeMaker(module, types).of(laid, 0);
}

}  // namespace hrfcheck::frontend::spirv
