#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "frontend/spirv/module/module.h"

namespace hrfcheck::frontend::spirv {

/// What a type is made of. A handle is an image, a sampler, or both: a word that says which.
enum class Shape {
  None,
  Void,
  Bool,
  Int,
  Float,
  Pointer,
  Handle,
  Vector,
  Matrix,
  Array,
  RuntimeArray,
  Struct
};

/// A type of values.
struct ValueType {
  Shape shape = Shape::None;
  unsigned bits = 0;           ///< of a word
  bool isSigned = false;       ///< Int
  std::vector<Id> parts = {};  ///< Vector, Matrix (its columns), arrays, Pointer: one; Struct: the members
  std::uint32_t count = 0;     ///< Vector, Matrix, Array
  std::uint64_t words = 0;     ///< that a value consists of
  std::uint64_t nodes = 1;     ///< types that it is made of, each as often as it is there
  spv::StorageClass storage = spv::StorageClass::Max;  ///< Pointer

  bool isWord() const { return Shape::Bool <= shape && shape <= Shape::Handle; }
  bool isComposite() const {
    return shape == Shape::Vector || shape == Shape::Matrix || shape == Shape::Array ||
           shape == Shape::Struct;
  }
  std::uint32_t partCount() const {
    return shape == Shape::Struct ? static_cast<std::uint32_t>(parts.size()) : count;
  }
  Id part(std::uint32_t index) const { return shape == Shape::Struct ? parts.at(index) : parts.at(0); }
};

/// A type as some memory has it. How a matrix lies there its struct says (SPIR-V, 3.20, `MatrixStride`,
/// `RowMajor`).
struct Laid {
  Id type = kNoId;
  std::uint32_t matrixStride = 0;  ///< of a matrix, or of arrays of matrices; 0: columns without gaps
  bool rowMajor = false;
  std::uint64_t componentStride = 0;  ///< of a vector: bytes from one component to the next; 0: without gaps

  friend bool operator==(const Laid&, const Laid&) = default;
};

/// A part of a type in memory.
struct LaidPart {
  Laid laid;
  std::uint64_t offset = 0;
};

/// A word in a value in memory.
struct MemoryWord {
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  unsigned bits = 0;
  Shape shape = Shape::Int;
  bool isSigned = false;
};

/// The types of a module, and their layout: as the module says it, else as the OpenCL C specification does
/// (6.3.5, "Alignment of Types"), with vectors of three as large as those of four in kernels.
class ValueTypes {
 public:
  explicit ValueTypes(const Module& module) : module_(module) {}

  /// Most words in a value.
  static constexpr std::uint64_t kMostWords = 4096;
  /// Most bytes of an object.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 31U;

  /// None for ids that are no types, for types that are too large, and for those that are not known.
  const ValueType& of(Id id) { return of(id, 0); }
  /// The type that a pointer type points to.
  Id pointee(Id pointer);
  /// How many words come before a part of a value.
  std::uint64_t wordsBefore(const ValueType& type, std::uint32_t part);

  /// In bytes; of a runtime array, and of what ends in one, without its elements.
  std::uint64_t sizeOf(const Laid& laid) { return sizeOf(laid, 0); }
  /// Between elements of an array, columns of a matrix, components of a vector.
  std::uint64_t strideOf(const Laid& laid);
  /// Of a composite.
  LaidPart part(const Laid& laid, std::uint32_t index);
  /// Of a struct that ends in a runtime array, or of such an array: that array; nothing of others.
  std::optional<LaidPart> tail(const Laid& laid);
  /// The words of a value, in order; nothing where there are too many, or none can be told.
  std::optional<std::vector<MemoryWord>> memoryWords(const Laid& laid);

  /// The value of a constant that is an integer or a boolean, as a word of bits.
  std::optional<std::uint64_t> constant(Id id) const;

 private:
  const ValueType& of(Id id, unsigned depth);
  ValueType make(const Instruction& in, unsigned depth);
  std::uint64_t sizeOf(const Laid& laid, unsigned depth);
  std::uint64_t alignmentOf(Id type, unsigned depth);
  std::uint64_t memberOffset(Id structure, std::uint32_t member, unsigned depth);
  const std::vector<std::uint64_t>& offsetsOf(Id structure, unsigned depth);
  bool addWords(const Laid& laid, std::uint64_t offset, std::vector<MemoryWord>& words);

  const Module& module_;
  std::map<Id, ValueType> known_;
  std::map<Id, std::vector<std::uint64_t>> offsets_;
};

}  // namespace hrfcheck::frontend::spirv
