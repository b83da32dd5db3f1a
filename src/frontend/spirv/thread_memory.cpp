// Accesses to memory, fences and barriers of one thread.

#include <fmt/format.h>

#include "frontend/c/folding.h"
#include "frontend/spirv/thread_writer.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend::spirv {
namespace {

// Bits of memory semantics and of memory operands (SPIR-V, 3.25 and 3.26).
constexpr std::uint32_t bits(spv::MemorySemanticsMask mask) {
  return static_cast<std::uint32_t>(mask);
}
constexpr std::uint32_t bits(spv::MemoryAccessMask mask) {
  return static_cast<std::uint32_t>(mask);
}
constexpr std::uint32_t kAcquire = bits(spv::MemorySemanticsMask::Acquire);
constexpr std::uint32_t kRelease = bits(spv::MemorySemanticsMask::Release);
constexpr std::uint32_t kAcquireRelease = bits(spv::MemorySemanticsMask::AcquireRelease);
constexpr std::uint32_t kSequentiallyConsistent = bits(spv::MemorySemanticsMask::SequentiallyConsistent);

/// Vulkan's levels (columns/vulkan_table.h).
constexpr std::uint32_t kQueueFamilyLevel = 3;
constexpr std::uint32_t kVulkanDeviceLevel = 4;

/// Which of the numbered storage classes of the Vulkan model (Vulkan specification, appendix "Memory Model",
/// "Memory Semantics") an object belongs to, in the order of the bits of memory semantics: buffers,
/// work-group memory, images, outputs.
std::optional<unsigned> classOf(spv::StorageClass storage) {
  switch (storage) {
    case spv::StorageClass::Uniform:
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::PhysicalStorageBuffer:
    case spv::StorageClass::UniformConstant:
    case spv::StorageClass::PushConstant:
      return 0;
    case spv::StorageClass::Workgroup:
      return 1;
    case spv::StorageClass::Image:
      return 2;
    case spv::StorageClass::Output:
      return 3;
    default:
      return std::nullopt;
  }
}

struct ClassBit {
  spv::MemorySemanticsMask mask;
  const char* mark;
};
constexpr ClassBit kClassBits[] = {{spv::MemorySemanticsMask::UniformMemory, "semsc0"},
                                   {spv::MemorySemanticsMask::WorkgroupMemory, "semsc1"},
                                   {spv::MemorySemanticsMask::ImageMemory, "semsc2"},
                                   {spv::MemorySemanticsMask::OutputMemory, "semsc3"}};

std::optional<Order> forLoad(std::optional<Order> order) {
  return order == Order::AcquireRelease ? Order::Acquire : order == Order::Release ? Order::Relaxed : order;
}
std::optional<Order> forStore(std::optional<Order> order) {
  return order == Order::AcquireRelease ? Order::Release : order == Order::Acquire ? Order::Relaxed : order;
}

std::optional<RmwOp> updateOf(spv::Op op) {
  switch (op) {
    case spv::Op::OpAtomicExchange:
      return RmwOp::Exchange;
    case spv::Op::OpAtomicIIncrement:
    case spv::Op::OpAtomicIAdd:
      return RmwOp::Add;
    case spv::Op::OpAtomicIDecrement:
    case spv::Op::OpAtomicISub:
      return RmwOp::Sub;
    case spv::Op::OpAtomicSMin:
    case spv::Op::OpAtomicUMin:
      return RmwOp::Min;
    case spv::Op::OpAtomicSMax:
    case spv::Op::OpAtomicUMax:
      return RmwOp::Max;
    case spv::Op::OpAtomicAnd:
      return RmwOp::And;
    case spv::Op::OpAtomicOr:
      return RmwOp::Or;
    case spv::Op::OpAtomicXor:
      return RmwOp::Xor;
    default:
      return std::nullopt;
  }
}

constexpr std::uint32_t kByte = 8;

}  // namespace

void ThreadWriter::emit(Operation operation, const Instruction& in, std::vector<std::string> marks) {
  const std::size_t before = code_.size();
  code_.emit(std::move(operation), kernel_.originOf(in));
  if (code_.size() > before && !marks.empty()) {
    marks_[before] = std::move(marks);
  }
}

std::uint32_t ThreadWriter::levelOf(Id scope, const Instruction& in) {
  const Value number = numberOf(scope, in);
  const bool openCl = kernel_.isOpenCl();
  switch (static_cast<spv::Scope>(number)) {
    case spv::Scope::CrossDevice:
      return openCl ? kSystemLevel : kVulkanDeviceLevel;
    case spv::Scope::Device:
      return openCl ? kDeviceLevel : kVulkanDeviceLevel;
    case spv::Scope::Workgroup:
      return kGroupLevel;
    case spv::Scope::Subgroup:
      return kWaveLevel;
    case spv::Scope::Invocation:
      return kThreadLevel;
    case spv::Scope::QueueFamily:
      if (!openCl) {
        return kQueueFamilyLevel;
      }
      break;
    default:
      break;
  }
  fail(in, fmt::format("the scope {} is not supported in this environment", number));
}

/// Relaxed: nothing. Vulkan has no sequential consistency: there it is AcquireRelease (SPIR-V, 3.25).
std::optional<Order> ThreadWriter::orderOf(std::uint32_t semantics) const {
  if ((semantics & kSequentiallyConsistent) != 0) {
    return kernel_.isOpenCl() ? Order::SeqCst : Order::AcquireRelease;
  }
  const bool acquire = (semantics & kAcquire) != 0;
  const bool release = (semantics & kRelease) != 0;
  if ((semantics & kAcquireRelease) != 0 || (acquire && release)) {
    return Order::AcquireRelease;
  }
  return acquire ? std::optional(Order::Acquire) : release ? std::optional(Order::Release) : std::nullopt;
}

std::vector<std::string> ThreadWriter::semanticMarks(std::uint32_t semantics) const {
  std::vector<std::string> marks;
  if (kernel_.isOpenCl()) {
    return marks;
  }
  for (const ClassBit& bit : kClassBits) {
    if ((semantics & bits(bit.mask)) != 0) {
      marks.emplace_back(bit.mark);
    }
  }
  if ((semantics & bits(spv::MemorySemanticsMask::MakeAvailable)) != 0) {
    marks.emplace_back("semav");
  }
  if ((semantics & bits(spv::MemorySemanticsMask::MakeVisible)) != 0) {
    marks.emplace_back("semvis");
  }
  return marks;
}

void ThreadWriter::storageMark(Id pointer, std::vector<std::string>& marks) const {
  const auto number = classOf(kernel_.memory.storageOf(pointer));
  if (!kernel_.isOpenCl() && number) {
    marks.push_back(fmt::format("sc{}", *number));
  }
}

/// Of a load or a store: what its memory operands say of availability and visibility.
std::vector<std::string> ThreadWriter::accessMarks(const Instruction& in, std::size_t from, Id pointer) {
  std::vector<std::string> marks;
  storageMark(pointer, marks);
  if (kernel_.isOpenCl() || in.operands.size() <= from) {
    return marks;
  }
  static constexpr const char* kLevels[] = {"inv", "sg", "wg", "qf", "dv"};
  const std::uint32_t mask = in.operands[from];
  std::size_t next = from + 1 + ((mask & bits(spv::MemoryAccessMask::Aligned)) != 0 ? 1 : 0);
  const auto scoped = [&](spv::MemoryAccessMask bit, const char* word) {
    if ((mask & bits(bit)) != 0) {
      if (next >= in.operands.size()) {
        fail(in, "a scope is missing in the memory operands");
      }
      marks.push_back(fmt::format("{}.{}", word, kLevels[levelOf(in.operands[next++], in)]));
    }
  };
  scoped(spv::MemoryAccessMask::MakePointerAvailable, "av");
  scoped(spv::MemoryAccessMask::MakePointerVisible, "vis");
  if ((mask & bits(spv::MemoryAccessMask::NonPrivatePointer)) != 0) {
    marks.emplace_back("nonpriv");
  }
  return marks;
}

void ThreadWriter::load(const Instruction& in) {
  const Id pointer = in.operands[0];
  if (kernel_.pointers.registerVariable(pointer) != kNoId) {
    const auto slot = slots_.find(pointer);
    if (slot == slots_.end()) {
      fail(in, fmt::format("{} is used before it is computed", kernel_.nameOf(pointer)));
    }
    define(in, loadSlot(slot->second, kernel_.types.leafCount(in.type), in));
    return;
  }
  values_[in.result] = loaded(in, pointer, std::nullopt, accessMarks(in, 1, pointer));
}

Parts ThreadWriter::loaded(const Instruction& in, Id pointer, const std::optional<Atomicity>& atomicity,
                           const std::vector<std::string>& marks) {
  const ExprPtr address = scalar(pointer, in);
  const std::vector<AccessedLeaf>* leaves = kernel_.memory.access(in, pointer);
  if (leaves == nullptr) {
    unsupported(in);
  }
  Parts parts;
  std::size_t piecesDone = 0;
  for (std::size_t l = 0; l < leaves->size(); ++l) {
    const AccessedLeaf& one = (*leaves)[l];
    const IntegerKind whole{static_cast<std::uint8_t>(std::min<std::uint32_t>(one.leaf.width * kByte, 64)),
                            false};
    ExprPtr number;
    for (const AccessPiece& piece : one.pieces) {
      const RegisterId target = one.pieces.size() == 1 ? registerOf(in.result, l, leaves->size())
                                                       : registerOf(in.result, kMostLeaves + piecesDone++, 2);
      keepBefore(target, in);
      emit(LoadOp{target, c::folded(BinaryOp::Add, address, constant(static_cast<Value>(piece.offset))),
                  atomicity},
           in, marks);
      if (one.pieces.size() == 1) {
        number = as(one.leaf.kind, {registerRef(target), piece.kind});
        continue;
      }
      const ExprPtr low = as({piece.kind.bits, false}, {registerRef(target), piece.kind});
      const ExprPtr shifted = c::folded(BinaryOp::Shl, low, constant(piece.shift), whole);
      number = number == nullptr ? shifted : c::folded(BinaryOp::Or, number, shifted, whole);
    }
    parts.push_back(one.pieces.size() == 1 ? number : as(one.leaf.kind, {number, whole}));
  }
  return parts;
}

void ThreadWriter::store(const Instruction& in) {
  const Id pointer = in.operands[0];
  const Parts parts = value(in.operands[1], in);
  if (kernel_.pointers.registerVariable(pointer) != kNoId) {
    const auto slot = slots_.find(pointer);
    if (slot == slots_.end()) {
      fail(in, fmt::format("{} is used before it is computed", kernel_.nameOf(pointer)));
    }
    storeSlot(slot->second, parts, in);
    return;
  }
  stored(in, pointer, parts, std::nullopt, accessMarks(in, 2, pointer));
}

/// Of a composite, what is not defined stays as it is in memory.
void ThreadWriter::stored(const Instruction& in, Id pointer, const Parts& parts,
                          const std::optional<Atomicity>& atomicity, const std::vector<std::string>& marks) {
  const ExprPtr address = scalar(pointer, in);
  const std::vector<AccessedLeaf>* leaves = kernel_.memory.access(in, pointer);
  if (leaves == nullptr || leaves->size() != parts.size()) {
    unsupported(in);
  }
  for (std::size_t l = 0; l < parts.size(); ++l) {
    if (parts.size() > 1 && isUndefined(parts[l])) {
      continue;
    }
    const AccessedLeaf& one = (*leaves)[l];
    const ExprPtr number = one.pieces.size() > 1 ? kept(parts[l], in) : parts[l];
    const IntegerKind whole{static_cast<std::uint8_t>(std::min<std::uint32_t>(one.leaf.width * kByte, 64)),
                            false};
    for (const AccessPiece& piece : one.pieces) {
      ExprPtr bits = as(piece.kind, {number, one.leaf.kind});
      if (one.pieces.size() > 1) {
        bits = as(piece.kind,
                  {c::folded(BinaryOp::Shr, as(whole, {number, one.leaf.kind}), constant(piece.shift), whole),
                   whole});
      }
      emit(StoreOp{c::folded(BinaryOp::Add, address, constant(static_cast<Value>(piece.offset))),
                   isUndefined(parts[l]) ? parts[l] : bits, atomicity},
           in, marks);
    }
  }
}

void ThreadWriter::copyMemory(const Instruction& in) {
  for (const Id pointer : {in.operands[0], in.operands[1]}) {
    if (kernel_.pointers.registerVariable(pointer) != kNoId) {
      unsupported(in);
    }
  }
  Instruction source = in;
  source.result = kNoId;
  std::vector<std::string> marks;
  storageMark(in.operands[1], marks);
  const Parts parts = loaded(in, in.operands[1], std::nullopt, marks);
  stored(in, in.operands[0], parts, std::nullopt, accessMarks(in, 2, in.operands[0]));
}

/// The one number that an atomic operation works on.
const AccessedLeaf& ThreadWriter::oneLeaf(const Instruction& in, Id pointer) {
  const std::vector<AccessedLeaf>* leaves = kernel_.memory.access(in, pointer);
  if (leaves == nullptr || leaves->size() != 1 || leaves->front().pieces.size() != 1) {
    unsupported(in);
  }
  if (leaves->front().leaf.type == TypeKind::Float) {
    unsupported(in);
  }
  return leaves->front();
}

void ThreadWriter::atomic(const Instruction& in) {
  const Id pointer = in.operands[0];
  if (in.op == spv::Op::OpAtomicCompareExchange || in.op == spv::Op::OpAtomicCompareExchangeWeak) {
    compareExchange(in);
    return;
  }
  if (in.op == spv::Op::OpAtomicFlagTestAndSet || in.op == spv::Op::OpAtomicFlagClear ||
      in.op == spv::Op::OpAtomicLoad || in.op == spv::Op::OpAtomicStore) {
    const auto semantics = static_cast<std::uint32_t>(numberOf(in.operands[2], in));
    const std::optional<Order> order = orderOf(semantics);
    const std::uint32_t level = levelOf(in.operands[1], in);
    std::vector<std::string> marks = semanticMarks(semantics);
    storageMark(pointer, marks);
    const AccessedLeaf& one = oneLeaf(in, pointer);
    if (in.op == spv::Op::OpAtomicLoad) {
      values_[in.result] =
          loaded(in, pointer, Atomicity{forLoad(order).value_or(Order::Relaxed), level}, marks);
    } else if (in.op == spv::Op::OpAtomicStore) {
      stored(in, pointer, value(in.operands[3], in),
             Atomicity{forStore(order).value_or(Order::Relaxed), level}, marks);
    } else if (in.op == spv::Op::OpAtomicFlagClear) {
      stored(in, pointer, {constant(0)}, Atomicity{forStore(order).value_or(Order::Relaxed), level}, marks);
    } else {
      const RegisterId target = registerOf(in.result, 0, 1);
      keepBefore(target, in);
      emit(RmwOperation{target, RmwOp::Exchange, scalar(pointer, in), constant(1), nullptr,
                        Atomicity{order.value_or(Order::Relaxed), level}},
           in, marks);
      values_[in.result] = {c::truth(as(one.leaf.kind, {registerRef(target), one.pieces.front().kind}))};
    }
    return;
  }
  readModifyWrite(in);
}

void ThreadWriter::readModifyWrite(const Instruction& in) {
  const std::optional<RmwOp> op = updateOf(in.op);
  if (!op) {
    unsupported(in);
  }
  const Id pointer = in.operands[0];
  const AccessedLeaf& one = oneLeaf(in, pointer);
  const IntegerKind cell = one.pieces.front().kind;
  const bool step = in.op == spv::Op::OpAtomicIIncrement || in.op == spv::Op::OpAtomicIDecrement;
  const bool isSigned = in.op == spv::Op::OpAtomicSMin || in.op == spv::Op::OpAtomicSMax;
  const bool ordered = *op == RmwOp::Min || *op == RmwOp::Max;
  constexpr std::uint8_t kWord = 64;
  if (ordered && cell.isSigned != isSigned && cell.bits < kWord) {
    fail(in, fmt::format("{} of memory whose integers have {} sign is not supported",
                         opcodeName(static_cast<std::uint16_t>(in.op)), cell.isSigned ? "a" : "no"));
  }
  const auto semantics = static_cast<std::uint32_t>(numberOf(in.operands[2], in));
  RmwOperation operation{std::nullopt,
                         *op,
                         scalar(pointer, in),
                         step ? constant(1) : as(cell, {scalar(in.operands[3], in), one.leaf.kind}),
                         nullptr,
                         Atomicity{orderOf(semantics).value_or(Order::Relaxed), levelOf(in.operands[1], in)}};
  const bool address = one.leaf.type == TypeKind::Pointer;
  operation.kind = address ? IntegerKind{} : ordered ? IntegerKind{cell.bits, isSigned} : cell;
  std::vector<std::string> marks = semanticMarks(semantics);
  storageMark(pointer, marks);
  updated(in, std::move(operation), one, marks);
}

void ThreadWriter::updated(const Instruction& in, RmwOperation operation, const AccessedLeaf& one,
                           const std::vector<std::string>& marks) {
  if (kernel_.uses.contains(in.result)) {
    operation.target = registerOf(in.result, 0, 1);
    keepBefore(*operation.target, in);
    values_[in.result] = {as(one.leaf.kind, {registerRef(*operation.target), one.pieces.front().kind})};
  }
  emit(std::move(operation), in, marks);
}

/// Pointer, Memory, Equal, Unequal, Value, Comparator
void ThreadWriter::compareExchange(const Instruction& in) {
  const Id pointer = in.operands[0];
  const AccessedLeaf& one = oneLeaf(in, pointer);
  const IntegerKind cell = one.pieces.front().kind;
  const auto equal = static_cast<std::uint32_t>(numberOf(in.operands[2], in));
  const auto unequal = static_cast<std::uint32_t>(numberOf(in.operands[3], in));
  const Order order = orderOf(equal).value_or(Order::Relaxed);
  const Order failure = forLoad(orderOf(unequal)).value_or(Order::Relaxed);
  RmwOperation operation{std::nullopt,
                         RmwOp::CompareSwap,
                         scalar(pointer, in),
                         as(cell, {scalar(in.operands[4], in), one.leaf.kind}),
                         as(cell, {scalar(in.operands[5], in), one.leaf.kind}),
                         Atomicity{order, levelOf(in.operands[1], in)}};
  if (failure != order) {
    operation.failureOrder = failure;
  }
  std::vector<std::string> marks = semanticMarks(equal);
  storageMark(pointer, marks);
  updated(in, std::move(operation), one, marks);
}

/// The address spaces of OpenCL that semantics name.
FenceSpaces ThreadWriter::spacesOf(std::uint32_t semantics) {
  return {(semantics & (bits(spv::MemorySemanticsMask::CrossWorkgroupMemory) |
                        bits(spv::MemorySemanticsMask::UniformMemory))) != 0,
          (semantics & bits(spv::MemorySemanticsMask::WorkgroupMemory)) != 0};
}

void ThreadWriter::memoryBarrier(const Instruction& in) {
  const auto semantics = static_cast<std::uint32_t>(numberOf(in.operands[1], in));
  const std::optional<Order> order = orderOf(semantics);
  const std::uint32_t level = levelOf(in.operands[0], in);
  if (!order) {
    return;
  }
  FenceOp fence{Atomicity{*order, level}};
  if (kernel_.isOpenCl()) {
    fence.spaces = spacesOf(semantics);
  }
  emit(fence, in, semanticMarks(semantics));
}

/// The invocations of a work-group or of a part of it meet.
void ThreadWriter::controlBarrier(const Instruction& in) {
  const std::uint32_t execution = levelOf(in.operands[0], in);
  const std::uint32_t memory = levelOf(in.operands[1], in);
  const auto semantics = static_cast<std::uint32_t>(numberOf(in.operands[2], in));
  const std::optional<Order> order = orderOf(semantics);
  if (execution > kGroupLevel) {
    fail(in, "a barrier of invocations of several work-groups is not supported");
  }
  BarrierOp barrier;
  barrier.level = execution;
  barrier.id = kernel_.barriers.at(&in);
  if (memory != execution) {
    barrier.memoryLevel = memory;
  }
  barrier.order = order == Order::SeqCst ? Order::AcquireRelease : order;
  barrier.fences = order.has_value();
  if (kernel_.isOpenCl()) {
    barrier.spaces = spacesOf(semantics);
    barrier.fences = true;
  }
  emit(barrier, in, semanticMarks(semantics));
}

}  // namespace hrfcheck::frontend::spirv
