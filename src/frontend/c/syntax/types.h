#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/syntax/ast.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::c {

struct StructLayout;

/// As much of a type as lowering needs: the integers of it, how far a step over an element is, and which
/// fields there are.
struct ValueType {
  const StructLayout* layout = nullptr;  ///< what it is, or what is at the end of its pointers, if a struct
  unsigned pointers = 0;
  bool known = true;  ///< false for registers that are not declared
  bool isVoid = false;
  bool incomplete = false;     ///< of a struct that is not declared, or a pointer to one
  bool ofVoid = false;         ///< void, or a pointer to it
  bool local = false;          ///< a pointer to local memory
  IntegerKind integer = kInt;  ///< what it is, or what is at the end of its pointers, if an integer
  std::optional<AtomicObject> atomic = std::nullopt;
  bool isVolatile = false;  ///< what is at the end of its pointers
  Type::Word word = Type::Word::None;
  /// What is at the end of its one pointer has been declared as another type of integers, or what the memory
  /// of a vector consists of, if of others; of a pointer to void, the integers that it points to.
  std::optional<IntegerKind> object = std::nullopt;
  /// Of a pointer to void: the structs that it points to.
  const StructLayout* record = nullptr;

  bool isPointer() const { return pointers > 0; }
  /// The level of the operators on it where it is an atomic object with a scope.
  std::optional<std::uint32_t> atomicLevel() const {
    return atomic && atomic->pointers == pointers ? std::optional(atomic->level) : std::nullopt;
  }
  bool isStruct() const { return layout != nullptr && pointers == 0; }
  bool isInteger() const { return pointers == 0 && layout == nullptr && !isVoid; }
  ValueType pointee() const;
  ValueType pointer() const;
  /// The integers in memory at the end of its pointers, or of itself.
  IntegerKind stored() const { return object.value_or(integer); }

  static ValueType of(IntegerKind integer) {
    ValueType type;
    type.integer = integer;
    return type;
  }
  /// Of what is not declared: an integer, or a pointer.
  static ValueType undeclared(unsigned pointers = 0) {
    ValueType type = of(kUndeclared);
    type.pointers = pointers;
    type.known = false;
    return type;
  }
};

/// Offsets and sizes are differences of addresses.
struct FieldLayout {
  std::string_view name;
  ValueType type;  ///< of one element
  bool array = false;
  bool atomic = false;
  std::uint32_t size = 1;  ///< elements
  Value offset = 0;
};
/// Every field is an object of its own (kAddressStride), so that an index out of range is an address of
/// nothing. Around structs inside a struct, and around struct variables, as many object numbers are left
/// free as a wrong index will ever step over. The components of a vector are cells of one object, side by
/// side, as the elements of an array of their type are.
struct StructLayout {
  std::string_view name;
  std::vector<FieldLayout> fields;
  Value size = 0;         ///< from one element of an array of them to the next
  std::size_t cells = 0;  ///< memory cells in one of them, at least one
  unsigned depth = 1;     ///< of nested structs
  bool flat = false;      ///< a vector
  Value alignment = 1;    ///< of a vector: what its address is a multiple of, in components

  const FieldLayout* field(std::string_view fieldName) const;
};

/// Object numbers left free on both sides of a struct.
inline constexpr Value kStructGap = Value{1} << 16;
/// Most memory cells of one struct variable.
inline constexpr std::size_t kMaxStructCells = 4096;

/// Most levels of nested structs.
inline constexpr unsigned kMaxStructDepth = 64;

/// The structs of a unit, laid out. What is too large or too deep is reported, and has no layout.
class TypeTable {
 public:
  TypeTable(const Unit& unit, const SourcePtr& source, Diagnostics& diagnostics);
  TypeTable(const TypeTable&) = delete;
  TypeTable& operator=(const TypeTable&) = delete;

  /// Null where there is none of that name (by a typedef, or in C by its tag), or where it was wrong.
  const StructLayout* find(std::string_view name) const;
  ValueType of(const Type& type) const;
  /// The same, with the pointer that an array parameter is.
  ValueType of(const Parameter& parameter) const;
  /// Structs that have a field of that name.
  std::vector<const StructLayout*> withField(std::string_view field) const;

 private:
  StructLayout flatLayout(const Struct& declaration) const;
  void completePointers(const Struct& declaration);
  void add(const Struct& declaration, const SourcePtr& source, Diagnostics& diagnostics);

  std::map<std::string_view, StructLayout> layouts_;
  std::map<std::string_view, const StructLayout*> synonyms_;
};

/// The distance from an element to the next where `pointer` points to.
Value strideOf(const ValueType& pointer);

}  // namespace hrfcheck::frontend::c
