#include "frontend/spirv/translate/value_types.h"

#include <algorithm>
#include <bit>

#include "frontend/spirv/module/nesting.h"
#include "frontend/spirv/translate/folded_constants.h"

namespace hrfcheck::frontend::spirv {
namespace {

constexpr unsigned kDeepestValue = Nesting::kDeepest;
constexpr std::uint64_t kBitsOfMemoryByte = 8;
constexpr unsigned kBitsOfHandle = 64;
constexpr unsigned kMostBitsOfWord = 64;

std::uint64_t roundedToNext(std::uint64_t value, std::uint64_t to) {
  return to == 0 ? value : (value + to - 1) / to * to;
}

/// Beyond what any object has, all sizes are the same.
std::uint64_t bounded(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > ValueTypes::kMostBytes / b ? ValueTypes::kMostBytes + 1 : a * b;
}

std::uint32_t firstNumberOf(const Decoration* decoration) {
  return decoration != nullptr && !decoration->operands.empty() ? decoration->operands[0] : 0;
}

}  // namespace

const ValueType& ValueTypes::of(Id id, unsigned depth) {
  static const ValueType kNone;
  if (const auto found = known_.find(id); found != known_.end()) {
    return found->second;
  }
  const Instruction* in = module_.global(id);
  if (in == nullptr || depth > kDeepestValue) {
    return kNone;
  }
  ValueType& known = known_[id];  // none while it is made: a type that has itself in it is none
  ValueType type = make(*in, depth);
  for (const Id part : type.shape == Shape::Pointer ? std::vector<Id>{} : type.parts) {
    type.nodes = std::min(type.nodes + of(part, depth + 1).nodes, Nesting::kMostParts + 1);
  }
  known = type.nodes > Nesting::kMostParts ? ValueType{} : std::move(type);
  return known;
}

ValueType ValueTypes::make(const Instruction& in, unsigned depth) {
  ValueType type;
  const auto operand = [&](std::size_t i) { return i < in.operands.size() ? in.operands[i] : 0; };
  switch (in.op) {
    case spv::Op::OpTypeVoid:
      type.shape = Shape::Void;
      return type;
    case spv::Op::OpTypeBool:
      return {.shape = Shape::Bool, .bits = 1, .words = 1};
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat: {
      const bool integer = in.op == spv::Op::OpTypeInt;
      const unsigned bits = operand(0);
      const bool known = bits == 16 || bits == 32 || bits == 64 || (integer && bits == 8);
      return known ? ValueType{.shape = integer ? Shape::Int : Shape::Float,
                               .bits = bits,
                               .isSigned = integer && operand(1) != 0,
                               .words = 1}
                   : type;
    }
    case spv::Op::OpTypePointer:
      return {.shape = Shape::Pointer,
              .bits = kMostBitsOfWord,
              .parts = {operand(1)},
              .words = 1,
              .storage = static_cast<spv::StorageClass>(operand(0))};
    case spv::Op::OpTypeImage:
    case spv::Op::OpTypeSampler:
    case spv::Op::OpTypeSampledImage:
      return {.shape = Shape::Handle, .bits = kBitsOfHandle, .words = 1};
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray:
      break;
    case spv::Op::OpTypeStruct: {
      type.shape = Shape::Struct;
      type.parts.assign(in.operands.begin(), in.operands.end());
      for (const Id member : type.parts) {
        const ValueType& part = of(member, depth + 1);
        if (part.shape == Shape::None || part.shape == Shape::Void) {
          return {};
        }
        type.words = std::min(type.words + part.words, kMostBytes);
      }
      return type;
    }
    default:
      return type;
  }
  const ValueType element = of(operand(0), depth + 1);
  const bool vector = in.op == spv::Op::OpTypeVector;
  const bool matrix = in.op == spv::Op::OpTypeMatrix;
  if (element.shape == Shape::None || element.shape == Shape::Void || element.shape == Shape::RuntimeArray ||
      (vector && !element.isWord()) || (matrix && element.shape != Shape::Vector)) {
    return type;
  }
  type.parts = {operand(0)};
  if (in.op == spv::Op::OpTypeRuntimeArray) {
    type.shape = Shape::RuntimeArray;
    return type;
  }
  const std::uint64_t count = vector || matrix ? operand(1) : constant(operand(1)).value_or(0);
  if (count == 0 || count > kMostBytes) {
    return {};
  }
  type.shape = vector ? Shape::Vector : matrix ? Shape::Matrix : Shape::Array;
  type.count = static_cast<std::uint32_t>(count);
  type.words = std::min(bounded(element.words, count), kMostBytes);
  return type;
}

Id ValueTypes::pointee(Id pointer) {
  const ValueType& type = of(pointer);
  return type.shape == Shape::Pointer ? type.parts[0] : kNoId;
}

std::uint64_t ValueTypes::wordsBefore(const ValueType& type, std::uint32_t part) {
  if (type.shape != Shape::Struct) {
    return std::uint64_t{part} * of(type.parts[0]).words;
  }
  std::uint64_t words = 0;
  for (std::uint32_t m = 0; m < part; ++m) {
    words += of(type.parts[m]).words;
  }
  return words;
}

std::uint64_t ValueTypes::alignmentOf(Id id, unsigned depth) {
  const ValueType type = of(id);
  if (depth > kDeepestValue) {
    return 1;
  }
  switch (type.shape) {
    case Shape::Vector: {
      const std::uint64_t bytes = sizeOf({type.parts[0]}, depth + 1);
      return std::bit_ceil(bytes * (type.count == 3 ? 4 : type.count));
    }
    case Shape::Matrix:
    case Shape::Array:
    case Shape::RuntimeArray:
      return alignmentOf(type.parts[0], depth + 1);
    case Shape::Struct: {
      std::uint64_t most = 1;
      const bool packed = module_.decoration(id, spv::Decoration::CPacked) != nullptr;
      for (const Id member : type.parts) {
        most = packed ? 1 : std::max(most, alignmentOf(member, depth + 1));
      }
      return most;
    }
    default:
      return std::max<std::uint64_t>(1, std::bit_ceil(sizeOf({id}, depth + 1)));
  }
}

std::uint64_t ValueTypes::sizeOf(const Laid& laid, unsigned depth) {
  const ValueType type = of(laid.type);
  if (depth > kDeepestValue) {
    return 0;
  }
  switch (type.shape) {
    case Shape::Bool:
    case Shape::Int:
    case Shape::Float:
      return (type.bits + kBitsOfMemoryByte - 1) / kBitsOfMemoryByte;
    case Shape::Pointer:
    case Shape::Handle:
      return kBitsOfHandle / kBitsOfMemoryByte;
    case Shape::Vector: {
      const std::uint64_t component = sizeOf({type.parts[0]}, depth + 1);
      if (laid.componentStride != 0) {
        return laid.componentStride * (type.count - 1) + component;
      }
      return component * (module_.isKernel() && type.count == 3 ? 4 : type.count);
    }
    case Shape::Matrix: {
      const ValueType column = of(type.parts[0]);
      const std::uint64_t lines = laid.rowMajor ? column.count : type.count;
      return laid.matrixStride != 0 ? laid.matrixStride * lines
                                    : bounded(sizeOf({type.parts[0]}, depth + 1), type.count);
    }
    case Shape::Array:
      return bounded(strideOf(laid), type.count);
    case Shape::Struct: {
      std::uint64_t size = 0;
      const std::vector<std::uint64_t>& offsets = offsetsOf(laid.type, depth);
      for (std::uint32_t m = 0; m < type.parts.size(); ++m) {
        size = std::max(size, offsets[m] + sizeOf(part(laid, m).laid, depth + 1));
      }
      return std::min(roundedToNext(size, alignmentOf(laid.type, depth + 1)), kMostBytes + 1);
    }
    default:
      return 0;
  }
}

std::uint64_t ValueTypes::strideOf(const Laid& laid) {
  const ValueType type = of(laid.type);
  if (type.parts.empty()) {
    return 0;
  }
  if (type.shape == Shape::Vector) {
    return laid.componentStride != 0 ? laid.componentStride : sizeOf({type.parts[0]});
  }
  if (type.shape == Shape::Matrix) {
    return laid.rowMajor            ? sizeOf({of(type.parts[0]).parts.at(0)})
           : laid.matrixStride != 0 ? laid.matrixStride
                                    : sizeOf({type.parts[0]});
  }
  const std::uint32_t said = firstNumberOf(module_.decoration(laid.type, spv::Decoration::ArrayStride));
  if (said != 0) {
    return said;
  }
  Laid element = laid;
  element.type = type.parts[0];
  return roundedToNext(sizeOf(element), alignmentOf(element.type, 0));
}

const std::vector<std::uint64_t>& ValueTypes::offsetsOf(Id structure, unsigned depth) {
  if (const auto found = offsets_.find(structure); found != offsets_.end()) {
    return found->second;
  }
  const ValueType type = of(structure);
  const bool packed = module_.decoration(structure, spv::Decoration::CPacked) != nullptr;
  std::vector<std::uint64_t> offsets;
  std::uint64_t end = 0;
  for (std::uint32_t m = 0; m < type.parts.size(); ++m) {
    const Decoration* said = module_.decoration(structure, m, spv::Decoration::Offset);
    const std::uint64_t alignment = packed ? 1 : alignmentOf(type.parts[m], depth + 1);
    offsets.push_back(said != nullptr && !said->operands.empty() ? said->operands[0]
                                                                 : roundedToNext(end, alignment));
    end = std::min(std::max(end, offsets.back() + sizeOf({type.parts[m]}, depth + 1)), kMostBytes + 1);
  }
  return offsets_.emplace(structure, std::move(offsets)).first->second;
}

LaidPart ValueTypes::part(const Laid& laid, std::uint32_t index) {
  const ValueType type = of(laid.type);
  LaidPart result;
  result.laid.type = type.part(index);
  if (type.shape == Shape::Struct) {
    result.offset = offsetsOf(laid.type, 0).at(index);
    result.laid.matrixStride =
        firstNumberOf(module_.decoration(laid.type, index, spv::Decoration::MatrixStride));
    result.laid.rowMajor = module_.decoration(laid.type, index, spv::Decoration::RowMajor) != nullptr;
    return result;
  }
  result.offset = bounded(strideOf(laid), index);
  if (type.shape == Shape::Array || type.shape == Shape::RuntimeArray) {
    result.laid.matrixStride = laid.matrixStride;
    result.laid.rowMajor = laid.rowMajor;
  } else if (type.shape == Shape::Matrix && laid.rowMajor && laid.matrixStride != 0) {
    result.laid.componentStride = laid.matrixStride;
  }
  return result;
}

std::optional<LaidPart> ValueTypes::tail(const Laid& laid) {
  const ValueType type = of(laid.type);
  if (type.shape == Shape::RuntimeArray) {
    return LaidPart{laid, 0};
  }
  if (type.shape != Shape::Struct || type.parts.empty()) {
    return std::nullopt;
  }
  const LaidPart last = part(laid, static_cast<std::uint32_t>(type.parts.size() - 1));
  return of(last.laid.type).shape == Shape::RuntimeArray ? std::optional(last) : std::nullopt;
}

std::optional<std::vector<MemoryWord>> ValueTypes::memoryWords(const Laid& laid) {
  std::vector<MemoryWord> words;
  return of(laid.type).words <= kMostWords && addWords(laid, 0, words) ? std::optional(std::move(words))
                                                                       : std::nullopt;
}

bool ValueTypes::addWords(const Laid& laid, std::uint64_t offset, std::vector<MemoryWord>& words) {
  const ValueType type = of(laid.type);
  if (type.isWord()) {
    words.push_back({offset, static_cast<unsigned>(sizeOf(laid)), type.bits, type.shape, type.isSigned});
    return true;
  }
  if (!type.isComposite()) {
    return false;
  }
  for (std::uint32_t i = 0; i < type.partCount(); ++i) {
    const LaidPart inner = part(laid, i);
    if (!addWords(inner.laid, offset + inner.offset, words)) {
      return false;
    }
  }
  return true;
}

std::optional<std::uint64_t> ValueTypes::constant(Id id) const {
  const Instruction* in = module_.global(id);
  if (in == nullptr) {
    return std::nullopt;
  }
  switch (in->op) {
    case spv::Op::OpConstantNull:
    case spv::Op::OpConstantFalse:
    case spv::Op::OpSpecConstantFalse:
      return 0;
    case spv::Op::OpConstantTrue:
    case spv::Op::OpSpecConstantTrue:
      return 1;
    case spv::Op::OpConstant:
    case spv::Op::OpSpecConstant:
      break;
    case spv::Op::OpSpecConstantOp:
      return foldedConstant(module_, *in);
    default:
      return std::nullopt;
  }
  if (in->operands.empty()) {
    return std::nullopt;
  }
  const std::uint64_t high = in->operands.size() > 1 ? std::uint64_t{in->operands[1]} << 32U : 0;
  return in->operands[0] | high;
}

}  // namespace hrfcheck::frontend::spirv
