#include "cat/syntax/print.h"

#include <fmt/format.h>

#include "cat/model/operators.h"
#include "util/overloaded.h"

namespace hrfcheck::cat {
namespace {

// How tightly an expression holds together; parentheses go around what is looser than its place wants.
// Operators of two operands lie between the loosest and the postfix ones.
using Tightness = unsigned;
constexpr Tightness kLoosest = 0;
constexpr Tightness kLoosestOperator = 1;
constexpr Tightness kPostfix = kLoosestOperator + kBinaryOperators.size();
constexpr Tightness kPrefix = kPostfix + 1;
constexpr Tightness kClosed = kPrefix + 1;

Tightness tightnessOf(OperatorForm form) {
  switch (form) {
    case OperatorForm::Postfix:
      return kPostfix;
    case OperatorForm::Prefix:
      return kPrefix;
    case OperatorForm::Brackets:
    case OperatorForm::Function:
      break;
  }
  return kClosed;
}

Tightness tightnessOf(BinaryOp op) {
  return kLoosestOperator + about(op).tightness;
}

Tightness tightnessOf(const Expr& expr) {
  return std::visit(Overloaded{
                        [](const NameExpr&) { return kClosed; },
                        [](const EmptyExpr&) { return kClosed; },
                        [](const UniverseExpr&) { return kClosed; },
                        [](const TagExpr&) { return kClosed; },
                        [](const TagListExpr&) { return kClosed; },
                        [](const MatchExpr&) { return kLoosest; },
                        [](const TupleExpr&) { return kClosed; },
                        [](const UnaryExpr& e) { return tightnessOf(about(e.op).form); },
                        [](const BinaryExpr& e) { return tightnessOf(e.op); },
                        [](const ApplyExpr&) { return kClosed; },
                        [](const FunExpr&) { return kLoosest; },
                        [](const LetExpr&) { return kLoosest; },
                        [](const TryExpr&) { return kLoosest; },
                        [](const IfExpr&) { return kLoosest; },
                    },
                    expr.node);
}

std::string printAt(const Expr& expr, Tightness wanted) {
  const std::string text = print(expr);
  return tightnessOf(expr) < wanted ? "(" + text + ")" : text;
}

bool isComplement(const Expr& expr) {
  const auto* unary = std::get_if<UnaryExpr>(&expr.node);
  return unary != nullptr && unary->op == UnaryOp::Complement;
}

/// The left operand of a product or the operand of a postfix operator.
std::string printTight(const Expr& expr, Tightness wanted) {
  return isComplement(expr) ? "(" + print(expr) + ")" : printAt(expr, wanted);
}

std::string printUnary(const UnaryExpr& e) {
  const Tightness own = tightnessOf(about(e.op).form);
  return written(e.op, own == kClosed    ? print(*e.operand)
                       : own == kPostfix ? printTight(*e.operand, own)
                                         : printAt(*e.operand, own));
}

std::string printBinary(const BinaryExpr& e) {
  const Tightness own = tightnessOf(e.op);
  const std::string left = about(e.op).chains ? printAt(*e.left, own) : printTight(*e.left, own + 1);
  return fmt::format("{} {} {}", left, about(e.op).text, printAt(*e.right, own + 1));
}

std::string printList(const std::vector<ExprRef>& items) {
  std::string text;
  for (const ExprRef& item : items) text += (text.empty() ? "" : ", ") + printAt(*item, kLoosestOperator);
  return text;
}

std::string printMatch(const MatchExpr& e) {
  std::string text = "match " + print(*e.subject) + " with";
  for (const MatchCase& c : e.cases) {
    text += " || " + (c.tag.empty() ? "_" : c.tag) + " -> " + print(*c.value);
  }
  return text + " end";
}

std::string printEnum(const EnumStatement& s) {
  std::string text = "enum " + s.name + " =";
  for (const EnumTag& tag : s.tags) text += " || " + tag.tag;
  return text;
}

std::string printArgument(const Expr& argument) {
  const bool own = std::holds_alternative<TupleExpr>(argument.node);
  return own ? print(argument) : "(" + print(argument) + ")";
}

std::string print(const Pattern& pattern) {
  if (!pattern.tuple) return pattern.names.front();
  return fmt::format("({})", fmt::join(pattern.names, ", "));
}

std::string printBindings(bool recursive, const std::vector<Binding>& bindings) {
  std::string text = recursive ? "let rec " : "let ";
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    if (i > 0) text += "\nand ";
    text += print(bindings[i].target);
    for (const Pattern& param : bindings[i].params) text += " " + print(param);
    text += " = " + print(*bindings[i].value);
  }
  return text;
}

std::string print(const VariantCondition& condition) {
  const auto part = [&](std::size_t i) { return "(" + print(condition.parts[i]) + ")"; };
  const auto chain = [&](const char* symbol) {
    std::string text = part(0);
    for (std::size_t i = 1; i < condition.parts.size(); ++i) text += symbol + part(i);
    return text;
  };
  switch (condition.kind) {
    case VariantCondition::Kind::Name:
      return "\"" + condition.name + "\"";
    case VariantCondition::Kind::Not:
      return "not " + part(0);
    case VariantCondition::Kind::And:
      return chain(" && ");
    case VariantCondition::Kind::Or:
      return chain(" || ");
  }
  return "";
}

std::string printAs(const std::optional<std::string>& name) {
  return name ? " as " + *name : "";
}

std::string printCheck(const CheckStatement& s) {
  std::string text;
  switch (s.word) {
    case CheckWord::Require:
      break;
    case CheckWord::Flag:
      text = "flag ";
      break;
    case CheckWord::UndefinedUnless:
      text = "undefined_unless ";
      break;
    case CheckWord::Assert:
      text = "assert ";
      break;
  }
  if (s.negated) text += "~";
  switch (s.kind) {
    case CheckKind::Acyclic:
      text += "acyclic ";
      break;
    case CheckKind::Irreflexive:
      text += "irreflexive ";
      break;
    case CheckKind::Empty:
      text += "empty ";
      break;
  }
  return text + print(*s.expr) + printAs(s.name);
}

std::string printShow(const ShowStatement& s) {
  std::string text;
  for (const ShowItem& item : s.items) {
    text += (text.empty() ? "show " : ", ") + print(*item.expr) + printAs(item.name);
  }
  return text;
}

std::string print(const std::vector<Statement>& statements);

std::string print(const Statement& statement) {
  return std::visit(
      Overloaded{
          [](const LetStatement& s) { return printBindings(s.recursive, s.bindings); },
          [](const CheckStatement& s) { return printCheck(s); },
          [](const IncludeStatement& s) { return "include \"" + s.file + "\""; },
          [](const ShowStatement& s) { return printShow(s); },
          [](const UnshowStatement& s) { return fmt::format("unshow {}", fmt::join(s.names, ", ")); },
          [](const WithStatement& s) { return fmt::format("with {} from {}", s.name, print(*s.from)); },
          [](const ProcedureStatement& s) {
            return fmt::format("procedure {} {} =\n{}end", s.name, print(s.param), print(s.body));
          },
          [](const CallStatement& s) {
            return fmt::format("call {}{}{}", s.procedure, printArgument(*s.argument), printAs(s.name));
          },
          [](const ForallStatement& s) {
            return fmt::format("forall {} in {} do\n{}end", s.variable, print(*s.in), print(s.body));
          },
          [](const IfStatement& s) {
            const std::string rest = s.elseBranch.empty() ? "" : "else\n" + print(s.elseBranch);
            return fmt::format("if {}\n{}{}end", print(s.condition), print(s.thenBranch), rest);
          },
          [](const EnumStatement& s) { return printEnum(s); },
          [](const InstructionsStatement& s) {
            return fmt::format("instructions {}[{}]", s.kind, printList(s.annotations));
          },
      },
      statement.node);
}

std::string print(const std::vector<Statement>& statements) {
  std::string text;
  for (const Statement& statement : statements) text += print(statement) + "\n";
  return text;
}

}  // namespace

std::string print(const Expr& expr) {
  return std::visit(
      Overloaded{
          [](const NameExpr& e) { return e.name; },
          [](const EmptyExpr&) { return std::string("0"); },
          [](const UniverseExpr&) { return std::string("_"); },
          [](const TagExpr& e) { return e.tag; },
          [](const TagListExpr& e) { return "{" + printList(e.items) + "}"; },
          [](const MatchExpr& e) { return printMatch(e); },
          [](const TupleExpr& e) { return "(" + printList(e.items) + ")"; },
          [](const UnaryExpr& e) { return printUnary(e); },
          [](const BinaryExpr& e) { return printBinary(e); },
          [](const ApplyExpr& e) { return print(*e.function) + printArgument(*e.argument); },
          [](const FunExpr& e) { return fmt::format("fun {} -> {}", print(e.param), print(*e.body)); },
          [](const LetExpr& e) {
            return fmt::format("{} in {}", printBindings(e.recursive, e.bindings), print(*e.body));
          },
          [](const TryExpr& e) {
            return fmt::format("try {} with {}", printAt(*e.attempt, kLoosestOperator), print(*e.fallback));
          },
          [](const IfExpr& e) {
            return fmt::format("if {} then {} else {}", print(e.condition),
                               printAt(*e.thenBranch, kLoosestOperator), print(*e.elseBranch));
          },
      },
      expr.node);
}

std::string print(const File& file) {
  std::string text = fmt::format("{}", fmt::join(file.headerWords, " "));
  if (file.headerText) text += (text.empty() ? "\"" : " \"") + *file.headerText + "\"";
  if (!text.empty()) text += "\n";
  return text + print(file.statements);
}

}  // namespace hrfcheck::cat
