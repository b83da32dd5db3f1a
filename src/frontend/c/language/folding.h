#pragma once

#include "frontend/c/language/integer_types.h"
#include "program/expr/expr.h"

/// Expressions of programs as lowering makes them: what is known is computed at once.
namespace hrfcheck::frontend::c {

/// Null if it is not known.
const Value* constantOf(const hrfcheck::ExprPtr& expr);
const Value* constantOf(hrfcheck::ExprPtr&&) = delete;  ///< the result would not outlive the expression

hrfcheck::ExprPtr folded(UnaryOp op, hrfcheck::ExprPtr operand, IntegerKind kind = {});
hrfcheck::ExprPtr folded(BinaryOp op, hrfcheck::ExprPtr left, hrfcheck::ExprPtr right, IntegerKind kind = {});

/// `condition ? whenTrue : whenFalse`
hrfcheck::ExprPtr chosenBy(const hrfcheck::ExprPtr& condition, const hrfcheck::ExprPtr& whenTrue,
                           const hrfcheck::ExprPtr& whenFalse);
/// Whether it has at most so many operators and operands.
bool isSmall(const hrfcheck::Expr& expr, std::size_t most);

/// 1 or 0: whether it is not 0.
hrfcheck::ExprPtr truth(const hrfcheck::ExprPtr& expr);
/// An integer of type `from` as one of type `to` (C11, 6.3.1.2 and 6.3.1.3).
hrfcheck::ExprPtr convertedTo(IntegerKind to, IntegerKind from, const hrfcheck::ExprPtr& expr);

}  // namespace hrfcheck::frontend::c
