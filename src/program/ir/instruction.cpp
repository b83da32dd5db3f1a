#include "program/ir/instruction.h"

#include "program/ir/addresses.h"
#include "program/ir/arithmetic.h"
#include "util/invariant.h"

namespace hrfcheck::inline program {
namespace {

std::optional<BinaryOp> arithmeticOf(RmwOp op) {
  switch (op) {
    case RmwOp::CompareSwap:
    case RmwOp::Exchange:
      return std::nullopt;
    case RmwOp::Add:
      return BinaryOp::Add;
    case RmwOp::Sub:
      return BinaryOp::Sub;
    case RmwOp::Max:
      return BinaryOp::Max;
    case RmwOp::Min:
      return BinaryOp::Min;
    case RmwOp::And:
      return BinaryOp::And;
    case RmwOp::Or:
      return BinaryOp::Or;
    case RmwOp::Xor:
      return BinaryOp::Xor;
  }
  INVARIANT(false, "an RMW operator without a meaning");
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
  const std::optional<BinaryOp> arithmetic = arithmeticOf(op);
  const std::optional<Value> result = arithmetic ? apply(*arithmetic, old, operand, kind) : operand;
  INVARIANT(result, "whoever asks for the result of an RMW has asked whether it has one");
  return *result;
}

}  // namespace hrfcheck::inline program
