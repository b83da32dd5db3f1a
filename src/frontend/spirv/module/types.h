#pragma once

#include <map>
#include <optional>
#include <vector>

#include "frontend/spirv/module/module.h"
#include "program/expr/integer_kind.h"

namespace hrfcheck::frontend::spirv {

inline constexpr std::uint32_t kBitsOfByte = 8;

enum class TypeKind { Void, Bool, Int, Float, Vector, Array, RuntimeArray, Struct, Pointer, Other };

/// A type of a module, with its layout in memory.
struct Type {
  TypeKind kind = TypeKind::Other;
  IntegerKind integer = {};    ///< Bool, Int; of a Float and a Pointer: its bits
  std::vector<Id> parts = {};  ///< Vector, Array, RuntimeArray, Pointer: of its elements; Struct: the members
  std::uint32_t count = 0;     ///< Vector, Array
  std::uint64_t size = 0;      ///< in bytes; of a RuntimeArray, and of what ends in one, without its elements
  std::uint64_t alignment = 1;
  std::uint64_t stride = 0;                 ///< between elements; of a Pointer, 0 where nothing says it
  std::vector<std::uint64_t> offsets = {};  ///< of the members
  spv::StorageClass storage = spv::StorageClass::Max;  ///< Pointer

  /// One number.
  bool isScalar() const {
    return kind == TypeKind::Bool || kind == TypeKind::Int || kind == TypeKind::Float ||
           kind == TypeKind::Pointer;
  }
  bool isAggregate() const {
    return kind == TypeKind::Vector || kind == TypeKind::Array || kind == TypeKind::Struct;
  }
};

/// A number in a value of a type: where in memory, and what it is.
struct Leaf {
  std::uint64_t offset;
  std::uint32_t width;  ///< in bytes
  IntegerKind kind;
  TypeKind type;

  friend bool operator==(const Leaf&, const Leaf&) = default;
};

/// Most numbers in a value.
inline constexpr std::size_t kMostLeaves = 4096;

/// The types of a module. Layout: as the module says it, else as the OpenCL C specification does (6.3.5,
/// "Alignment of Types"), with vectors of three as large as those of four in kernels.
class Types {
 public:
  explicit Types(const Module& module) : module_(module) {}

  /// Also knows the ids of a function's own, which must outlive this.
  void add(const Function& function);
  /// The instruction that an id is the result of; null if there is none.
  const Instruction* definition(Id id) const;
  /// The type of a value; kNoId of what is none.
  Id typeOf(Id value) const;

  /// Other for ids that are no types, and for types that are too large or not known.
  const Type& of(Id id);
  const Type& of(const Instruction& in) { return of(in.type); }
  /// What a pointer type points to.
  const Type& pointee(Id pointer) { return of(pointeeId(pointer)); }
  Id pointeeId(Id pointer);
  /// The numbers of a value, in order; nothing if there are too many, or none can be told.
  std::optional<std::vector<Leaf>> leaves(Id type, std::uint32_t runtimeCount = 0);
  /// The part of an aggregate with that number.
  Id partOf(const Type& type, std::uint32_t index) const;
  /// How many parts an aggregate has.
  static std::uint32_t partCount(const Type& type);
  /// How many numbers a value of a type has, and where those of its parts begin.
  std::size_t leafCount(Id type);
  std::size_t leafOffset(const Type& type, std::uint32_t part);
  /// Where a part lies in memory.
  static std::uint64_t offsetOf(const Type& type, std::uint32_t part);

  /// The value of a constant that is an integer.
  std::optional<Value> constant(Id id) const;

 private:
  Type make(const Instruction& in, unsigned depth);
  const Type& of(Id id, unsigned depth);
  Type scalar(const Instruction& in) const;
  Type elements(const Instruction& in, TypeKind kind, unsigned depth);
  Type structure(const Instruction& in, unsigned depth);
  bool endsInRuntimeArray(const Type& type);
  bool addLeaves(Id type, std::uint64_t offset, std::uint32_t runtimeCount, std::vector<Leaf>& leaves);

  const Module& module_;
  std::map<Id, const Instruction*> local_;
  std::map<Id, Type> known_;
  std::map<Id, std::size_t> leafCounts_;
};

}  // namespace hrfcheck::frontend::spirv
