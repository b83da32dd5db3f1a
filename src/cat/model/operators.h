#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hrfcheck {

/// Whether a node is a set of events or a relation between events.
enum class CatType { Set, Relation };

/// Operators with one operand, after resolution.
enum class CatUnary { Plus, Star, Optional, Inverse, Complement, Bracket, Domain, Range, Equivalence };
/// Operators with two operands, after resolution.
enum class CatBinary { Union, Intersection, Difference, Sequence, Product };

/// Where the text of an operator stands: behind its operand, before it, around it, or as a function's name.
enum class OperatorForm { Postfix, Prefix, Brackets, Function };

/// What an operator of one operand is, whatever it is used on.
struct UnaryOperator {
  CatUnary op;
  std::string_view text;
  OperatorForm form;
  std::optional<CatType> operand;  ///< what it takes; nothing: a set or a relation
  std::optional<CatType> result;   ///< what it makes; nothing: what it takes
  bool swaps = false;              ///< the more its operand holds, the less it holds
  bool adds = false;               ///< it may hold something where its operand is empty
};

inline constexpr std::array kUnaryOperators{
    UnaryOperator{CatUnary::Plus, "+", OperatorForm::Postfix, CatType::Relation, CatType::Relation},
    UnaryOperator{CatUnary::Star, "*", OperatorForm::Postfix, CatType::Relation, CatType::Relation, false,
                  true},
    UnaryOperator{CatUnary::Optional, "?", OperatorForm::Postfix, CatType::Relation, CatType::Relation, false,
                  true},
    UnaryOperator{CatUnary::Inverse, "^-1", OperatorForm::Postfix, CatType::Relation, CatType::Relation},
    UnaryOperator{CatUnary::Complement, "~", OperatorForm::Prefix, {}, {}, true, true},
    UnaryOperator{CatUnary::Bracket, "[...]", OperatorForm::Brackets, CatType::Set, CatType::Relation},
    UnaryOperator{CatUnary::Domain, "domain", OperatorForm::Function, CatType::Relation, CatType::Set},
    UnaryOperator{CatUnary::Range, "range", OperatorForm::Function, CatType::Relation, CatType::Set},
    UnaryOperator{CatUnary::Equivalence, "equivalence", OperatorForm::Function, CatType::Relation,
                  CatType::Relation, false, true}};

/// What an operator of two operands is. The left one never swaps.
struct BinaryOperator {
  CatBinary op;
  std::string_view text;
  unsigned tightness;               ///< what binds tighter has more
  std::optional<CatType> operands;  ///< what it takes; nothing: two sets or two relations
  std::optional<CatType> result;    ///< what it makes; nothing: what it takes
  bool chains = true;               ///< may be written several times in a row
  bool swapsRight = false;          ///< the more its right operand holds, the less it holds
};

inline constexpr std::array kBinaryOperators{
    BinaryOperator{CatBinary::Union, "|", 0, {}, {}}, BinaryOperator{CatBinary::Intersection, "&", 3, {}, {}},
    BinaryOperator{CatBinary::Difference, "\\", 2, {}, {}, true, true},
    BinaryOperator{CatBinary::Sequence, ";", 1, CatType::Relation, CatType::Relation},
    BinaryOperator{CatBinary::Product, "*", 4, CatType::Set, CatType::Relation, false}};

namespace operator_table {
template <typename Table>
consteval bool isInOrder(const Table& table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].op) != i) return false;
  }
  return true;
}
static_assert(isInOrder(kUnaryOperators) && isInOrder(kBinaryOperators),
              "rows stand as in CatUnary, CatBinary");
}  // namespace operator_table

constexpr const UnaryOperator& about(CatUnary op) {
  return kUnaryOperators[static_cast<std::size_t>(op)];
}
constexpr const BinaryOperator& about(CatBinary op) {
  return kBinaryOperators[static_cast<std::size_t>(op)];
}

/// An operator on an operand, given the operand's text.
inline std::string written(CatUnary op, const std::string& operand) {
  const std::string text(about(op).text);
  switch (about(op).form) {
    case OperatorForm::Postfix:
      return operand + text;
    case OperatorForm::Prefix:
      return text + operand;
    case OperatorForm::Brackets:
      return text.substr(0, 1) + operand + text.back();
    case OperatorForm::Function:
      break;
  }
  return text + "(" + operand + ")";
}

}  // namespace hrfcheck
