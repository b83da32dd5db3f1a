#include <fmt/format.h>

#include "frontend/lowlevel/emit/thread_emitter.h"
#include "frontend/lowlevel/residual/words_of_memory.h"
#include "program/expr/addresses.h"
#include "program/expr/operators.h"
#include "program/flow/divided_accesses.h"
#include "program/ir/orders.h"

// An update of bytes that others access in other sizes is loads and stores of its granules, which say that
// they are one access. Models that know of such parts keep them together (models/ptx-mixed-size.cat); others
// are not asked.

namespace hrfcheck::frontend::lowlevel {

void ThreadEmitter::dividedUpdate(const SharedAccess& access, const std::vector<Piece>& pieces) {
  const Access& a = *access.access;
  const Atomicity atomicity = *atomicityOf(access);
  if (a.ofBarrier || access.written || access.values.size() > 1) {
    refuse(fmt::format(
        "an atomic access to {} bytes, some of which others access separately, is not supported with "
        "an order of C++, nor with several elements",
        a.bytes));
  }
  const bool gives = !access.targets.empty() && !access.targets.front().parts.empty();
  const bool compares = a.update == RmwOp::CompareSwap;
  Atomicity half = atomicity;
  half.order = readOf(atomicity.order);
  if (!gives && !compares && a.update != RmwOp::Exchange) {
    marksOfAccess_.emplace_back(kMarkOfReduction);
  }
  StoredWord read;
  for (const Piece& piece : pieces) {
    const RegisterId reg = temporary();
    emitPart(LoadOp{reg, piece.address, half});
    read.push_back(
        {piece.shift, piece.bytes * kByteBits, asWord(registerRef(reg), piece.bytes, piece.isSigned)});
  }
  const ExprPtr joined = bitsOf(read, 0, a.bytes * kByteBits);
  const RegisterId old = temporary();
  emit(AssignOp{old, in_.unknown ? askingUnknown(joined) : joined});
  const RegisterId result = temporary();
  const ExprPtr value = updated(access, registerRef(old));
  emit(AssignOp{result, in_.unknown ? askingUnknown(value) : value});
  const c::Label end = code_.newLabel();
  if (compares) {
    const ExprPtr differs = binary(BinaryOp::Ne, registerRef(old), access.expected);
    code_.branch(in_.unknown ? known(askingUnknown(differs)) : differs, end, in_.module.originOf(origin_));
  }
  half.order = writeOf(atomicity.order);
  const StoredWord stored{{0, a.bytes * kByteBits, registerRef(result)}};
  for (const Piece& piece : pieces) {
    const ExprPtr part = bitsOf(stored, piece.shift, piece.bytes * kByteBits);
    emitPart(StoreOp{piece.address, asHeld(part, piece.bytes, piece.isSigned), half});
  }
  code_.bind(end);
  if (gives) {
    emit(AssignOp{access.targets.front().parts.front().reg, registerRef(old)});
  }
}

/// What an update stores.
ExprPtr ThreadEmitter::updated(const SharedAccess& access, const ExprPtr& old) const {
  const Access& a = *access.access;
  const ExprPtr& operand = access.values.front().front().value;
  const IntegerKind word = kindOf(a.bytes, false);
  if (a.update == RmwOp::IncrementTo) {
    return select(binary(BinaryOp::Lt, old, operand, word), binary(BinaryOp::Add, old, constant(1), word),
                  constant(0));
  }
  if (a.update == RmwOp::DecrementFrom) {
    const ExprPtr wraps = binary(BinaryOp::LogicalOr, binary(BinaryOp::Eq, old, constant(0), word),
                                 binary(BinaryOp::Lt, operand, old, word));
    return select(wraps, operand, binary(BinaryOp::Sub, old, constant(1), word));
  }
  const std::optional<BinaryOp> op = arithmeticOf(*a.update);
  if (!op) {
    return operand;
  }
  IntegerKind kind = kindOf(a.bytes, a.signedUpdate);
  kind.strict = a.flushes;
  if (!a.signedUpdate) {
    return binary(*op, old, operand, kind);
  }
  const ExprPtr number = binary(*op, asHeld(old, a.bytes, true), asHeld(operand, a.bytes, true), kind);
  return asWord(number, a.bytes, true);
}

}  // namespace hrfcheck::frontend::lowlevel
