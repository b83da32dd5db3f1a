#pragma once

#include "cat/syntax/token_cursor.h"

namespace hrfcheck::cat {

/// Parses expressions, patterns and bindings. Every method throws SyntaxError after recording what is wrong.
class ExprParser {
 public:
  explicit ExprParser(TokenCursor& cursor) : cursor_(cursor) {}

  ExprRef expression();
  /// `bindings` of a let: separated by `and`.
  std::vector<Binding> bindings(bool recursive);
  /// A name or `_`, or a list of them in parentheses.
  Pattern pattern();
  VariantCondition condition();
  /// One argument of an application or a call: a name, a constant, a set in brackets, or something in
  /// parentheses.
  ExprRef argument();
  bool atArgument() const;

 private:
  class Nesting;

  ExprRef operators();
  ExprRef plusPlusLevel();
  ExprRef leftChain(std::size_t level);
  ExprRef productLevel();
  ExprRef postfixLevel();
  ExprRef prefixLevel();
  ExprRef application();
  ExprRef parenthesised();
  ExprRef bracketed();
  ExprRef braces();
  ExprRef letIn();
  ExprRef fun();
  ExprRef tryWith();
  ExprRef ifThenElse();
  ExprRef match();
  MatchCase matchCase();
  Binding binding(bool recursive);
  /// Parts with the same operator between them become one condition, so that a chain is not nested.
  template <typename Part>
  VariantCondition chain(VariantCondition::Kind kind, std::string_view symbol, Part&& part);
  VariantCondition conditionTerm();
  VariantCondition conditionFactor();

  struct Postfix {
    UnaryOp op;
    std::size_t tokens;
  };
  std::optional<Postfix> atPostfix() const;
  bool startsOperand(std::size_t ahead) const;
  void countOperation(Span span);
  void warnIfLooseComplement(const ExprRef& operand, const Token& op);
  ExprRef make(decltype(Expr::node) node, std::uint32_t begin);
  ExprRef binary(BinaryOp op, Span opSpan, std::uint32_t begin, ExprRef left, ExprRef right);

  TokenCursor& cursor_;
  unsigned nesting_ = 0;
  unsigned operations_ = 0;       ///< in the expression being read
  bool looseComplement_ = false;  ///< the operand just read is `~x` without parentheses around it
};

}  // namespace hrfcheck::cat
