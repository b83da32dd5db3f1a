// Atomic operations, fences, barriers and group operations of one thread.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/c/language/folding.h"
#include "frontend/spirv/kernel/thread_writer.h"
#include "frontend/spirv/module/memory_semantics.h"
#include "frontend/spirv/module/module.h"
#include "program/ir/orders.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend::spirv {
namespace {

std::optional<Order> forLoad(std::optional<Order> order) {
  return order ? std::optional(readOf(*order)) : std::nullopt;
}
std::optional<Order> forStore(std::optional<Order> order) {
  return order ? std::optional(writeOf(*order)) : std::nullopt;
}

struct UpdateRow {
  spv::Op op;
  RmwOp update;
};
constexpr std::array kUpdates = {UpdateRow{spv::Op::OpAtomicExchange, RmwOp::Exchange},
                                 UpdateRow{spv::Op::OpAtomicIIncrement, RmwOp::Add},
                                 UpdateRow{spv::Op::OpAtomicIAdd, RmwOp::Add},
                                 UpdateRow{spv::Op::OpAtomicIDecrement, RmwOp::Sub},
                                 UpdateRow{spv::Op::OpAtomicISub, RmwOp::Sub},
                                 UpdateRow{spv::Op::OpAtomicSMin, RmwOp::Min},
                                 UpdateRow{spv::Op::OpAtomicUMin, RmwOp::Min},
                                 UpdateRow{spv::Op::OpAtomicSMax, RmwOp::Max},
                                 UpdateRow{spv::Op::OpAtomicUMax, RmwOp::Max},
                                 UpdateRow{spv::Op::OpAtomicAnd, RmwOp::And},
                                 UpdateRow{spv::Op::OpAtomicOr, RmwOp::Or},
                                 UpdateRow{spv::Op::OpAtomicXor, RmwOp::Xor}};

std::optional<RmwOp> updateOf(spv::Op op) {
  const auto* row = std::ranges::find(kUpdates, op, &UpdateRow::op);
  return row == kUpdates.end() ? std::nullopt : std::optional(row->update);
}

constexpr auto kOfOneValue = std::to_array<spv::Op>(
    {spv::Op::OpGroupAll, spv::Op::OpGroupAny, spv::Op::OpGroupBroadcast, spv::Op::OpGroupNonUniformElect,
     spv::Op::OpGroupNonUniformAll, spv::Op::OpGroupNonUniformAny, spv::Op::OpGroupNonUniformAllEqual,
     spv::Op::OpGroupNonUniformBroadcast, spv::Op::OpGroupNonUniformBroadcastFirst});

}  // namespace

bool ThreadWriter::isGroupOperation(spv::Op op) {
  return isReduction(op) || std::ranges::find(kOfOneValue, op) != kOfOneValue.end();
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
  RmwOperation operation{
      std::nullopt,
      *op,
      scalar(pointer, in),
      step ? constant(1) : as(cell, {settled(scalar(in.operands[3], in), pointer, in), one.leaf.kind}),
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
                         as(cell, {settled(scalar(in.operands[4], in), pointer, in), one.leaf.kind}),
                         as(cell, {scalar(in.operands[5], in), one.leaf.kind}),
                         Atomicity{order, levelOf(in.operands[1], in)}};
  if (failure != order) {
    operation.failureOrder = failure;
  }
  std::vector<std::string> marks = semanticMarks(equal);
  storageMark(pointer, marks);
  updated(in, std::move(operation), one, marks);
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
    fence.spaces = spacesOfSemantics(semantics);
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
    barrier.spaces = spacesOfSemantics(semantics);
    barrier.fences = true;
  }
  emit(barrier, in, semanticMarks(semantics));
}

/// How many threads there are in this one's instance of a level.
std::size_t ThreadWriter::threadsTogether(std::uint32_t level) const {
  std::size_t count = 0;
  for (ThreadId t = 0; t < kernel_.grid.threadCount(); ++t) {
    const bool group = kernel_.grid.groupOf(t) == kernel_.grid.groupOf(thread_);
    const bool subGroup = kernel_.grid.subGroupOf(t) == kernel_.grid.subGroupOf(thread_);
    const bool together = level == kGroupLevel  ? group
                          : level == kWaveLevel ? group && subGroup
                                                : t == thread_;
    count += together ? 1 : 0;
  }
  return count;
}

/// Of one thread: what its own value gives. What the operations of several threads order among them, the
/// models do not say.
void ThreadWriter::groupOperation(const Instruction& in) {
  const std::size_t threads = in.operands.empty() ? 0 : threadsTogether(levelOf(in.operands[0], in));
  if (threads != 1) {
    fail(in,
         fmt::format("{} among {} threads is not supported", opcodeName(static_cast<std::uint16_t>(in.op)),
                     threads),
         "only operations of groups of one thread are supported; write it with barriers and shared memory");
  }
  const bool elects = in.op == spv::Op::OpGroupNonUniformElect;
  if (!elects && in.operands.size() < 2) {
    unsupported(in);
  }
  if (isReduction(in.op)) {
    reduction(in);
  } else if (elects || in.op == spv::Op::OpGroupNonUniformAllEqual) {
    define(in, {constant(1)});
  } else {
    define(in, value(in.operands[1], in));
  }
}

/// A sum, a minimum and so on of one number; without it (an exclusive scan), the sum is 0.
void ThreadWriter::reduction(const Instruction& in) {
  const auto operation = static_cast<spv::GroupOperation>(in.operands[1]);
  const bool sum = in.op == spv::Op::OpGroupIAdd || in.op == spv::Op::OpGroupNonUniformIAdd;
  const bool exclusive = operation == spv::GroupOperation::ExclusiveScan;
  const bool whole =
      operation == spv::GroupOperation::Reduce || operation == spv::GroupOperation::InclusiveScan;
  if (in.operands.size() < 3 || kernel_.types.of(in.type).kind != TypeKind::Int ||
      !(whole || (exclusive && sum))) {
    unsupported(in);
  }
  define(in, whole ? value(in.operands[2], in) : Parts{constant(0)});
}

}  // namespace hrfcheck::frontend::spirv
