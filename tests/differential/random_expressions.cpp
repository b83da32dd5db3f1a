#include "differential/random_expressions.h"

#include <array>

namespace hrfcheck::kernels {
namespace {

ExprPtr made(Expr expr) {
  return std::make_shared<const Expr>(std::move(expr));
}

/// Numbers at which types begin and end, and small ones.
struct Edge {
  std::int64_t value;
  IntegerType type;
};
constexpr auto kEdges = std::to_array<Edge>({
    {127, {32, true}},
    {128, {32, true}},
    {255, {32, true}},
    {256, {32, true}},
    {32768, {32, true}},
    {65535, {32, true}},
    {2147483647, {32, true}},
    {2147483648, {32, false}},
    {4294967295, {32, false}},
    {4294967296, {64, true}},
    {9223372036854775807, {64, true}},
    {3, {8, false}},
    {200, {8, false}},
    {100, {8, true}},
    {40000, {16, false}},
    {1, {64, false}},
});

}  // namespace

ExprPtr numberExpr(std::int64_t value, IntegerType type) {
  return made({.kind = ExprKind::Number, .type = type, .number = value});
}
ExprPtr variableExpr(const std::string& name) {
  return made({.kind = ExprKind::Variable, .name = name});
}
ExprPtr elementExpr(const std::string& name, ExprPtr index) {
  return made({.kind = ExprKind::Element, .name = name, .operands = {std::move(index)}});
}
ExprPtr idExpr(Id id) {
  return made({.kind = ExprKind::Id, .id = id});
}
ExprPtr unaryExpr(Operator op, ExprPtr operand) {
  return made({.kind = ExprKind::Unary, .op = op, .operands = {std::move(operand)}});
}
ExprPtr binaryExpr(Operator op, ExprPtr left, ExprPtr right) {
  return made({.kind = ExprKind::Binary, .op = op, .operands = {std::move(left), std::move(right)}});
}
ExprPtr castExpr(IntegerType type, ExprPtr operand) {
  return made({.kind = ExprKind::Cast, .type = type, .operands = {std::move(operand)}});
}

IntegerType randomType(Random& random) {
  constexpr std::array<unsigned, 9> kBits = {1, 8, 8, 8, 16, 16, 32, 32, 64};
  const unsigned bits = kBits.at(random.below(kBits.size()));
  return {bits, bits != 1 && random.chance(50)};
}

ExprPtr RandomExpressions::leaf() {
  if (!variables.empty() && random_.chance(50)) {
    return variableExpr(variables[random_.below(variables.size())]);
  }
  if (ids && random_.chance(35)) {
    constexpr std::array kIds = {Id::Global,    Id::Global, Id::Local,     Id::Group,
                                 Id::LocalSize, Id::Groups, Id::GlobalSize};
    return idExpr(kIds.at(random_.below(kIds.size())));
  }
  if (random_.chance(30)) {
    const Edge edge = kEdges.at(random_.below(kEdges.size()));
    return numberExpr(edge.value, edge.type);
  }
  return numberExpr(static_cast<std::int64_t>(random_.below(4)));
}

ExprPtr RandomExpressions::arithmetic(unsigned depth) {
  static const std::vector<Operator> kOften = {Operator::Add,  Operator::Add,          Operator::Sub,
                                               Operator::Mul,  Operator::And,          Operator::Or,
                                               Operator::Xor,  Operator::ShiftLeft,    Operator::ShiftRight,
                                               Operator::Less, Operator::GreaterEqual, Operator::Equal};
  if (random_.chance(12)) {
    const Operator op = random_.chance(50) ? Operator::Div : Operator::Rem;
    const ExprPtr by =
        random_.chance(80) ? numberExpr(2 + static_cast<std::int64_t>(random_.below(2))) : leaf();
    return binaryExpr(op, value(depth - 1), by);
  }
  return binaryExpr(kOften[random_.below(kOften.size())], value(depth - 1), value(depth - 1));
}

ExprPtr RandomExpressions::value(unsigned depth) {
  if (depth == 0 || random_.chance(35)) {
    return leaf();
  }
  if (!arrays.empty() && random_.chance(20)) {
    const auto& [name, elements] = arrays[random_.below(arrays.size())];
    return elementExpr(name, index(elements));
  }
  switch (random_.below(10)) {
    case 0: {
      static const std::vector<Operator> kUnary = {Operator::Minus, Operator::BitNot, Operator::LogicalNot};
      return unaryExpr(kUnary[random_.below(kUnary.size())], value(depth - 1));
    }
    case 1:
      return castExpr(randomType(random_), value(depth - 1));
    case 2: {
      Expr expr;
      expr.kind = ExprKind::Conditional;
      expr.operands = {condition(), value(depth - 1), value(depth - 1)};
      return made(std::move(expr));
    }
    default:
      return arithmetic(depth);
  }
}

ExprPtr RandomExpressions::condition() {
  static const std::vector<Operator> kCompare = {Operator::Equal, Operator::NotEqual, Operator::Less,
                                                 Operator::Greater, Operator::LessEqual};
  const ExprPtr one = binaryExpr(kCompare[random_.below(kCompare.size())], leaf(), leaf());
  if (random_.chance(20)) {
    return binaryExpr(random_.chance(50) ? Operator::LogicalAnd : Operator::LogicalOr, one,
                      binaryExpr(Operator::NotEqual, leaf(), leaf()));
  }
  return one;
}

ExprPtr RandomExpressions::index(unsigned elements) {
  if (random_.chance(40)) {
    return numberExpr(static_cast<std::int64_t>(random_.below(elements)));
  }
  if (elements == 2 || elements == 4) {
    return binaryExpr(Operator::And, leaf(), numberExpr(elements - 1));
  }
  return random_.chance(90) ? binaryExpr(Operator::Rem, castExpr({8, false}, leaf()), numberExpr(elements))
                            : leaf();
}

}  // namespace hrfcheck::kernels
