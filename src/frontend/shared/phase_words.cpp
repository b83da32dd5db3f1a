#include "frontend/shared/phase_words.h"

#include "program/expr/phase_barrier.h"

namespace hrfcheck::frontend::phase_words {
namespace {

using phase_barrier::Field;

constexpr IntegerKind kWord{64, false};

ExprPtr op(BinaryOp operation, ExprPtr left, ExprPtr right) {
  return binary(operation, std::move(left), std::move(right), kWord);
}
ExprPtr get(ExprPtr word, Field field) {
  return op(BinaryOp::And, op(BinaryOp::Shr, std::move(word), constant(field.shift)),
            constant(static_cast<Value>(field.mask())));
}
Value placed(Value value, Field field) {
  return static_cast<Value>((static_cast<std::uint64_t>(value) & field.mask()) << field.shift);
}

}  // namespace

Value initialized(Value arrivals) {
  return placed(arrivals, phase_barrier::kPending) | placed(arrivals, phase_barrier::kExpected) |
         placed(1, phase_barrier::kValid);
}

Value update(Value arrivals, bool drops, Value bytes) {
  return placed(arrivals, phase_barrier::kArrivals) | placed(drops ? 1 : 0, phase_barrier::kDrops) |
         placed(bytes, phase_barrier::kMoreTransactions);
}

ExprPtr isValid(RegisterId word) {
  return op(BinaryOp::Ne, get(registerRef(word), phase_barrier::kValid), constant(0));
}

ExprPtr allows(RegisterId word, const ExprPtr& operand) {
  const ExprPtr arrivals = get(operand, phase_barrier::kArrivals);
  const ExprPtr enough = op(BinaryOp::Le, arrivals, get(registerRef(word), phase_barrier::kPending));
  const ExprPtr drops = get(operand, phase_barrier::kDrops);
  const ExprPtr some = op(BinaryOp::LogicalOr, op(BinaryOp::Eq, drops, constant(0)),
                          op(BinaryOp::Lt, arrivals, get(registerRef(word), phase_barrier::kExpected)));
  return op(BinaryOp::LogicalAnd, isValid(word), op(BinaryOp::LogicalAnd, enough, some));
}

ExprPtr completedParity(RegisterId word, const ExprPtr& parity) {
  return op(BinaryOp::Ne, op(BinaryOp::And, get(registerRef(word), phase_barrier::kPhase), constant(1)),
            op(BinaryOp::And, parity, constant(1)));
}

ExprPtr completedSince(RegisterId word, RegisterId state) {
  return op(BinaryOp::Ne, get(registerRef(word), phase_barrier::kPhase),
            get(registerRef(state), phase_barrier::kPhase));
}

ExprPtr isRecent(RegisterId word, RegisterId state) {
  const ExprPtr phase = get(registerRef(word), phase_barrier::kPhase);
  const ExprPtr then = get(registerRef(state), phase_barrier::kPhase);
  const ExprPtr next = op(BinaryOp::And, op(BinaryOp::Add, then, constant(1)),
                          constant(static_cast<Value>(phase_barrier::kPhase.mask())));
  return op(BinaryOp::LogicalAnd, op(BinaryOp::LogicalAnd, isValid(word), isValid(state)),
            op(BinaryOp::LogicalOr, op(BinaryOp::Eq, phase, then), op(BinaryOp::Eq, phase, next)));
}

ExprPtr pending(const ExprPtr& state) {
  return get(state, phase_barrier::kPending);
}

}  // namespace hrfcheck::frontend::phase_words
