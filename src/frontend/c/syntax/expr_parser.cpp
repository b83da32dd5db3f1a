#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "frontend/c/syntax/operators.h"
#include "frontend/c/syntax/parsers.h"
#include "frontend/shared/text/type_words.h"
#include "program/expr/addresses.h"

// Precedence climbing for the binary operators, recursive descent for the rest. Recursion is bounded by
// kMaxNesting, and the depth of trees that grow to the left without recursion (`a+a+a...`) by kMaxOperators.

namespace hrfcheck::frontend::c {
namespace {

struct AssignOperator {
  std::string_view symbol;
  std::optional<BinaryOp> compound;
};
constexpr auto kAssign = std::to_array<AssignOperator>({
    {"=", std::nullopt},
    {"+=", BinaryOp::Add},
    {"-=", BinaryOp::Sub},
    {"*=", BinaryOp::Mul},
    {"/=", BinaryOp::Div},
    {"%=", BinaryOp::Rem},
    {"&=", BinaryOp::And},
    {"|=", BinaryOp::Or},
    {"^=", BinaryOp::Xor},
    {"<<=", BinaryOp::Shl},
    {">>=", BinaryOp::Shr},
});

struct PrefixOperator {
  std::string_view symbol;
  Prefix op;
};
constexpr auto kPrefix = std::to_array<PrefixOperator>({
    {"-", Prefix::Minus},
    {"~", Prefix::BitNot},
    {"!", Prefix::LogicalNot},
    {"*", Prefix::Dereference},
    {"&", Prefix::AddressOf},
    {"++", Prefix::Increment},
    {"--", Prefix::Decrement},
});

/// The smallest long, which in C is no literal with a minus before it: there is no such long.
constexpr std::string_view kSmallestWithoutSign = "9223372036854775808";

struct NamedNumber {
  std::string_view name;
  Value value;
};
constexpr auto kNamedNumbers = std::to_array<NamedNumber>({{"NULL", 0}, {"true", 1}, {"false", 0}});

template <typename Operators>
const typename Operators::value_type* findOperator(const Operators& operators, const Token& token) {
  const auto it = std::ranges::find_if(
      operators, [&](const auto& candidate) { return token.isSymbol(candidate.symbol); });
  return it == operators.end() ? nullptr : &*it;
}

class ExprParser {
 public:
  explicit ExprParser(ParseContext& context) : context_(context), in_(context.in) {}

  ExprPtr comma() {
    const Token first = in_.peek();
    ExprPtr left = assignment();
    while (in_.peek().isSymbol(",")) {
      const Token op = operatorToken();
      ExprPtr right = assignment();
      left = make(CommaExpr{std::move(left), std::move(right)}, op, first);
    }
    return left;
  }

  ExprPtr assignment() {
    const NestingGuard guard(context_);
    const Token first = in_.peek();
    ExprPtr target = conditional();
    const AssignOperator* found = findOperator(kAssign, in_.peek());
    if (found == nullptr) {
      return target;
    }
    const Token op = operatorToken();
    ExprPtr value = assignment();
    return make(AssignExpr{std::move(target), found->compound, std::move(value)}, op, first);
  }

  ExprPtr conditional() {
    const Token first = in_.peek();
    ExprPtr condition = binary(1);
    if (!in_.peek().isSymbol("?")) {
      return condition;
    }
    const Token op = operatorToken();
    const NestingGuard guard(context_);
    ExprPtr whenTrue = comma();
    in_.expect(":", "in this conditional expression");
    ExprPtr whenFalse = conditional();
    return make(ConditionalExpr{std::move(condition), std::move(whenTrue), std::move(whenFalse)}, op, first);
  }

 private:
  template <typename Node>
  ExprPtr make(Node node, const Token& token, const Token& first) const {
    return std::make_shared<const Expr>(Expr{std::move(node), token, in_.placeFrom(first).span});
  }

  Token operatorToken() {
    if (++context_.operators > kMaxOperators) {
      in_.fail(in_.peek(), fmt::format("an expression with more than {} operators", kMaxOperators));
    }
    return in_.take();
  }

  ExprPtr binary(int least) {
    const Token first = in_.peek();
    ExprPtr left = prefix();
    for (;;) {
      const BinaryOperator* found = findOperator(kBinaryOperators, in_.peek());
      if (found == nullptr || found->precedence < least) {
        return left;
      }
      const Token op = operatorToken();
      ExprPtr right = binary(found->precedence + 1);
      left = make(BinaryExpr{found->op, std::move(left), std::move(right)}, op, first);
    }
  }

  ExprPtr prefix() {
    const NestingGuard guard(context_);
    const Token first = in_.peek();
    if (in_.accept("+")) {
      return prefix();
    }
    if (first.isSymbol("-") && in_.peek(1).kind == TokenKind::Number) {
      return number();
    }
    if (const PrefixOperator* found = findOperator(kPrefix, first)) {
      const Token op = operatorToken();
      ExprPtr operand = prefix();
      return found->op == Prefix::AddressOf ? addressOf(std::move(operand), op, first)
                                            : make(PrefixExpr{found->op, std::move(operand)}, op, first);
    }
    return atCast() ? cast() : postfix();
  }

  /// `&*p` is `p` (C11, 6.5.3.2p3).
  ExprPtr addressOf(ExprPtr operand, const Token& op, const Token& first) const {
    const auto* inner = std::get_if<PrefixExpr>(&operand->node);
    return inner != nullptr && inner->op == Prefix::Dereference
               ? inner->operand
               : make(PrefixExpr{Prefix::AddressOf, std::move(operand)}, op, first);
  }

  bool atCast() const { return in_.peek().isSymbol("(") && atType(context_, 1); }

  ExprPtr cast() {
    const Token first = in_.take();
    const Type type = parseTypeName(context_);
    in_.expect(")", "after the type");
    if (in_.peek().isSymbol("{")) {
      in_.fail(in_.peek(), "values with fields or elements are not supported here");
    }
    ExprPtr operand = prefix();
    return make(CastExpr{type, std::move(operand)}, first, first);
  }

  ExprPtr postfix() {
    const Token first = in_.peek();
    ExprPtr expr = primary();
    for (;;) {
      const Token op = in_.peek();
      if (op.isSymbol("[")) {
        operatorToken();
        ExprPtr index = comma();
        in_.expect("]", "after the index");
        expr = make(IndexExpr{std::move(expr), std::move(index)}, op, first);
      } else if (op.isSymbol(".") || op.isSymbol("->")) {
        operatorToken();
        if (std::holds_alternative<Number>(expr->node)) {
          in_.fail(op, "fractions are not supported: values are integers");
        }
        const Token field = in_.expectIdentifier(fmt::format("a field after '{}'", op.text));
        expr = make(MemberExpr{std::move(expr), op.text == "->", field}, op, first);
      } else if (op.isSymbol("++") || op.isSymbol("--")) {
        operatorToken();
        const Postfix kind = op.text == "++" ? Postfix::Increment : Postfix::Decrement;
        expr = make(PostfixExpr{kind, std::move(expr)}, op, first);
      } else if (op.kind == TokenKind::Symbol && op.text.size() > 2 && op.text.find('.') != op.text.npos) {
        expr = memberCall(std::move(expr), first);
      } else {
        return expr;
      }
    }
  }

  ExprPtr primary() {
    const Token first = in_.peek();
    if (first.kind == TokenKind::Number) {
      return number();
    }
    if (first.isSymbol("(")) {
      return parentheses();
    }
    if (first.isWord("sizeof") && in_.peek(1).isSymbol("(") && atType(context_, 2)) {
      return sizeOfType();
    }
    if (first.kind != TokenKind::Identifier || isReservedWord(first.text)) {
      refuse(first);
    }
    in_.take();
    const auto* named = std::ranges::find(kNamedNumbers, first.text, &NamedNumber::name);
    if (named != kNamedNumbers.end()) {
      return make(Number{named->value}, first, first);
    }
    return in_.peek().isSymbol("(") ? call(first) : make(Name{}, first, first);
  }

  ExprPtr parentheses() {
    in_.take();
    const bool star = in_.peek().isSymbol("*");
    ExprPtr inner = comma();
    if (!in_.accept(")")) {
      const bool words = star && in_.peek().kind == TokenKind::Identifier;
      in_.failExpected("')' in this expression", words ? "comments inside code are /* */ or //" : "");
    }
    return inner;
  }

  [[noreturn]] void refuse(const Token& at) {
    if (at.isWord("sizeof") || at.isWord("_Alignof")) {
      in_.fail(at, fmt::format("'{}' is supported for integer types only, as in sizeof(int)", at.text));
    }
    if (at.kind == TokenKind::String) {
      in_.fail(at, "strings are not supported");
    }
    in_.failExpected("an expression");
  }

  /// `sizeof(int)`
  ExprPtr sizeOfType() {
    const Token first = in_.take();
    in_.take();
    const Type type = parseTypeName(context_);
    in_.expect(")", "after the type");
    if (type.base != Type::Base::Integer || type.pointers > 0) {
      refuse(first);
    }
    const Value bytes = std::max(type.integer.bits / 8, 1);
    return make(Number{bytes, {64, false}}, first, first);
  }

  /// With a minus before it, it is one number to messages; to C it is an operator on a literal.
  ExprPtr number() {
    const Token first = in_.peek();
    const bool negative = in_.accept("-");
    const Token digits = in_.take();
    std::optional<Literal> literal = literalOf(digits.text);
    if (!literal && isFraction(digits.text)) {
      in_.fail(digits, "fractions are not supported: values are integers");
    }
    if (literal && negative) {
      literal = constantResult(UnaryOp::Minus, *literal);
    } else if (negative && digits.text == kSmallestWithoutSign) {
      literal = Literal{std::numeric_limits<Value>::min(), kLong};
    }
    if (!literal || isAddress(literal->value)) {
      in_.diagnostics().error(in_.placeFrom(first), "value out of range",
                              literal ? "2^48 to 2^49 is reserved for the addresses of locations"
                                      : "no integer type can hold this number");
      literal = Literal{0, kInt};
    }
    return make(Number{literal->value, literal->type}, digits, first);
  }

  ExprPtr call(const Token& name) {
    in_.take();
    CallExpr result;
    while (!in_.accept(")")) {
      if (!result.arguments.empty()) {
        in_.expect(",", "or ')' after an argument");
      }
      result.arguments.push_back(in_.peek().kind == TokenKind::String ? text(name) : assignment());
    }
    return make(std::move(result), name, name);
  }

  /// `x.load(order)`: a function of that name, `.load`, of the object's address. What a compare-exchange
  /// expects it takes by reference.
  ExprPtr memberCall(ExprPtr object, const Token& first) {
    const Token op = operatorToken();
    const Token name{TokenKind::Identifier, op.span, op.text.substr(op.text.find('.')), op.firstOnLine};
    CallExpr result;
    result.arguments.push_back(op.text.starts_with(".") ? addressOf(std::move(object), op, first) : object);
    in_.expect("(", "before the arguments");
    while (!in_.accept(")")) {
      if (result.arguments.size() > 1) {
        in_.expect(",", "or ')' after an argument");
      }
      const Token begin = in_.peek();
      ExprPtr argument = assignment();
      const bool expected = result.arguments.size() == 1 && name.text.starts_with(".compare_exchange");
      result.arguments.push_back(expected ? addressOf(std::move(argument), begin, begin)
                                          : std::move(argument));
    }
    return make(std::move(result), name, first);
  }

  /// A string, which only what prints takes; its characters are nothing to a memory model.
  ExprPtr text(const Token& function) {
    const Token first = in_.peek();
    if (!function.isWord("printf")) {
      refuse(first);
    }
    while (in_.peek().kind == TokenKind::String) {
      in_.take();
    }
    return make(Number{0, kInt}, first, first);
  }

  ParseContext& context_;
  TokenCursor& in_;
};

}  // namespace

ExprPtr parseExpr(ParseContext& context) {
  context.operators = 0;
  return ExprParser(context).comma();
}

ExprPtr parseConditional(ParseContext& context) {
  context.operators = 0;
  return ExprParser(context).conditional();
}

ExprPtr parseAssignment(ParseContext& context) {
  context.operators = 0;
  return ExprParser(context).assignment();
}

}  // namespace hrfcheck::frontend::c
