#pragma once

#include <fmt/format.h>

#include <string>

#include "frontend/c/syntax/parse.h"
#include "frontend/c_dialects.h"
#include "frontend/shared/text/lexer.h"
#include "util/overloaded.h"

/// C syntax trees as text: every operator in parentheses, every statement on a line of its own.
namespace hrfcheck::test {

namespace c = hrfcheck::frontend::c;

/// A unit with what keeps its words alive.
struct CUnit {
  SourcePtr source;
  Diagnostics diagnostics;
  c::ParsedUnit parsed;

  std::string messages() const {
    std::string result;
    for (const Diagnostic& d : diagnostics.all()) {
      const LineColumn at = d.place.position();
      result += fmt::format("{}:{}: {}\n", at.line, at.column, d.message);
    }
    return result;
  }
};

/// `text` stands behind an empty initial state, on its line.
inline CUnit parseC(const std::string& text) {
  CUnit result;
  result.source = std::make_shared<Source>("test.litmus", "{}" + text);
  const std::vector<frontend::Token> tokens =
      frontend::tokenize(result.source, 0, frontend::Layout::Functions, result.diagnostics);
  frontend::TokenCursor in(result.source, tokens, result.diagnostics);
  in.take();
  in.take();
  try {
    result.parsed = c::parseUnit(in, frontend::kOpenClDialect);
  } catch (const frontend::SyntaxFailure&) {
    // In the messages.
  }
  return result;
}

inline std::string show(const c::Type& type) {
  std::string space = type.space == AddressSpace::Global ? "global " : "";
  space = type.space == AddressSpace::Local ? "local " : space;
  const std::string base = type.base == c::Type::Base::Struct ? fmt::format("struct {}", type.name.text)
                           : type.base == c::Type::Base::Void ? "void"
                                                              : "int";
  return space + (type.atomic ? "atomic " : "") + base + std::string(type.pointers, '*');
}

inline std::string show(const c::ExprPtr& expr) {
  const std::string word(expr->token.text);
  const auto list = [](const std::vector<c::ExprPtr>& exprs) {
    std::string text;
    for (const c::ExprPtr& e : exprs) {
      text += (text.empty() ? "" : ", ") + show(e);
    }
    return text;
  };
  return std::visit(
      Overloaded{
          [](const c::Number& e) { return fmt::format("{}", e.value); }, [&](const c::Name&) { return word; },
          [&](const c::PrefixExpr& e) { return fmt::format("({}{})", word, show(e.operand)); },
          [&](const c::PostfixExpr& e) { return fmt::format("({}{})", show(e.operand), word); },
          [](const c::IndexExpr& e) { return fmt::format("{}[{}]", show(e.base), show(e.index)); },
          [](const c::MemberExpr& e) {
            return fmt::format("{}{}{}", show(e.base), e.arrow ? "->" : ".", e.field.text);
          },
          [&](const c::BinaryExpr& e) {
            return fmt::format("({} {} {})", show(e.left), word, show(e.right));
          },
          [](const c::ConditionalExpr& e) {
            return fmt::format("({} ? {} : {})", show(e.condition), show(e.whenTrue), show(e.whenFalse));
          },
          [&](const c::AssignExpr& e) {
            return fmt::format("({} {} {})", show(e.target), word, show(e.value));
          },
          [&](const c::CallExpr& e) { return fmt::format("{}({})", word, list(e.arguments)); },
          [](const c::CastExpr& e) { return fmt::format("(({}) {})", show(e.type), show(e.operand)); },
          [](const c::CommaExpr& e) { return fmt::format("({}, {})", show(e.left), show(e.right)); }},
      expr->node);
}

inline std::string show(const c::Declarator& d) {
  std::string text = fmt::format("{} {}", show(d.type), d.name.text);
  text += d.array ? "[" + (d.arraySize ? show(d.arraySize) : "") + "]" : "";
  if (d.initial) {
    text += " = " + show(d.initial);
  }
  for (const c::ExprPtr& e : d.initialList) {
    text += (&e == d.initialList.data() ? " = {" : ", ") + show(e);
  }
  return text + (d.initialList.empty() ? "" : "}");
}

inline std::string show(const c::StmtPtr& stmt, const std::string& indent = "") {
  const auto line = [&](const std::string& text) { return indent + text + "\n"; };
  const auto inner = [&](const c::StmtPtr& s) { return show(s, indent + "  "); };
  const auto optional = [](const c::ExprPtr& e) { return e ? show(e) : ""; };
  return std::visit(
      Overloaded{
          [&](const c::DeclarationStmt& s) {
            std::string text;
            for (const c::Declarator& d : s.declarators) {
              text += line(show(d));
            }
            return text;
          },
          [&](const c::ExprStmt& s) { return line(show(s.expr)); },
          [&](const c::BlockStmt& s) {
            std::string text = line("{");
            for (const c::StmtPtr& statement : s.statements) {
              text += inner(statement);
            }
            return text + line("}");
          },
          [&](const c::IfStmt& s) {
            std::string text = line("if " + show(s.condition)) + inner(s.then);
            return s.otherwise ? text + line("else") + inner(s.otherwise) : text;
          },
          [&](const c::WhileStmt& s) { return line("while " + show(s.condition)) + inner(s.body); },
          [&](const c::DoStmt& s) { return line("do") + inner(s.body) + line("while " + show(s.condition)); },
          [&](const c::ForStmt& s) {
            return line("for") + (s.initial ? inner(s.initial) : "") +
                   line("; " + optional(s.condition) + "; " + optional(s.step)) + inner(s.body);
          },
          [&](const c::SwitchStmt& s) {
            std::string text = line("switch " + show(s.value));
            for (const c::SwitchCase& one : s.cases) {
              for (const c::ExprPtr& label : one.labels) {
                text += line("case " + show(label));
              }
              text += one.isDefault ? line("default") : "";
              for (const c::StmtPtr& statement : one.statements) {
                text += inner(statement);
              }
            }
            return text;
          },
          [&](const c::ReturnStmt& s) { return line(s.value ? "return " + show(s.value) : "return"); },
          [&](const c::BreakStmt&) { return line("break"); },
          [&](const c::ContinueStmt&) { return line("continue"); },
          [&](const c::GotoStmt& s) { return line(fmt::format("goto {}", s.label.text)); },
          [&](const c::LabelStmt& s) {
            return line(fmt::format("{}:", s.label.text)) + show(s.statement, indent);
          },
          [&](const c::EmptyStmt&) { return line(";"); }},
      stmt->node);
}

}  // namespace hrfcheck::test
