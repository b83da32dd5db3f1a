#include "program/ir/constants_in.h"

#include "util/overloaded.h"

namespace hrfcheck::inline program {

bool hasConstant(const ExprPtr& expr, bool (*is)(Value)) {
  if (expr == nullptr) {
    return false;
  }
  return std::visit(
      Overloaded{[&](const ConstantExpr& e) { return is(e.value); },
                 [](const RegisterExpr&) { return false; },
                 [&](const UnaryExpr& e) { return hasConstant(e.operand, is); },
                 [&](const BinaryExpr& e) { return hasConstant(e.left, is) || hasConstant(e.right, is); },
                 [&](const SelectExpr& e) {
                   return hasConstant(e.condition, is) || hasConstant(e.whenTrue, is) ||
                          hasConstant(e.whenFalse, is);
                 }},
      expr->node);
}

}  // namespace hrfcheck::inline program
