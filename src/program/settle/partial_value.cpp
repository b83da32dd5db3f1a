#include "program/settle/partial_value.h"

#include "program/expr/expr_parts.h"
#include "program/expr/further_operators.h"

namespace hrfcheck::inline program {
namespace {

PartialValue known(const Computed& computed) {
  return std::visit(Overloaded{[](Value v) { return isUnknown(v) ? PartialValue(NotKnown{}) : v; },
                               [](const NoValue& none) { return PartialValue(none); }},
                    computed);
}

PartialValue ofBinary(const BinaryExpr& e, const KnownRegisters& registers) {
  const PartialValue left = partialValue(*e.left, registers);
  const Value* l = std::get_if<Value>(&left);
  if (l == nullptr) {
    return left;
  }
  if (const auto decided = decidedByLeft(e.op, *l)) {
    return *decided;
  }
  const PartialValue right = partialValue(*e.right, registers);
  const Value* r = std::get_if<Value>(&right);
  return r == nullptr ? right : known(compute(e.op, *l, *r, e.kind));
}

}  // namespace

PartialValue partialValue(const Expr& expr, const KnownRegisters& registers) {
  return std::visit(Overloaded{[](const ConstantExpr& e) { return known(e.value); },
                               [&](const RegisterExpr& e) {
                                 const auto& value = registers[e.reg];
                                 return value ? PartialValue(*value) : NotKnown{};
                               },
                               [&](const UnaryExpr& e) {
                                 const PartialValue operand = partialValue(*e.operand, registers);
                                 const Value* v = std::get_if<Value>(&operand);
                                 return v == nullptr ? operand : known(compute(e.op, *v, e.kind));
                               },
                               [&](const BinaryExpr& e) { return ofBinary(e, registers); },
                               [&](const SelectExpr& e) {
                                 const PartialValue condition = partialValue(*e.condition, registers);
                                 const Value* c = std::get_if<Value>(&condition);
                                 return c == nullptr
                                            ? condition
                                            : partialValue(*c != 0 ? *e.whenTrue : *e.whenFalse, registers);
                               }},
                    expr.node);
}

ExprPtr withKnown(const ExprPtr& expr, const KnownRegisters& registers) {
  if (const auto* reg = std::get_if<RegisterExpr>(&expr->node)) {
    return registers[reg->reg] ? constant(*registers[reg->reg]) : expr;
  }
  return withOperands(expr, [&](const ExprPtr& operand) { return withKnown(operand, registers); });
}

}  // namespace hrfcheck::inline program
