#include "frontend/print/condition_text.h"

#include <algorithm>

#include "frontend/shared/condition_parser.h"
#include "program/ir/program.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend {
namespace {

/// How reports and tests write the same condition.
enum class Style { Report, Test };

/// What a condition is the operand of.
enum class Inside { Nothing, And, RightOfAnd, RightOfOr };

class Printer {
 public:
  Printer(const Program& program, Style style) : program_(program), style_(style) {}

  std::string print(const Condition& condition, Inside inside = Inside::Nothing) const {
    return std::visit(
        Overloaded{[](const TrueCondition&) -> std::string { return "true"; },
                   [&](const CompareCondition& c) {
                     return term(c.left, style_ == Style::Test, c.right) + std::string(symbolOf(c.op)) +
                            term(c.right, false, c.left);
                   },
                   [&](const NotCondition& c) -> std::string {
                     const bool constant = std::holds_alternative<TrueCondition>(c.operand->node);
                     return constant ? "false" : "~(" + print(*c.operand) + ")";
                   },
                   [&](const AndCondition& c) {
                     return grouped(
                         print(*c.left, Inside::And) + " /\\ " + print(*c.right, Inside::RightOfAnd),
                         style_ == Style::Test && inside == Inside::RightOfAnd);
                   },
                   [&](const OrCondition& c) {
                     return grouped(print(*c.left) + " \\/ " + print(*c.right, Inside::RightOfOr),
                                    inside == Inside::And || inside == Inside::RightOfAnd ||
                                        (style_ == Style::Test && inside == Inside::RightOfOr));
                   }},
        condition.node);
  }

 private:
  static std::string grouped(const std::string& text, bool inParentheses) {
    return inParentheses ? "(" + text + ")" : text;
  }

  static std::string_view symbolOf(CompareOp op) {
    return std::ranges::find(kCompareSymbols, op, &CompareSymbol::op)->symbol;
  }

  /// @param other what it is compared with: reports show what floats are compared with as floats
  std::string term(const ConditionTerm& t, bool bare, const ConditionTerm& other) const {
    const auto* with = std::get_if<StateVariable>(&other);
    const bool located = style_ == Style::Report && with != nullptr && !with->isRegister();
    return std::visit(Overloaded{[&](const StateVariable& v) {
                                   const std::string name = program_.nameOf(v);
                                   return v.isRegister() || bare ? name : "[" + name + "]";
                                 },
                                 [&](Value value) {
                                   return located ? valueText(program_, with->location, value)
                                                  : program_.valueText(value);
                                 }},
                      t);
  }

  const Program& program_;
  Style style_;
};

}  // namespace

std::string conditionText(const Condition& condition, const Program& program) {
  return "(" + Printer(program, Style::Report).print(condition) + ")";
}

std::string conditionOfTest(const Condition& condition, const Program& program) {
  return "(" + Printer(program, Style::Test).print(condition) + ")";
}

}  // namespace hrfcheck::frontend
