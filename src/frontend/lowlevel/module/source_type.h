#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

struct SourceType;
using SourceTypePtr = std::shared_ptr<const SourceType>;

/// A field of a struct; that of a base has no name.
struct SourceField {
  std::string name;
  std::uint64_t offset = 0;
  SourceTypePtr type;
};

/// A type of the source, as far as debugging information says what lies where: a number, a struct, an array,
/// or bytes of which no more is said (a union).
struct SourceType {
  std::uint64_t bytes = 0;
  std::optional<ElementType> element = std::nullopt;  ///< of a number
  std::vector<SourceField> fields = {};               ///< of a struct
  SourceTypePtr of = nullptr;                         ///< of an array: of its elements
  bool pointer = false;                               ///< or a reference

  bool isStruct() const { return !fields.empty(); }
};

/// The number that a type is: itself, or what a class keeps that has no other data, under a name of its own
/// (`cuda::atomic`).
std::optional<ElementType> numberIn(const SourceType& type);

/// The elements that an object has, as somebody says or the source has it.
struct ObjectShape {
  SourceTypePtr element;
  bool indexed = false;  ///< they are called by their index, even where there is one

  bool ofStructs() const { return !numberIn(*element); }
};

/// A number, or a row of them, in something of a type.
struct SourceNumbers {
  std::string path;  ///< behind the name of the whole: ".head", "[1].tag"
  std::uint64_t offset = 0;
  ElementType type;
  std::uint64_t count = 1;
  bool array = false;
};
/// The numbers of so many elements of a type.
/// @param indexed they are called by their index, even where there is one
/// @return none where there are too many
std::vector<SourceNumbers> numbersOf(const SourceType& type, std::uint64_t count, bool indexed);

/// What a path names in an element of a type: "status" of "[2].status" is in element 2.
struct SourcePlace {
  std::uint64_t offset = 0;
  SourceTypePtr type;
};
/// @param path ".status", ".slot[1].tag"
std::optional<SourcePlace> placeIn(const SourceTypePtr& type, std::string_view path);

}  // namespace hrfcheck::frontend::lowlevel
