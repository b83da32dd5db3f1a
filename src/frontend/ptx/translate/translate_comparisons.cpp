#include <algorithm>
#include <array>

#include "frontend/ptx/translate/function_translator.h"

// Comparisons (PTX ISA, 9.7.6 and 9.3.1).

namespace hrfcheck::frontend::ptx {
namespace {

constexpr std::array<std::string_view, 18> kComparisons = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                                           "lo",  "ls",  "hi",  "hs",  "equ", "neu",
                                                           "ltu", "leu", "gtu", "geu", "num", "nan"};

/// What holds just when another comparison does not.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kOpposites = {{{"nan", "num"},
                                                                                      {"neu", "eq"},
                                                                                      {"equ", "ne"},
                                                                                      {"ltu", "ge"},
                                                                                      {"gtu", "le"},
                                                                                      {"leu", "gt"},
                                                                                      {"geu", "lt"}}};

bool isComparison(std::string_view word) {
  return std::ranges::find(kComparisons, word) != kComparisons.end();
}

NumberPtr negation(const NumberPtr& predicate) {
  return number(NumberOp::Not, 1, {predicate});
}

}  // namespace

bool FunctionTranslator::comparisons() {
  if (in_->name == "setp") {
    setPredicate();
  } else if (in_->name == "set") {
    set();
  } else {
    return false;
  }
  return true;
}

NumberPtr FunctionTranslator::comparison(std::string_view op, const PtxType& type, const NumberPtr& left,
                                         const NumberPtr& right) {
  const bool isSigned = type.kind == PtxType::Class::Signed;
  const NumberOp less = isSigned ? NumberOp::LtSigned : NumberOp::LtUnsigned;
  const NumberOp atMost = isSigned ? NumberOp::LeSigned : NumberOp::LeUnsigned;
  const auto made = [&](NumberOp which, const NumberPtr& a, const NumberPtr& b) {
    return numberFrom(which, type.bits, 1, {a, b});
  };
  if (op == "eq" || op == "ne") {
    return made(op == "eq" ? NumberOp::Eq : NumberOp::Ne, left, right);
  }
  if (op == "lt" || op == "lo") {
    return made(less, left, right);
  }
  if (op == "le" || op == "ls") {
    return made(atMost, left, right);
  }
  if (op == "gt" || op == "hi") {
    return made(less, right, left);
  }
  if (op == "ge" || op == "hs") {
    return made(atMost, right, left);
  }
  refuse();
}

/// Those with a `u` hold where an operand is a NaN, too.
NumberPtr FunctionTranslator::floatComparison(std::string_view op, const PtxType& type, const NumberPtr& left,
                                              const NumberPtr& right) {
  const auto made = [&](NumberOp which, const NumberPtr& a, const NumberPtr& b) {
    const NumberPtr first = widened(type, a);
    return inMode(numberFrom(which, first->bits, 1, {first, widened(type, b)}), type, type);
  };
  const auto ordered = [&] {
    return number(NumberOp::And, 1,
                  {made(NumberOp::FloatEq, left, left), made(NumberOp::FloatEq, right, right)});
  };
  using Opposite = decltype(kOpposites)::value_type;
  if (const auto* row = std::ranges::find(kOpposites, op, &Opposite::first); row != kOpposites.end()) {
    return negation(floatComparison(row->second, type, left, right));
  }
  if (op == "num") {
    return ordered();
  }
  if (op == "eq") {
    return made(NumberOp::FloatEq, left, right);
  }
  if (op == "ne") {
    return number(NumberOp::And, 1, {ordered(), negation(made(NumberOp::FloatEq, left, right))});
  }
  if (op == "lt" || op == "gt") {
    return op == "lt" ? made(NumberOp::FloatLt, left, right) : made(NumberOp::FloatLt, right, left);
  }
  if (op == "le" || op == "ge") {
    return op == "le" ? made(NumberOp::FloatLe, left, right) : made(NumberOp::FloatLe, right, left);
  }
  refuse();
}

/// The comparison that an instruction names, of its second and third operands.
NumberPtr FunctionTranslator::comparisonIn(const PtxType& t) {
  const auto op = std::ranges::find_if(in_->modifiers, isComparison);
  return t.kind == PtxType::Class::Float
             ? floatComparison(*op, t, floatSource(1, t.bits), floatSource(2, t.bits))
             : comparison(*op, t, source(1, t.bits), source(2, t.bits));
}

/// `setp.lt.and.s32 p|q, a, b, c`: p is (a < b) and c, q is not (a < b) and c.
void FunctionTranslator::setPredicate() {
  const PtxType t = type();
  if (std::ranges::none_of(in_->modifiers, isComparison)) {
    refuse();
  }
  if (t.lanes != 1 || (t.bfloat && t.bits == 32)) {
    defineOpen(operand(0));
    return;
  }
  const NumberPtr holds = comparisonIn(t);
  const auto joined = [&](const NumberPtr& predicate) -> NumberPtr {
    if (in_->operands.size() < 4) {
      return predicate;
    }
    const NumberOp joint = has("and") ? NumberOp::And : has("or") ? NumberOp::Or : NumberOp::Xor;
    return number(joint, 1, {predicate, source(3, 1)});
  };
  const PtxOperand& target = operand(0);
  if (target.kind != PtxOperand::Kind::Pair) {
    defineAt(target, joined(holds));
    return;
  }
  const std::uint32_t first = temporary(1);
  const std::uint32_t second = temporary(1);
  emit(Compute{first, joined(holds)});
  emit(Compute{second, joined(negation(holds))});
  defineAt(target.parts[0], registerNumber(first, 1));
  defineAt(target.parts[1], registerNumber(second, 1));
}

/// `set.lt.u32.s32`: all ones, or 1.0, where it holds.
void FunctionTranslator::set() {
  const std::vector<PtxType> all = types();
  if (all.empty() || std::ranges::none_of(in_->modifiers, isComparison)) {
    refuse();
  }
  if (all.size() != 2 || in_->operands.size() > 3 || all[0].bits != 32 || all[0].lanes != 1 ||
      all[1].lanes != 1) {
    defineOpen(operand(0));
    return;
  }
  constexpr std::uint64_t kOne = 0x3f80'0000;
  const NumberPtr yes = literal(all[0].kind == PtxType::Class::Float ? kOne : lowBits(32), 32);
  define(0, selected(comparisonIn(all[1]), yes, literal(0, 32)));
}

}  // namespace hrfcheck::frontend::ptx
