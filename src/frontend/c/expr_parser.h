#pragma once

#include <optional>

#include "frontend/c/parse_context.h"

namespace hrfcheck::frontend::c {

/// An expression, with C's precedence; commas only where they separate nothing (parseExpr).
/// @throws SyntaxFailure after reporting what does not fit
ExprPtr parseExpr(ParseContext& context);
ExprPtr parseAssignment(ParseContext& context);
/// The same without assignments: `a ? b : c`.
ExprPtr parseConditional(ParseContext& context);

/// What it comes to without running anything: numbers, constants of the file and operators on them.
std::optional<Literal> constantValue(const Expr& expr, const std::map<std::string_view, Literal>& constants,
                                     ShiftRule shifts);
/// Reads an expression that has to come to a constant.
Literal parseConstant(ParseContext& context);

}  // namespace hrfcheck::frontend::c
