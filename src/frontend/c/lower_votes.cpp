// Barriers of a block at which its threads vote. Each thread writes its vote into a cell of the block's own
// memory, and reads those of all behind the barrier; a second barrier keeps the next vote from coming too
// early. What a program can see of this are the barrier and the count.

#include <fmt/format.h>

#include "frontend/c/folding.h"
#include "frontend/c/lowerer.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend::c {

std::optional<TypedValue> Lowerer::blockVote(const Expr& expr, const CallExpr& call) {
  const std::optional<Vote> vote = voteOf(expr.token.text, context_.language);
  if (!vote) {
    return std::nullopt;
  }
  if (call.arguments.size() != 1 || context_.launched == nullptr) {
    fail(expr.token.span,
         call.arguments.size() == 1
             ? fmt::format("'{}' is known only where a kernel is launched", expr.token.text)
             : fmt::format("'{}' takes 1 argument, not {}", expr.token.text, call.arguments.size()));
  }
  const Expr& argument = *call.arguments.front();
  const hrfcheck::ExprPtr cells = *locationAddress(instanceName(kVoteCells));
  const auto cell = [&](Value item) { return folded(BinaryOp::Add, cells, constant(item)); };
  const Value items = context_.launched->grid.itemCount();
  const Value mine = context_.launched->grid.itemOf(thread_);
  const Origin origin = originOf(expr);
  emit(StoreOp{cell(mine), truth(value(argument).expr), std::nullopt}, origin);
  meet(expr, origin);
  hrfcheck::ExprPtr result;
  for (Value item = 0; item < items; ++item) {
    const RegisterId reg = temporary();
    emit(LoadOp{reg, cell(item), std::nullopt}, origin);
    const BinaryOp op = *vote == Vote::Count ? BinaryOp::Add
                        : *vote == Vote::And ? BinaryOp::And
                                             : BinaryOp::Or;
    result = result == nullptr ? registerRef(reg) : binary(op, result, registerRef(reg));
  }
  const RegisterId counted = temporary();
  emit(AssignOp{counted, result}, origin);
  meet(argument, origin);
  return TypedValue{registerRef(counted), ValueType::of(kInt)};
}

/// A barrier of the block, which an expression stands for.
void Lowerer::meet(const Expr& place, const Origin& origin) {
  BarrierOp barrier;
  barrier.level = kGroupLevel;
  barrier.id = barrierNumber(place);
  barrier.fences = true;
  emit(barrier, origin);
}

}  // namespace hrfcheck::frontend::c
