#include "frontend/spirv/module/types.h"

#include <algorithm>
#include <bit>

#include "frontend/spirv/module/nesting.h"

namespace hrfcheck::frontend::spirv {
namespace {

constexpr unsigned kDeepestType = Nesting::kDeepest;
constexpr std::uint64_t kLargestObject = 1U << 20U;  // bytes: of an object, kAddressStride
constexpr std::uint32_t kMostBits = 64;
constexpr std::uint32_t kThree = 3;
constexpr std::uint32_t kFour = 4;

std::uint64_t roundedUp(std::uint64_t value, std::uint64_t to) {
  return to == 0 ? value : (value + to - 1) / to * to;
}

}  // namespace

void Types::add(const Function& function) {
  for (const Instruction& parameter : function.parameters) {
    local_.emplace(parameter.result, &parameter);
  }
  for (const Block& block : function.blocks) {
    for (const Instruction& in : block.code) {
      if (in.result != kNoId) {
        local_.emplace(in.result, &in);
      }
    }
  }
}

const Instruction* Types::definition(Id id) const {
  const auto found = local_.find(id);
  return found != local_.end() ? found->second : module_.global(id);
}

Id Types::typeOf(Id value) const {
  const Instruction* in = definition(value);
  return in == nullptr ? kNoId : in->type;
}

const Type& Types::of(Id id) {
  return of(id, 0);
}

const Type& Types::of(Id id, unsigned depth) {
  static const Type kNone;
  if (const auto found = known_.find(id); found != known_.end()) {
    return found->second;
  }
  const Instruction* in = module_.global(id);
  if (in == nullptr || depth > kDeepestType) {
    return kNone;
  }
  Type type = make(*in, depth);
  if (type.size > kLargestObject) {
    type = {};
  }
  return known_.emplace(id, std::move(type)).first->second;
}

Type Types::make(const Instruction& in, unsigned depth) {
  switch (in.op) {
    case spv::Op::OpTypeVoid:
      return {.kind = TypeKind::Void};
    case spv::Op::OpTypeBool:
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
    case spv::Op::OpTypePointer:
      return scalar(in);
    case spv::Op::OpTypeVector:
      return elements(in, TypeKind::Vector, depth);
    case spv::Op::OpTypeArray:
      return elements(in, TypeKind::Array, depth);
    case spv::Op::OpTypeRuntimeArray:
      return elements(in, TypeKind::RuntimeArray, depth);
    case spv::Op::OpTypeStruct:
      return structure(in, depth);
    default:
      return {};
  }
}

Type Types::scalar(const Instruction& in) const {
  Type type;
  std::uint32_t bits = kBitsOfByte;
  if (in.op == spv::Op::OpTypeBool) {
    type.kind = TypeKind::Bool;
    type.integer = {1, false};
  } else if (in.op == spv::Op::OpTypePointer) {
    type.kind = TypeKind::Pointer;
    bits = module_.addressBytes * kBitsOfByte;
    type.storage = static_cast<spv::StorageClass>(in.operands[0]);
    type.parts = {in.operands[1]};
    const Decoration* stride = module_.decoration(in.result, spv::Decoration::ArrayStride);
    type.stride = stride != nullptr && !stride->operands.empty() ? stride->operands[0] : 0;
    type.integer = {kMostBits, true};
  } else {
    bits = in.operands[0];
    if (bits == 0 || bits > kMostBits) {
      return {};
    }
    type.kind = in.op == spv::Op::OpTypeInt ? TypeKind::Int : TypeKind::Float;
    type.integer = {static_cast<std::uint8_t>(bits), type.kind == TypeKind::Int && in.operands[1] != 0};
  }
  type.size = (bits + kBitsOfByte - 1) / kBitsOfByte;
  type.alignment = std::bit_ceil(type.size);
  return type;
}

Type Types::elements(const Instruction& in, TypeKind kind, unsigned depth) {
  const Type element = of(in.operands[0], depth + 1);
  if (element.kind == TypeKind::Other || element.kind == TypeKind::Void ||
      element.kind == TypeKind::RuntimeArray || (kind == TypeKind::Vector && !element.isScalar()) ||
      element.size == 0) {
    return {};
  }
  Type type{.kind = kind, .parts = {in.operands[0]}};
  const Decoration* stride = module_.decoration(in.result, spv::Decoration::ArrayStride);
  type.stride = stride != nullptr && !stride->operands.empty() ? stride->operands[0]
                                                               : roundedUp(element.size, element.alignment);
  type.alignment = element.alignment;
  if (kind == TypeKind::RuntimeArray) {
    return type;
  }
  const std::optional<Value> count = kind == TypeKind::Vector ? in.operands[1] : constant(in.operands[1]);
  if (!count || *count <= 0 || *count > static_cast<Value>(kMostLeaves)) {
    return {};
  }
  type.count = static_cast<std::uint32_t>(*count);
  if (kind == TypeKind::Vector) {
    const std::uint32_t as = type.count == kThree ? kFour : type.count;
    type.stride = element.size;
    type.alignment = std::bit_ceil(as * element.size);
    type.size = (module_.isKernel() ? as : type.count) * element.size;
  } else {
    type.size = type.count * type.stride;
  }
  return type;
}

bool Types::endsInRuntimeArray(const Type& type) {
  return type.kind == TypeKind::Struct && !type.parts.empty() &&
         of(type.parts.back()).kind == TypeKind::RuntimeArray;
}

Type Types::structure(const Instruction& in, unsigned depth) {
  Type type{.kind = TypeKind::Struct};
  const bool packed = module_.decoration(in.result, spv::Decoration::CPacked) != nullptr;
  for (std::uint32_t m = 0; m < in.operands.size(); ++m) {
    const Type member = of(in.operands[m], depth + 1);
    const bool empty =
        member.size == 0 && member.kind != TypeKind::RuntimeArray && !endsInRuntimeArray(member);
    if (member.kind == TypeKind::Other || member.kind == TypeKind::Void || empty) {
      return {};
    }
    const std::uint64_t alignment = packed ? 1 : member.alignment;
    const Decoration* offset = module_.decoration(in.result, m, spv::Decoration::Offset);
    const bool said = offset != nullptr && !offset->operands.empty();
    type.parts.push_back(in.operands[m]);
    type.offsets.push_back(said ? offset->operands[0] : roundedUp(type.size, alignment));
    type.size = std::max(type.size, type.offsets.back() + member.size);
    type.alignment = std::max(type.alignment, alignment);
  }
  type.size = roundedUp(type.size, type.alignment);
  return type;
}

Id Types::pointeeId(Id pointer) {
  const Type& type = of(pointer);
  return type.kind == TypeKind::Pointer ? type.parts[0] : kNoId;
}

Id Types::partOf(const Type& type, std::uint32_t index) const {
  return type.kind == TypeKind::Struct ? type.parts[index] : type.parts[0];
}

std::uint32_t Types::partCount(const Type& type) {
  return type.kind == TypeKind::Struct ? static_cast<std::uint32_t>(type.parts.size()) : type.count;
}

std::uint64_t Types::offsetOf(const Type& type, std::uint32_t part) {
  return type.kind == TypeKind::Struct ? type.offsets[part] : part * type.stride;
}

std::optional<std::vector<Leaf>> Types::leaves(Id type, std::uint32_t runtimeCount) {
  std::vector<Leaf> leaves;
  return addLeaves(type, 0, runtimeCount, leaves) ? std::optional(std::move(leaves)) : std::nullopt;
}

bool Types::addLeaves(Id id, std::uint64_t offset, std::uint32_t runtimeCount, std::vector<Leaf>& leaves) {
  const Type type = of(id);
  if (type.isScalar()) {
    leaves.push_back({offset, static_cast<std::uint32_t>(type.size), type.integer, type.kind});
    return leaves.size() <= kMostLeaves;
  }
  const bool runtime = type.kind == TypeKind::RuntimeArray;
  if (!type.isAggregate() && !runtime) {
    return false;
  }
  const std::uint32_t count = runtime ? runtimeCount : partCount(type);
  for (std::uint32_t part = 0; part < count; ++part) {
    if (!addLeaves(partOf(type, part), offset + offsetOf(type, part), runtimeCount, leaves)) {
      return false;
    }
  }
  return true;
}

std::size_t Types::leafCount(Id type) {
  const auto found = leafCounts_.find(type);
  if (found != leafCounts_.end()) {
    return found->second;
  }
  const auto all = leaves(type);
  return leafCounts_.emplace(type, all ? all->size() : 0).first->second;
}

std::size_t Types::leafOffset(const Type& type, std::uint32_t part) {
  if (type.kind != TypeKind::Struct) {
    return part * leafCount(type.parts[0]);
  }
  std::size_t before = 0;
  for (std::uint32_t m = 0; m < part; ++m) {
    before += leafCount(type.parts[m]);
  }
  return before;
}

std::optional<Value> Types::constant(Id id) const {
  const Instruction* in = module_.global(id);
  if (in == nullptr) {
    return std::nullopt;
  }
  if (in->op == spv::Op::OpConstantNull) {
    return 0;
  }
  if ((in->op != spv::Op::OpConstant && in->op != spv::Op::OpSpecConstant) || in->operands.empty()) {
    return std::nullopt;
  }
  const Instruction* type = module_.global(in->type);
  if (type == nullptr || (type->op != spv::Op::OpTypeInt && type->op != spv::Op::OpTypeFloat) ||
      type->operands[0] > kMostBits) {
    return std::nullopt;
  }
  constexpr unsigned kWord = 32;
  std::uint64_t bits = in->operands[0];
  if (in->operands.size() > 1) {
    bits |= std::uint64_t{in->operands[1]} << kWord;
  }
  const bool isSigned = type->op == spv::Op::OpTypeInt && type->operands[1] != 0;
  return wrapped(static_cast<Value>(bits), {static_cast<std::uint8_t>(type->operands[0]), isSigned});
}

}  // namespace hrfcheck::frontend::spirv
