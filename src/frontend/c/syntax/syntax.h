#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/syntax/ast.h"

/// Facts about syntax trees that need no names looked up.
namespace hrfcheck::frontend::c {

void forEachChild(const Expr& expr, const std::function<void(const Expr&)>& visit);
/// Every statement inside, itself first, in the order of the text.
void forEachStatement(const Stmt& stmt, const std::function<void(const Stmt&)>& visit);
/// Every expression in a statement and in those inside it, outermost only.
void forEachExpr(const Stmt& stmt, const std::function<void(const Expr&)>& visit);

/// Null if it is something else.
const Name* nameOf(const Expr& expr);
/// The operand of `&operand`; null if it is something else.
const Expr* addressOperand(const Expr& expr);

/// Where a value is put: `x` in `x = 1`, `*p` in `(*p)++`; null for what puts none.
const Expr* assignedTarget(const Expr& expr);

/// Names that a body writes or may have written.
struct WrittenNames {
  std::set<std::string_view> assigned;      ///< `r = 1`, `r++`
  std::set<std::string_view> addressTaken;  ///< `&r`

  bool contains(std::string_view name) const {
    return assigned.count(name) != 0 || addressTaken.count(name) != 0;
  }
};
WrittenNames writtenNames(const Stmt& body);

/// Labels of a body, with repetitions, in the order of the text.
std::vector<Token> labelsOf(const Stmt& body);

/// The numbers of barriers: labels of barrier statements in all of the unit, sorted by name, from 1.
std::map<std::string, Value> barrierNumbers(const Unit& unit);

/// The text of a span, white space folded, without comments.
std::string foldedText(const Source& source, Span span);

}  // namespace hrfcheck::frontend::c
