// Atomic operations, fences and barriers (SPIR-V, 3.42.18 and 3.42.20).

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/spirv/module/memory_semantics.h"
#include "frontend/spirv/translate/entry_translator.h"
#include "program/expr/further_operators.h"
#include "program/ir/orders.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend::spirv {
namespace {

struct AtomicUpdateRow {
  spv::Op op;
  RmwOp update;
  bool isSigned = false;
};
constexpr std::array kAtomicUpdates = {AtomicUpdateRow{spv::Op::OpAtomicExchange, RmwOp::Exchange},
                                       AtomicUpdateRow{spv::Op::OpAtomicIIncrement, RmwOp::Add},
                                       AtomicUpdateRow{spv::Op::OpAtomicIAdd, RmwOp::Add},
                                       AtomicUpdateRow{spv::Op::OpAtomicIDecrement, RmwOp::Sub},
                                       AtomicUpdateRow{spv::Op::OpAtomicISub, RmwOp::Sub},
                                       AtomicUpdateRow{spv::Op::OpAtomicSMin, RmwOp::Min, true},
                                       AtomicUpdateRow{spv::Op::OpAtomicUMin, RmwOp::Min},
                                       AtomicUpdateRow{spv::Op::OpAtomicSMax, RmwOp::Max, true},
                                       AtomicUpdateRow{spv::Op::OpAtomicUMax, RmwOp::Max},
                                       AtomicUpdateRow{spv::Op::OpAtomicAnd, RmwOp::And},
                                       AtomicUpdateRow{spv::Op::OpAtomicOr, RmwOp::Or},
                                       AtomicUpdateRow{spv::Op::OpAtomicXor, RmwOp::Xor}};

}  // namespace

bool EntryTranslator::synchronization() {
  switch (here_->op) {
    case spv::Op::OpMemoryBarrier:
      memoryBarrier();
      return true;
    case spv::Op::OpControlBarrier:
      controlBarrier();
      return true;
    case spv::Op::OpAtomicFlagTestAndSet:
    case spv::Op::OpAtomicFlagClear:
    case spv::Op::OpAtomicFMinEXT:
    case spv::Op::OpAtomicFMaxEXT:
    case spv::Op::OpAtomicFAddEXT:
      atomic();
      return true;
    default:
      break;
  }
  if (spv::Op::OpAtomicLoad <= here_->op && here_->op <= spv::Op::OpAtomicXor) {
    atomic();
    return true;
  }
  return false;
}

std::uint32_t EntryTranslator::level(Id scope) {
  const std::uint64_t number = requiredConstant(scope, "a scope");
  const auto known = levelOfScope(static_cast<spv::Scope>(number), isOpenCl());
  if (!known) {
    refuse(fmt::format("the scope {} is not supported in this environment", number));
  }
  return *known;
}

/// Pointer, scope, semantics, and for a compare-exchange those where it fails; then the value.
void EntryTranslator::atomic() {
  const spv::Op op = here_->op;
  const Id pointer = operand(0);
  const auto words = in_.types.memoryWords(laidOf(pointer));
  const bool flag = op == spv::Op::OpAtomicFlagTestAndSet || op == spv::Op::OpAtomicFlagClear;
  if (!words || words->size() != 1 || (words->front().bytes != 4 && words->front().bytes != 8)) {
    refuse("atomic operations on memory of this type are not supported");
  }
  const MemoryWord& word = words->front();
  const auto semantics = static_cast<std::uint32_t>(requiredConstant(operand(2), "the semantics"));
  const std::optional<Order> order = orderOfSemantics(semantics, isOpenCl());
  lowlevel::Access access;
  access.space = spaceOf(pointer);
  access.address = offsetBy(this->word(pointer), word.offset);
  access.bytes = word.bytes;
  access.isFloat = word.shape == Shape::Float;
  access.marks = marksOfSemantics(semantics, isOpenCl());
  if (auto mark = markOfStorage(typeOf(pointer).storage, isOpenCl())) {
    access.marks.push_back(std::move(*mark));
  }
  const auto ordered = [&](std::optional<Order> of) {
    access.atomicity = Atomicity{of.value_or(Order::Relaxed), level(operand(1))};
  };
  const auto operandWord = [&](std::size_t i) { return wordAs(operand(i), word.bytes * 8); };
  if (op == spv::Op::OpAtomicStore || op == spv::Op::OpAtomicFlagClear) {
    access.writes = true;
    ordered(order ? std::optional(writeOf(*order)) : std::nullopt);
    access.values = {flag ? literal(0, word.bytes * 8) : operandWord(3)};
    emit(std::move(access));
    return;
  }
  access.reads = true;
  if (op == spv::Op::OpAtomicLoad) {
    ordered(order ? std::optional(readOf(*order)) : std::nullopt);
    access.targets = {registerIn(declare(here_->result, here_->type).front())};
    emit(std::move(access));
    return;
  }
  access.writes = true;
  ordered(order);
  if (flag) {
    const std::uint32_t reg = newRegister(word.bytes * 8);
    access.update = RmwOp::Exchange;
    access.values = {literal(1, word.bytes * 8)};
    access.targets = {reg};
    emit(std::move(access));
    const unsigned bits = word.bytes * 8;
    defineOne(
        lowlevel::numberFrom(NumberOp::Ne, bits, 1, {lowlevel::registerNumber(reg, bits), literal(0, bits)}));
    return;
  }
  const unsigned bits = word.bytes * 8;
  if (op == spv::Op::OpAtomicCompareExchange || op == spv::Op::OpAtomicCompareExchangeWeak) {
    const auto unequal = static_cast<std::uint32_t>(requiredConstant(operand(3), "the semantics"));
    const std::optional<Order> onFailure = orderOfSemantics(unequal, isOpenCl());
    const Order failure = onFailure ? readOf(*onFailure) : Order::Relaxed;
    access.update = RmwOp::CompareSwap;
    access.values = {operandWord(4)};
    access.expected = operandWord(5);
    if (failure != access.atomicity->order) {
      access.failure = failure;
    }
  } else if (op == spv::Op::OpAtomicFAddEXT || op == spv::Op::OpAtomicFMinEXT ||
             op == spv::Op::OpAtomicFMaxEXT) {
    const bool sums = op == spv::Op::OpAtomicFAddEXT;
    access.update = sums ? kRmwFloatAdd : RmwOp::Exchange;
    access.values = {sums ? operandWord(3) : notComputed(bits, {operandWord(3)})};
  } else {
    const auto* row = std::ranges::find(kAtomicUpdates, op, &AtomicUpdateRow::op);
    if (row == kAtomicUpdates.end()) {
      refuse();
    }
    const bool steps = op == spv::Op::OpAtomicIIncrement || op == spv::Op::OpAtomicIDecrement;
    access.update = row->update;
    access.signedUpdate = row->isSigned;
    access.values = {steps ? literal(1, bits) : operandWord(3)};
  }
  access.targets = {registerIn(declare(here_->result, here_->type).front())};
  emit(std::move(access));
}

void EntryTranslator::memoryBarrier() {
  const auto semantics = static_cast<std::uint32_t>(requiredConstant(operand(1), "the semantics"));
  const std::optional<Order> order = orderOfSemantics(semantics, isOpenCl());
  const std::uint32_t at = level(operand(0));
  if (!order) {
    emit(lowlevel::Nothing{});
    return;
  }
  lowlevel::Fence fence{*order, at, true};
  fence.marks = marksOfSemantics(semantics, isOpenCl());
  if (isOpenCl()) {
    fence.spaces = spacesOfSemantics(semantics);
  }
  emit(std::move(fence));
}

/// The invocations of a work-group or of a part of it meet; each barrier is one of its own.
void EntryTranslator::controlBarrier() {
  const auto semantics = static_cast<std::uint32_t>(requiredConstant(operand(2), "the semantics"));
  const std::optional<Order> order = orderOfSemantics(semantics, isOpenCl());
  lowlevel::ScopeBarrier barrier;
  barrier.level = level(operand(0));
  barrier.memoryLevel = level(operand(1));
  barrier.number = barriers_++;
  if (barrier.level > kGroupLevel) {
    refuse("a barrier of invocations of several work-groups is not supported");
  }
  barrier.order = order == Order::SeqCst ? Order::AcquireRelease : order;
  barrier.fences = order.has_value() || isOpenCl();
  if (isOpenCl()) {
    barrier.spaces = spacesOfSemantics(semantics);
  }
  barrier.marks = marksOfSemantics(semantics, isOpenCl());
  emit(std::move(barrier));
}

}  // namespace hrfcheck::frontend::spirv
