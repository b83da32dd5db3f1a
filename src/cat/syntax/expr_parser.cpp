/// Expressions by precedence climbing over the tokens. Loosest first: `|`, `++`, `;`, `\`, `&`, `*`
/// (cartesian, does not chain), postfix `* + ? ^-1`, prefix `~`, application. That is herd's order;
/// Dartagnan's differs where a complement meets a postfix operator or a product, and there we warn. A `*` is
/// a product when an operand can follow it.
#include "cat/syntax/expr_parser.h"

#include <array>

#include "cat/syntax/expr_nesting.h"

namespace hrfcheck::cat {
namespace {

// Chains of operators make deep trees too.
constexpr unsigned kMaxOperations = 1000;

struct ChainLevel {
  const char* symbol;
  BinaryOp op;
};
constexpr std::array kChains = {ChainLevel{";", BinaryOp::Sequence}, ChainLevel{"\\", BinaryOp::Difference},
                                ChainLevel{"&", BinaryOp::Intersection}};

}  // namespace

ExprRef ExprParser::make(decltype(Expr::node) node, std::uint32_t begin) {
  return ExprRef(std::make_shared<const Expr>(Expr{std::move(node), cursor_.since(begin)}));
}

ExprRef ExprParser::expression() {
  const Nesting guard(*this);
  if (nesting_ == 1) operations_ = 0;
  if (cursor_.atKeyword("let")) return letIn();
  if (cursor_.atKeyword("fun")) return fun();
  if (cursor_.atKeyword("try")) return tryWith();
  if (cursor_.atKeyword("if")) return ifThenElse();
  if (cursor_.atKeyword("match")) return match();
  return operators();
}

ExprRef ExprParser::binary(BinaryOp op, Span opSpan, std::uint32_t begin, ExprRef left, ExprRef right) {
  countOperation(opSpan);
  looseComplement_ = false;
  return make(BinaryExpr{op, std::move(left), std::move(right), cursor_.where(opSpan)}, begin);
}

ExprRef ExprParser::operators() {
  const std::uint32_t begin = cursor_.peek().span.begin;
  ExprRef left = plusPlusLevel();
  while (cursor_.atSymbol("|")) {
    const Span op = cursor_.take().span;
    left = binary(BinaryOp::Union, op, begin, std::move(left), plusPlusLevel());
  }
  return left;
}

ExprRef ExprParser::plusPlusLevel() {
  ExprRef left = leftChain(0);
  while (cursor_.atSymbol("++")) {
    cursor_.refuseAndGoOn(cursor_.take().span, "'++' (adding an element to a set)");
    leftChain(0);
  }
  return left;
}

ExprRef ExprParser::leftChain(std::size_t level) {
  if (level == kChains.size()) return productLevel();
  const std::uint32_t begin = cursor_.peek().span.begin;
  ExprRef left = leftChain(level + 1);
  while (cursor_.atSymbol(kChains[level].symbol)) {
    const Span op = cursor_.take().span;
    left = binary(kChains[level].op, op, begin, std::move(left), leftChain(level + 1));
  }
  return left;
}

ExprRef ExprParser::productLevel() {
  const std::uint32_t begin = cursor_.peek().span.begin;
  ExprRef left = postfixLevel();
  if (!cursor_.atSymbol("*")) return left;
  const Token op = cursor_.peek();
  warnIfLooseComplement(left, op);
  cursor_.take();
  ExprRef product = binary(BinaryOp::Product, op.span, begin, std::move(left), postfixLevel());
  if (cursor_.atSymbol("*")) {
    cursor_.refuse(cursor_.peek().span, "a chain of '*'",
                   "a product is a relation, and a factor must be a set");
  }
  looseComplement_ = false;
  return product;
}

void ExprParser::warnIfLooseComplement(const ExprRef& operand, const Token& op) {
  if (!looseComplement_) return;
  cursor_.warn(operand->where.span,
               "'~' binds tighter than '" + op.text + "' here, but looser under Dartagnan",
               "write (~x)" + op.text + " or ~(x" + op.text + ")");
}

std::optional<ExprParser::Postfix> ExprParser::atPostfix() const {
  const std::size_t hat = cursor_.atSymbol("^") ? 1 : 0;
  const Token& op = cursor_.peek(hat);
  if (op.kind != TokenKind::Symbol) return std::nullopt;
  if (op.text == "-1") return Postfix{UnaryOp::Inverse, hat + 1};  // Dartagnan also writes `r -1`
  if (op.text == "+") return Postfix{UnaryOp::Plus, hat + 1};
  if (op.text == "?" && hat == 0) return Postfix{UnaryOp::Optional, 1};
  if (op.text == "*" && (hat == 1 || !startsOperand(1))) return Postfix{UnaryOp::Star, hat + 1};
  return std::nullopt;
}

ExprRef ExprParser::postfixLevel() {
  const std::uint32_t begin = cursor_.peek().span.begin;
  ExprRef operand = prefixLevel();
  while (const auto postfix = atPostfix()) {
    const Token op = cursor_.peek(postfix->tokens - 1);
    if (postfix->op != UnaryOp::Inverse) warnIfLooseComplement(operand, op);
    for (std::size_t i = 0; i < postfix->tokens; ++i) cursor_.take();
    countOperation(op.span);
    operand = make(UnaryExpr{postfix->op, std::move(operand), cursor_.where(op.span)}, begin);
    looseComplement_ = false;
  }
  if (cursor_.takeSymbol("^")) cursor_.fail("'-1', '+' or '*' after '^'");
  return operand;
}

ExprRef ExprParser::prefixLevel() {
  if (!cursor_.atSymbol("~")) {
    looseComplement_ = false;
    return application();
  }
  const Nesting guard(*this);
  const Span op = cursor_.take().span;
  ExprRef operand = prefixLevel();
  countOperation(op);
  ExprRef result = make(UnaryExpr{UnaryOp::Complement, std::move(operand), cursor_.where(op)}, op.begin);
  looseComplement_ = true;
  return result;
}

ExprRef ExprParser::application() {
  if (cursor_.peek().kind != TokenKind::Name) {
    if (!atArgument()) cursor_.fail("an expression");
    ExprRef operand = argument();
    looseComplement_ = false;
    return operand;
  }
  ExprRef result = argument();
  while (atArgument()) {
    countOperation(cursor_.peek().span);
    const std::uint32_t begin = result->where.span.begin;
    ExprRef arg = argument();
    result = make(ApplyExpr{std::move(result), std::move(arg)}, begin);
  }
  looseComplement_ = false;
  return result;
}

bool ExprParser::startsOperand(std::size_t ahead) const {
  const Token& token = cursor_.peek(ahead);
  switch (token.kind) {
    case TokenKind::Name:
    case TokenKind::QuotedTag:
      return true;
    case TokenKind::Symbol:
      return token.text == "(" || token.text == "[" || token.text == "{" || token.text == "_" ||
             token.text == "0" || token.text == "~";
    case TokenKind::Keyword:
      return token.text == "begin";
    case TokenKind::String:
    case TokenKind::End:
      return false;
  }
  return false;
}

bool ExprParser::atArgument() const {
  const Token& token = cursor_.peek();
  const bool cutStatement = token.firstOnLine && token.text == "cut";
  return startsOperand(0) && !cursor_.atSymbol("~") && !cutStatement;
}

void ExprParser::countOperation(Span span) {
  if (++operations_ > kMaxOperations) cursor_.refuse(span, "an expression with this many operators");
}

}  // namespace hrfcheck::cat
