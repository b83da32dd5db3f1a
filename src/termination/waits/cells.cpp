#include "termination/waits/cells.h"

#include "program/ir/operands.h"
#include "program/lock_unit/lock_bit.h"

namespace hrfcheck::inline termination {

bool mayBeOne(const Cell& a, const Cell& b) {
  return a.kind == b.kind && a.scope == b.scope && (!a.number || !b.number || *a.number == *b.number);
}

/// Nothing where registers have a part in it.
std::optional<LocationId> Cells::locationOf(const ExprPtr& address) const {
  if (!registersOf(*address).empty()) {
    return std::nullopt;
  }
  const auto value = evaluate(*address, [](RegisterId) { return Value{0}; });
  return value ? program_->locationAt(*value) : std::nullopt;
}

std::optional<Cell> Cells::word(ThreadId lane, std::uint32_t instruction) const {
  const ExprPtr address = operandsOf(at(lane, instruction).operation).address;
  return address ? std::optional(Cell{Cell::Kind::Word, kNoScope, locationOf(address)}) : std::nullopt;
}

std::optional<Cell> Cells::lockBit(ThreadId lane, std::uint32_t instruction) const {
  const Operation& operation = at(lane, instruction).operation;
  if (!std::holds_alternative<LockLoadOp>(operation) && !std::holds_alternative<UnlockStoreOp>(operation)) {
    return std::nullopt;
  }
  Cell cell{Cell::Kind::LockBit, lockGroupOf(*program_, lane), std::nullopt};
  if (const auto location = locationOf(operandsOf(operation).address)) {
    cell.number = lockBitOf(*program_, lane, *location, lockBits_).number;
  }
  return cell;
}

std::optional<Cell> Cells::barrier(ThreadId lane, std::uint32_t instruction) const {
  const auto* op = std::get_if<BarrierOp>(&at(lane, instruction).operation);
  if (op == nullptr) {
    return std::nullopt;
  }
  Cell cell{Cell::Kind::Barrier, program_->scopes.instanceOf(lane, op->level), std::nullopt};
  if (!op->id.reg && !op->instance.reg) {
    cell.number = static_cast<std::uint64_t>(op->id.value);
  }
  return cell;
}

bool Cells::changes(ThreadId lane, std::uint32_t instruction, const Cell& cell) const {
  std::optional<Cell> changed;
  switch (cell.kind) {
    case Cell::Kind::Word:
      changed = writesMemory(at(lane, instruction).operation) ? word(lane, instruction) : std::nullopt;
      break;
    case Cell::Kind::LockBit:
      changed = std::holds_alternative<UnlockStoreOp>(at(lane, instruction).operation)
                    ? lockBit(lane, instruction)
                    : std::nullopt;
      break;
    case Cell::Kind::Barrier:
      changed = barrier(lane, instruction);
      break;
  }
  return changed && mayBeOne(*changed, cell);
}

}  // namespace hrfcheck::inline termination
