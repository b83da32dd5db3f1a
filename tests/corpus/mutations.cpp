#include "corpus/mutations.h"

#include <algorithm>

#include "cat/syntax/parser.h"
#include "util/overloaded.h"

namespace hrfcheck::corpus {
namespace {

class Mutator {
 public:
  explicit Mutator(SourcePtr source) : source_(std::move(source)) {}

  void statement(const cat::Statement& s) {
    if (const auto* let = std::get_if<cat::LetStatement>(&s.node)) {
      for (const cat::Binding& binding : let->bindings) {
        expr(*binding.value);
      }
    } else if (const auto* check = std::get_if<cat::CheckStatement>(&s.node)) {
      replace(s.where.span, "");
      const std::string text = textOf(s.where.span);
      const bool acyclic = text.starts_with("acyclic");
      if (acyclic || text.starts_with("irreflexive")) {
        replace(s.where.span, (acyclic ? "irreflexive" : "acyclic") + text.substr(text.find(' ')));
      }
      expr(*check->expr);
    } else if (const auto* with = std::get_if<cat::WithStatement>(&s.node)) {
      expr(*with->from);
    } else if (const auto* procedure = std::get_if<cat::ProcedureStatement>(&s.node)) {
      for (const cat::Statement& inner : procedure->body) {
        statement(inner);
      }
    }
  }

  std::vector<Mutation> mutations() && { return std::move(mutations_); }

 private:
  /// Spans leave out the parentheses around an expression, also those around its first or last operand: "(a |
  /// b) & c" is "a | b) & c". With them.
  Span balanced(Span span) const {
    const std::string& text = source_->text();
    std::size_t open = 0;
    std::size_t missing = 0;
    for (std::size_t i = span.begin; i < span.end; ++i) {
      if (text[i] == '(') {
        ++open;
      } else if (text[i] == ')') {
        open > 0 ? --open : ++missing;
      }
    }
    for (; missing > 0; --missing) {
      span.begin = text.rfind('(', span.begin - 1);
    }
    for (; open > 0; --open) {
      span.end = text.find(')', span.end) + 1;
    }
    return span;
  }

  std::string textOf(Span span) const { return std::string(source_->slice(span)); }
  std::string textOf(const cat::ExprRef& e) const { return textOf(balanced(e->where.span)); }

  void replace(Span span, const std::string& with) {
    std::string text = source_->text();
    text.replace(span.begin, span.end - span.begin, with);
    const LineColumn at = source_->position(span.begin);
    const std::string& name = source_->name();
    std::string what = name.substr(name.rfind('/') + 1) + ":" + std::to_string(at.line) + ":" +
                       std::to_string(at.column) + "  " + textOf(span) + "  ->  " +
                       (with.empty() ? "nothing" : with);
    std::replace(what.begin(), what.end(), '\n', ' ');
    mutations_.push_back({std::move(what), std::move(text)});
  }

  void binary(const cat::BinaryExpr& e, Span span) {
    const std::string left = textOf(e.left);
    const std::string right = textOf(e.right);
    if (e.op == cat::BinaryOp::Product) {
      replace(span, "(_ * (" + right + "))");
      replace(span, "((" + left + ") * _)");
    } else {
      replace(span, "(" + left + ")");
      if (e.op != cat::BinaryOp::Difference) {
        replace(span, "(" + right + ")");
      }
    }
    expr(*e.left);
    expr(*e.right);
  }

  void unary(const cat::UnaryExpr& e, Span span) {
    replace(span, e.op == cat::UnaryOp::Bracket ? "id" : "(" + textOf(e.operand) + ")");
    expr(*e.operand);
  }

  void apply(const cat::ApplyExpr& e, Span span) {
    const std::string function = textOf(e.function);
    if (function == "domain" || function == "range") {
      replace(span, "_");
    }
    if (const auto* tuple = std::get_if<cat::TupleExpr>(&e.argument->node);
        tuple != nullptr && function == "linearisations" && tuple->items.size() == 3) {
      replace(span, function + "(" + textOf(tuple->items[0]) + ", " + textOf(tuple->items[1]) + ")");
    }
    expr(*e.argument);
  }

  void expr(const cat::Expr& e) {
    const Span span = balanced(e.where.span);
    std::visit(Overloaded{
                   [&](const cat::BinaryExpr& x) { binary(x, span); },
                   [&](const cat::UnaryExpr& x) { unary(x, span); },
                   [&](const cat::ApplyExpr& x) { apply(x, span); },
                   [&](const cat::TupleExpr& x) {
                     for (const cat::ExprRef& item : x.items) {
                       expr(*item);
                     }
                   },
                   [](const cat::NameExpr&) {},
                   [](const cat::EmptyExpr&) {},
                   [](const cat::UniverseExpr&) {},
                   [](const cat::TagExpr&) {},
                   [](const cat::TagListExpr&) {},
                   [](const cat::MatchExpr&) {},
                   [](const cat::FunExpr&) {},
                   [](const cat::LetExpr&) {},
                   [](const cat::TryExpr&) {},
                   [](const cat::IfExpr&) {},
               },
               e.node);
  }

  SourcePtr source_;
  std::vector<Mutation> mutations_;
};

}  // namespace

std::vector<Mutation> mutationsOf(const SourcePtr& model) {
  Diagnostics diagnostics;
  const cat::File file = cat::parseFile(model, diagnostics);
  Mutator mutator(model);
  for (const cat::Statement& statement : file.statements) {
    mutator.statement(statement);
  }
  return std::move(mutator).mutations();
}

}  // namespace hrfcheck::corpus
