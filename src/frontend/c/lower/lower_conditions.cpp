// Conditions become branches. `a && b` is one expression where evaluating `b` cannot be noticed; where `b`
// touches memory, changes a variable or might divide by zero, it is two branches.

#include <algorithm>

#include "frontend/c/lower/lowerer.h"
#include "program/expr/operators.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::c {
namespace {

hrfcheck::ExprPtr negated(const hrfcheck::ExprPtr& condition) {
  if (const auto* known = std::get_if<ConstantExpr>(&condition->node)) {
    return constant(known->value == 0 ? 1 : 0);
  }
  if (const auto* inner = std::get_if<hrfcheck::UnaryExpr>(&condition->node);
      inner != nullptr && inner->op == UnaryOp::LogicalNot) {
    return inner->operand;
  }
  const auto* comparison = std::get_if<hrfcheck::BinaryExpr>(&condition->node);
  if (comparison != nullptr && isComparison(comparison->op)) {
    return binary(traitsOf(comparison->op).opposite, comparison->left, comparison->right, comparison->kind);
  }
  return unary(UnaryOp::LogicalNot, condition);
}

bool nonzeroNumber(const Expr& expr) {
  const auto* number = std::get_if<Number>(&expr.node);
  return number != nullptr && number->value != 0;
}

}  // namespace

void Lowerer::branchIf(const Expr& expr, bool sense, Label label, const Origin& origin) {
  if (const auto* prefix = std::get_if<PrefixExpr>(&expr.node); prefix && prefix->op == Prefix::LogicalNot) {
    branchIf(*prefix->operand, !sense, label, origin);
    return;
  }
  const auto* logical = std::get_if<BinaryExpr>(&expr.node);
  const bool both = logical != nullptr && logical->op == BinaryOp::LogicalAnd;
  const bool either = logical != nullptr && logical->op == BinaryOp::LogicalOr;
  if ((!both && !either) || isPure(*logical->right)) {
    const hrfcheck::ExprPtr condition = value(expr).expr;
    code_.branch(sense ? condition : negated(condition), label, origin);
    return;
  }
  if (both != sense) {  // each side alone decides for the label
    branchIf(*logical->left, sense, label, origin);
    branchIf(*logical->right, sense, label, origin);
    return;
  }
  const Label decided = code_.newLabel();
  branchIf(*logical->left, !sense, decided, origin);
  branchIf(*logical->right, sense, label, origin);
  code_.bind(decided);
}

/// Whether nobody notices that `expr` is evaluated.
bool Lowerer::isPure(const Expr& expr) {
  return std::visit(
      Overloaded{[](const Number&) { return true; },
                 [&](const Name&) {
                   const Variable* variable = find(expr.token.text);
                   const auto* memory =
                       variable == nullptr ? nullptr : std::get_if<MemoryVariable>(&variable->what);
                   return memory == nullptr || memory->array;
                 },
                 [&](const PrefixExpr& e) {
                   switch (e.op) {
                     case Prefix::Minus:
                     case Prefix::BitNot:
                     case Prefix::LogicalNot:
                       return isPure(*e.operand);
                     case Prefix::AddressOf:
                       return isPurePlace(*e.operand);
                     case Prefix::Dereference:
                       return reference(*e.operand) != nullptr;
                     case Prefix::Increment:
                     case Prefix::Decrement:
                       return false;
                   }
                   return false;
                 },
                 [](const PostfixExpr&) { return false; }, [](const IndexExpr&) { return false; },
                 [](const MemberExpr&) { return false; },
                 [&](const BinaryExpr& e) {
                   const bool divides = groupOf(e.op) == OperatorGroup::Quotient;
                   return isPure(*e.left) && isPure(*e.right) && (!divides || nonzeroNumber(*e.right));
                 },
                 [&](const ConditionalExpr& e) {
                   return isPure(*e.condition) && isPure(*e.whenTrue) && isPure(*e.whenFalse);
                 },
                 [](const AssignExpr&) { return false; },
                 [&](const CallExpr& e) {
                   return context_.launched != nullptr &&
                          findId(expr.token.text, context_.language) != nullptr &&
                          std::ranges::all_of(e.arguments, [&](const ExprPtr& a) { return isPure(*a); });
                 },
                 [&](const CastExpr& e) {
                   const ValueType type = context_.types.of(e.type);
                   const bool vector = type.layout != nullptr && type.layout->flat;
                   return isPure(*e.operand) && !vector;  // whose alignment is checked
                 },
                 [&](const CommaExpr& e) { return isPure(*e.left) && isPure(*e.right); }},
      expr.node);
}

/// The same for the address of `expr`.
bool Lowerer::isPurePlace(const Expr& expr) {
  if (nameOf(expr) != nullptr) {
    return true;
  }
  if (const auto* prefix = std::get_if<PrefixExpr>(&expr.node)) {
    return prefix->op == Prefix::Dereference && isPure(*prefix->operand);
  }
  if (const auto* index = std::get_if<IndexExpr>(&expr.node)) {
    return isPure(*index->base) && isPure(*index->index);
  }
  if (const auto* field = std::get_if<MemberExpr>(&expr.node)) {
    return field->arrow ? isPure(*field->base) : isPurePlace(*field->base);
  }
  return false;
}

namespace {

/// Whether one of the registers of an object is among those.
template <typename Among>
bool holdsOne(const Variable& object, const Among& among) {
  if (const auto* record = std::get_if<StructVariable>(&object.what)) {
    return std::ranges::any_of(record->fields, [&](const Variable& field) { return holdsOne(field, among); });
  }
  if (const auto* array = std::get_if<ArrayVariable>(&object.what)) {
    return std::ranges::any_of(array->elements, among);
  }
  const auto* one = std::get_if<RegisterVariable>(&object.what);
  return one != nullptr && among(one->reg);
}

}  // namespace

/// Whether evaluating `expr` may change one of the registers.
bool Lowerer::changes(const Expr& expr, const std::vector<RegisterId>& registers) {
  const auto among = [&](RegisterId reg) {
    return std::find(registers.begin(), registers.end(), reg) != registers.end();
  };
  const auto isOne = [&](const Variable* variable) {
    const auto* own = variable == nullptr ? nullptr : std::get_if<RegisterVariable>(&variable->what);
    const auto* passed = variable == nullptr ? nullptr : std::get_if<ReferenceVariable>(&variable->what);
    return (own != nullptr && among(own->reg)) || (passed != nullptr && among(passed->reg));
  };
  if (const Expr* target = assignedTarget(expr)) {
    if (nameOf(*target) != nullptr && isOne(find(target->token.text))) {
      return true;
    }
    const std::optional<ThreadPlace> place = threadPlace(*target);
    if (place && holdsOne(*place->object, among)) {
      return true;
    }
    const auto* prefix = std::get_if<PrefixExpr>(&target->node);
    if (prefix != nullptr && prefix->op == Prefix::Dereference && isOne(reference(*prefix->operand))) {
      return true;
    }
  }
  bool found = false;
  if (const auto* callee = std::get_if<CallExpr>(&expr.node)) {
    for (const ExprPtr& argument : callee->arguments) {
      std::optional<ThreadPlace> place = passedPlace(*argument);
      place = place ? place : threadPlace(*argument);
      found = found || isOne(reference(*argument)) || (place && holdsOne(*place->object, among));
    }
  }
  forEachChild(expr, [&](const Expr& child) { found = found || changes(child, registers); });
  return found;
}

}  // namespace hrfcheck::frontend::c
