#include "frontend/c/launch/array_uses.h"

#include <algorithm>
#include <set>
#include <utility>

#include "frontend/c/syntax/syntax.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::c {
namespace {

bool isZero(const Expr& expr) {
  const auto* number = std::get_if<Number>(&expr.node);
  return number != nullptr && number->value == 0;
}

class ArrayUses {
 public:
  explicit ArrayUses(const Unit& unit) : unit_(unit) {}

  bool in(const Function& function, std::string_view parameter) {
    if (!seen_.emplace(&function, parameter).second) {
      return false;  // a call in a circle adds nothing
    }
    bool found = false;
    forEachExpr(*function.body, [&](const Expr& expr) { found = found || within(expr, parameter); });
    return found;
  }

 private:
  bool within(const Expr& expr, std::string_view name) {
    if (here(expr, name)) {
      return true;
    }
    bool found = false;
    forEachChild(expr, [&](const Expr& child) { found = found || within(child, name); });
    return found;
  }

  bool here(const Expr& expr, std::string_view name) {
    const auto is = [&](const ExprPtr& e) { return nameOf(*e) != nullptr && e->token.text == name; };
    const auto steps = [](BinaryOp op) { return op == BinaryOp::Add || op == BinaryOp::Sub; };
    if (const auto* index = std::get_if<IndexExpr>(&expr.node)) {
      return is(index->base) && !isZero(*index->index);
    }
    if (const auto* sum = std::get_if<BinaryExpr>(&expr.node)) {
      return steps(sum->op) && (is(sum->left) || is(sum->right));
    }
    if (const auto* assign = std::get_if<AssignExpr>(&expr.node)) {
      return assign->compound && steps(*assign->compound) && is(assign->target);
    }
    if (const auto* before = std::get_if<PrefixExpr>(&expr.node)) {
      return (before->op == Prefix::Increment || before->op == Prefix::Decrement) && is(before->operand);
    }
    if (const auto* behind = std::get_if<PostfixExpr>(&expr.node)) {
      return is(behind->operand);
    }
    if (const auto* cast = std::get_if<CastExpr>(&expr.node)) {
      return is(cast->operand) && cast->type.pointers > 0 && cast->type.base == Type::Base::Struct;
    }
    const auto* call = std::get_if<CallExpr>(&expr.node);
    return call != nullptr && passedAsArray(expr, *call, name);
  }

  bool passedAsArray(const Expr& expr, const CallExpr& call, std::string_view name) {
    const auto callee =
        std::ranges::find(unit_.functions, expr.token.text, [](const Function& f) { return f.name.text; });
    if (callee == unit_.functions.end()) {
      return false;
    }
    const std::size_t count = std::min(call.arguments.size(), callee->parameters.size());
    for (std::size_t i = 0; i < count; ++i) {
      const Expr& argument = *call.arguments[i];
      const bool passed = nameOf(argument) != nullptr && argument.token.text == name;
      if (passed && in(*callee, callee->parameters[i].name.text)) {
        return true;
      }
    }
    return false;
  }

  const Unit& unit_;
  std::set<std::pair<const Function*, std::string_view>> seen_;
};

}  // namespace

bool usesAsArray(const Unit& unit, const Function& function, std::string_view parameter) {
  return ArrayUses(unit).in(function, parameter);
}

}  // namespace hrfcheck::frontend::c
