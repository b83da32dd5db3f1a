// Barriers of a block at which its threads vote. Each thread writes its vote into a cell of the block's own
// memory, and reads those of all after the barrier; a second barrier keeps the next vote from coming too
// early. Threads that have ended do not vote (PTX ISA, `barrier.red`: the predicates of those who take part):
// each takes its vote back, and a third barrier says so to the others, who might find it there when it has
// ended. What a program can see of this are the barrier and the count.

#include <fmt/format.h>

#include "frontend/c/language/folding.h"
#include "frontend/c/lower/lowerer.h"
#include "frontend/shared/names.h"
#include "program/ir/scope_levels.h"
#include "util/invariant.h"

namespace hrfcheck::frontend::c {

namespace {

// What a cell holds; nothing at first, and of a thread that does not vote.
constexpr Value kNo = 1;
constexpr Value kYes = 2;

/// Whether a cell agrees with what is asked of all, or of some.
hrfcheck::ExprPtr counted(Vote vote, RegisterId cell) {
  return vote == Vote::And ? binary(BinaryOp::Ne, registerRef(cell), constant(kNo))
                           : binary(BinaryOp::Eq, registerRef(cell), constant(kYes));
}

BinaryOp joint(Vote vote) {
  switch (vote) {
    case Vote::Count:
      return BinaryOp::Add;
    case Vote::And:
      return BinaryOp::And;
    case Vote::Or:
      return BinaryOp::Or;
  }
  INVARIANT(false, "a vote without a meaning");
}

}  // namespace

std::optional<TypedValue> Lowerer::blockVote(const Expr& expr, const CallExpr& call) {
  const std::optional<Vote> vote = voteOf(expr.token.text, context_.language);
  if (!vote) {
    return std::nullopt;
  }
  if (call.arguments.size() != 1 || context_.launched == nullptr) {
    fail(expr.token.span,
         call.arguments.size() == 1
             ? fmt::format("'{}' is available only where a kernel is launched", expr.token.text)
             : fmt::format("'{}' takes 1 argument, not {}", expr.token.text, call.arguments.size()));
  }
  const Expr& argument = *call.arguments.front();
  const hrfcheck::ExprPtr cells = *locationAddress(instanceName(kVoteCells));
  const auto cell = [&](Value item) { return folded(BinaryOp::Add, cells, constant(item)); };
  const Value items = context_.launched->grid.itemCount();
  const Value mine = context_.launched->grid.itemOf(thread_);
  const Origin origin = originOf(expr);
  const hrfcheck::ExprPtr own = folded(BinaryOp::Add, truth(value(argument).expr), constant(kNo));
  emit(StoreOp{cell(mine), own, std::nullopt}, origin);
  meet(expr, origin);
  hrfcheck::ExprPtr result;
  for (Value item = 0; item < items; ++item) {
    const RegisterId reg = temporary();
    emit(LoadOp{reg, cell(item), std::nullopt}, origin);
    const hrfcheck::ExprPtr one = counted(*vote, reg);
    result = result == nullptr ? one : binary(joint(*vote), result, one);
  }
  const RegisterId counted = temporary();
  emit(AssignOp{counted, result}, origin);
  meet(argument, origin);
  emit(StoreOp{cell(mine), constant(0), std::nullopt}, origin);
  meet(expr, origin);
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
