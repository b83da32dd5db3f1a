#include <algorithm>
#include <array>

#include "frontend/ptx/function_translator.h"

// Comparisons (PTX ISA, 9.7.6 and 9.3.1).

namespace hrfcheck::frontend::ptx {
namespace {

using lowlevel::literal;
using lowlevel::lowBits;
using lowlevel::number;
using lowlevel::numberFrom;
using lowlevel::selected;

constexpr std::array<std::string_view, 18> kComparisons = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                                           "lo",  "ls",  "hi",  "hs",  "equ", "neu",
                                                           "ltu", "leu", "gtu", "geu", "num", "nan"};

lowlevel::NumberPtr negation(const lowlevel::NumberPtr& predicate) {
  return number(lowlevel::NumberOp::Not, 1, {predicate});
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

lowlevel::NumberPtr FunctionTranslator::comparison(std::string_view op, const PtxType& type,
                                                   const NumberPtr& left, const NumberPtr& right) {
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
lowlevel::NumberPtr FunctionTranslator::floatComparison(std::string_view op, const PtxType& type,
                                                        const NumberPtr& left, const NumberPtr& right) {
  const auto made = [&](NumberOp which, const NumberPtr& a, const NumberPtr& b) {
    const NumberPtr first = widened(type, a);
    return inMode(numberFrom(which, first->bits, 1, {first, widened(type, b)}), type, type);
  };
  const auto ordered = [&] {
    return number(NumberOp::And, 1,
                  {made(NumberOp::FloatEq, left, left), made(NumberOp::FloatEq, right, right)});
  };
  if (op == "num" || op == "nan") {
    return op == "num" ? ordered() : negation(ordered());
  }
  if (op == "eq") {
    return made(NumberOp::FloatEq, left, right);
  }
  if (op == "neu") {
    return negation(made(NumberOp::FloatEq, left, right));
  }
  if (op == "ne") {
    return number(NumberOp::And, 1, {ordered(), negation(made(NumberOp::FloatEq, left, right))});
  }
  if (op == "equ") {
    return number(NumberOp::Or, 1, {negation(ordered()), made(NumberOp::FloatEq, left, right)});
  }
  if (op == "lt" || op == "gt") {
    return op == "lt" ? made(NumberOp::FloatLt, left, right) : made(NumberOp::FloatLt, right, left);
  }
  if (op == "le" || op == "ge") {
    return op == "le" ? made(NumberOp::FloatLe, left, right) : made(NumberOp::FloatLe, right, left);
  }
  if (op == "ltu" || op == "gtu") {
    return negation(op == "ltu" ? made(NumberOp::FloatLe, right, left)
                                : made(NumberOp::FloatLe, left, right));
  }
  if (op == "leu" || op == "geu") {
    return negation(op == "leu" ? made(NumberOp::FloatLt, right, left)
                                : made(NumberOp::FloatLt, left, right));
  }
  refuse();
}

/// `setp.lt.and.s32 p|q, a, b, c`: p is (a < b) and c, q is not (a < b) and c.
void FunctionTranslator::setPredicate() {
  const PtxType t = type();
  const auto op = std::ranges::find_if(in_->modifiers, [](std::string_view word) {
    return std::ranges::find(kComparisons, word) != kComparisons.end();
  });
  if (op == in_->modifiers.end()) {
    refuse();
  }
  if (t.lanes != 1 || (t.bfloat && t.bits == 32)) {
    defineOpen(operand(0));
    return;
  }
  const bool floats = t.kind == PtxType::Class::Float;
  const NumberPtr holds = floats ? floatComparison(*op, t, floatSource(1, t.bits), floatSource(2, t.bits))
                                 : comparison(*op, t, source(1, t.bits), source(2, t.bits));
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
  emit(lowlevel::Compute{first, joined(holds)});
  emit(lowlevel::Compute{second, joined(negation(holds))});
  defineAt(target.parts[0], lowlevel::registerNumber(first, 1));
  defineAt(target.parts[1], lowlevel::registerNumber(second, 1));
}

/// `set.lt.u32.s32`: all ones, or 1.0, where it holds.
void FunctionTranslator::set() {
  const std::vector<PtxType> all = types();
  const auto op = std::ranges::find_if(in_->modifiers, [](std::string_view word) {
    return std::ranges::find(kComparisons, word) != kComparisons.end();
  });
  if (all.empty() || op == in_->modifiers.end()) {
    refuse();
  }
  if (all.size() != 2 || in_->operands.size() > 3 || all[0].bits != 32 || all[0].lanes != 1 ||
      all[1].lanes != 1) {
    defineOpen(operand(0));
    return;
  }
  const PtxType t = all[1];
  const bool floats = t.kind == PtxType::Class::Float;
  const NumberPtr holds = floats ? floatComparison(*op, t, floatSource(1, t.bits), floatSource(2, t.bits))
                                 : comparison(*op, t, source(1, t.bits), source(2, t.bits));
  constexpr std::uint64_t kOne = 0x3f80'0000;
  const NumberPtr yes = literal(all[0].kind == PtxType::Class::Float ? kOne : lowBits(32), 32);
  define(0, selected(holds, yes, literal(0, 32)));
}

}  // namespace hrfcheck::frontend::ptx
