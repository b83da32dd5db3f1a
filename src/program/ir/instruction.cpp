#include "program/ir/instruction.h"

#include "program/expr/addresses.h"
#include "program/expr/arithmetic.h"
#include "program/expr/operators.h"
#include "util/invariant.h"

namespace hrfcheck::inline program {
namespace {

/// CUDA's atomicInc and atomicDec; nothing for other operators.
std::optional<Value> countedTo(RmwOp op, Value old, Value limit) {
  if ((op == RmwOp::IncrementTo || op == RmwOp::DecrementFrom) && (isUnknown(old) || isUnknown(limit))) {
    return kOfUnknown;
  }
  const auto number = static_cast<std::uint64_t>(old);
  const auto last = static_cast<std::uint64_t>(limit);
  if (op == RmwOp::IncrementTo) {
    return number >= last ? 0 : old + 1;
  }
  if (op == RmwOp::DecrementFrom) {
    return number == 0 || number > last ? limit : old - 1;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Value> forgedByRmw(RmwOp op, IntegerKind kind, Value old, Value operand) {
  const std::optional<BinaryOp> arithmetic = arithmeticOf(op);
  if (!arithmetic) {
    return std::nullopt;
  }
  const Computed result = compute(*arithmetic, old, operand, kind);
  const auto* none = std::get_if<NoValue>(&result);
  return none == nullptr ? std::nullopt : std::optional(none->integer);
}

Value rmwResult(RmwOp op, IntegerKind kind, Value old, Value operand) {
  if (const std::optional<Value> number = countedTo(op, old, operand)) {
    return *number;
  }
  const std::optional<BinaryOp> arithmetic = arithmeticOf(op);
  const std::optional<Value> result = arithmetic ? apply(*arithmetic, old, operand, kind) : operand;
  INVARIANT(result, "whoever asks for the result of an RMW has asked whether it has one");
  return *result;
}

}  // namespace hrfcheck::inline program
