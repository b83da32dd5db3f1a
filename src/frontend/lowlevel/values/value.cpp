#include "frontend/lowlevel/values/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/lowlevel/values/float_expressions.h"
#include "frontend/lowlevel/values/known.h"
#include "frontend/lowlevel/values/number.h"
#include "frontend/lowlevel/values/value_parts.h"
#include "program/expr/further_operators.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

IntegerKind unsignedKind(unsigned bits) {
  return {static_cast<std::uint8_t>(bits), false};
}
IntegerKind signedKind(unsigned bits) {
  return {static_cast<std::uint8_t>(bits), true};
}

/// The number with a sign that a word of bits is.
ExprPtr asSigned(const ExprPtr& word, unsigned bits) {
  return bits == 64 ? word : unary(UnaryOp::Convert, word, signedKind(bits));
}
/// And back.
ExprPtr asWord(const ExprPtr& number, unsigned bits) {
  return unary(UnaryOp::Convert, number, unsignedKind(bits));
}

/// Of 64 bits by way of a half: none of what is computed then lies where addresses do.
ExprPtr bitAt(const ExprPtr& word, unsigned bit, unsigned bits) {
  if (bits == 64) {
    const ExprPtr half = bit < 32 ? binary(BinaryOp::And, word, constant(0xffff'ffff), unsignedKind(64))
                                  : binary(BinaryOp::Shr, word, constant(32), unsignedKind(64));
    return bitAt(half, bit % 32, 32);
  }
  const ExprPtr shifted = bit == 0 ? word : binary(BinaryOp::Shr, word, constant(bit), unsignedKind(bits));
  return binary(BinaryOp::And, shifted, constant(1), unsignedKind(bits));
}

/// What is one operator of expressions, on words, or on numbers with a sign.
struct OperatorRow {
  NumberOp op;
  BinaryOp meaning;
  bool isSigned = false;
};
constexpr auto kOperators = std::to_array<OperatorRow>({{NumberOp::Add, BinaryOp::Add},
                                                        {NumberOp::Sub, BinaryOp::Sub},
                                                        {NumberOp::Mul, BinaryOp::Mul},
                                                        {NumberOp::DivUnsigned, BinaryOp::Div},
                                                        {NumberOp::DivSigned, BinaryOp::Div, true},
                                                        {NumberOp::RemUnsigned, BinaryOp::Rem},
                                                        {NumberOp::RemSigned, BinaryOp::Rem, true},
                                                        {NumberOp::And, BinaryOp::And},
                                                        {NumberOp::Or, BinaryOp::Or},
                                                        {NumberOp::Xor, BinaryOp::Xor},
                                                        {NumberOp::MinUnsigned, BinaryOp::Min},
                                                        {NumberOp::MinSigned, BinaryOp::Min, true},
                                                        {NumberOp::MaxUnsigned, BinaryOp::Max},
                                                        {NumberOp::MaxSigned, BinaryOp::Max, true},
                                                        {NumberOp::Eq, BinaryOp::Eq},
                                                        {NumberOp::Ne, BinaryOp::Ne},
                                                        {NumberOp::LtUnsigned, BinaryOp::Lt},
                                                        {NumberOp::LtSigned, BinaryOp::Lt, true},
                                                        {NumberOp::LeUnsigned, BinaryOp::Le},
                                                        {NumberOp::LeSigned, BinaryOp::Le, true},
                                                        {NumberOp::FloatEq, kFloatEq},
                                                        {NumberOp::FloatLt, kFloatLt},
                                                        {NumberOp::FloatLe, kFloatLe}});

bool isFloating(NumberOp op) {
  return NumberOp::FloatAdd <= op;
}

/// The expression of an operator whose operands are not all known.
class Expressions {
 public:
  Expressions(const Number& number, const std::vector<ThreadValue>& operands)
      : number_(number), bits_(number.bits), from_(number.from), operands_(operands) {}

  /// Nothing where there is none.
  ExprPtr run() {
    if (const auto* row = std::ranges::find(kOperators, number_.op, &OperatorRow::op);
        row != kOperators.end()) {
      return givesTruth(row->meaning) || comparesFloats(row->meaning) ? compared(*row) : computed(*row);
    }
    if (isFloatArithmetic(number_.op)) {
      std::vector<ExprPtr> operands;
      for (const ThreadValue& value : operands_) {
        operands.push_back(expressionOf(value));
      }
      return floatExpression(number_, operands);
    }
    switch (number_.op) {
      case NumberOp::Not:
        return bits_ == 1 ? unary(UnaryOp::LogicalNot, operand(0))
                          : unary(UnaryOp::BitNot, operand(0), unsignedKind(bits_));
      case NumberOp::Truncate:
        return bits_ >= from_ ? operand(0) : asWord(operand(0), bits_);
      case NumberOp::SignExtend:
        return asWord(asSigned(operand(0), from_), bits_);
      case NumberOp::Shl:
      case NumberOp::ShrUnsigned:
      case NumberOp::ShrSigned:
        return shifted();
      case NumberOp::MulHighUnsigned:
      case NumberOp::MulHighSigned:
        return highProduct();
      case NumberOp::Select:
        return select(operand(0), operand(1), operand(2));
      case NumberOp::PopCount:
        return bitCount();
      case NumberOp::LeadingZeros:
        return leadingZeros();
      case NumberOp::ReverseBits:
        return reversed();
      case NumberOp::FloatOfSigned:
        return isFloatWidth(bits_) && mode().isPlain()
                   ? unary(kFloatOfInteger, asSigned(operand(0), from_), unsignedKind(bits_))
                   : nullptr;
      case NumberOp::FloatOfUnsigned:
        return isFloatWidth(bits_) && mode().isPlain() ? floatOfUnsigned() : nullptr;
      case NumberOp::FloatToSigned:
      case NumberOp::FloatToUnsigned:
        return integerOfFloat();
      default:
        break;
    }
    return nullptr;
  }

 private:
  ExprPtr operand(std::size_t i) const { return expressionOf(operands_[i]); }

  FloatMode mode() const { return FloatMode::unpacked(number_.index); }
  /// Strict ones flush subnormal numbers of 32 bits.
  IntegerKind floatKind(unsigned bits) const {
    const bool flushes = isFloating(number_.op) && mode().flushes;
    return {static_cast<std::uint8_t>(bits), false, flushes && bits == 32};
  }

  static bool isFloatWidth(unsigned bits) { return bits == 32 || bits == 64; }

  /// A number of 64 bits with its highest bit set is halved, with what is lost kept as a bit of it, so that
  /// the float of the half is rounded as the whole would be, and doubled.
  ExprPtr floatOfUnsigned() const {
    const IntegerKind kind = unsignedKind(bits_);
    const ExprPtr whole = operand(0);
    if (from_ < 64) {
      return unary(kFloatOfInteger, whole, kind);
    }
    const IntegerKind word = unsignedKind(64);
    const ExprPtr half = binary(BinaryOp::Or, binary(BinaryOp::Shr, whole, constant(1), word),
                                binary(BinaryOp::And, whole, constant(1), word), word);
    const ExprPtr ofHalf = unary(kFloatOfInteger, half, kind);
    const ExprPtr fits = binary(BinaryOp::Lt, whole, constant(Value{1} << 63), word);
    return select(fits, unary(kFloatOfInteger, whole, kind), binary(kFloatAdd, ofHalf, ofHalf, kind));
  }

  ExprPtr integerOfFloat() const {
    if (!isFloatWidth(from_)) {
      return nullptr;
    }
    const UnaryOp op = from_ == 32 ? kIntegerOfFloat32 : kIntegerOfFloat64;
    const bool isSigned = number_.op == NumberOp::FloatToSigned;
    const ExprPtr integer = unary(op, operand(0), isSigned ? signedKind(bits_) : unsignedKind(bits_));
    return isSigned ? asWord(integer, bits_) : integer;
  }

  ExprPtr computed(const OperatorRow& row) const {
    return row.isSigned ? asWord(binary(row.meaning, asSigned(operand(0), bits_), asSigned(operand(1), bits_),
                                        signedKind(bits_)),
                                 bits_)
                        : binary(row.meaning, operand(0), operand(1), unsignedKind(bits_));
  }

  ExprPtr compared(const OperatorRow& comparison) const {
    if (comparesFloats(comparison.meaning)) {
      if (!isFloatWidth(from_)) {
        return nullptr;
      }
      return binary(comparison.meaning, operand(0), operand(1), floatKind(from_));
    }
    if (comparison.isSigned) {
      return binary(comparison.meaning, asSigned(operand(0), from_), asSigned(operand(1), from_),
                    signedKind(from_));
    }
    return binary(comparison.meaning, operand(0), operand(1), unsignedKind(from_));
  }

  /// Counts of the width and more leave nothing, or the sign.
  ExprPtr shifted() const {
    const bool isSigned = number_.op == NumberOp::ShrSigned;
    const auto by = [&](const ExprPtr& count) {
      if (number_.op == NumberOp::Shl) {
        return binary(BinaryOp::Shl, operand(0), count, unsignedKind(bits_));
      }
      return isSigned
                 ? asWord(binary(BinaryOp::Shr, asSigned(operand(0), bits_), count, signedKind(bits_)), bits_)
                 : binary(BinaryOp::Shr, operand(0), count, unsignedKind(bits_));
    };
    if (operands_[1].isKnown()) {
      const std::uint64_t count = operands_[1].bits;
      return count < bits_ ? by(constant(static_cast<Value>(count)))
             : isSigned    ? by(constant(bits_ - 1))
                           : constant(0);
    }
    const ExprPtr fits = binary(BinaryOp::Lt, operand(1), constant(bits_), unsignedKind(64));
    return select(fits, by(operand(1)), isSigned ? by(constant(bits_ - 1)) : constant(0));
  }

  /// Of 64 bits: by halves, which are multiplied without carries getting lost.
  ExprPtr highProductOfLong() const {
    const IntegerKind word = unsignedKind(64);
    const auto low = [&](const ExprPtr& e) { return binary(BinaryOp::And, e, constant(0xffff'ffff), word); };
    const auto high = [&](const ExprPtr& e) { return binary(BinaryOp::Shr, e, constant(32), word); };
    const auto add = [&](const ExprPtr& a, const ExprPtr& b) { return binary(BinaryOp::Add, a, b, word); };
    const auto times = [&](const ExprPtr& a, const ExprPtr& b) { return binary(BinaryOp::Mul, a, b, word); };
    const ExprPtr a = operand(0);
    const ExprPtr b = operand(1);
    const ExprPtr first = add(times(high(a), low(b)), high(times(low(a), low(b))));
    const ExprPtr second = add(times(low(a), high(b)), low(first));
    const ExprPtr product = add(add(times(high(a), high(b)), high(first)), high(second));
    if (number_.op == NumberOp::MulHighUnsigned) {
      return product;
    }
    const auto lessIfNegative = [&](const ExprPtr& from, const ExprPtr& sign, const ExprPtr& other) {
      const ExprPtr negative = binary(BinaryOp::Shr, sign, constant(63), word);
      return select(negative, binary(BinaryOp::Sub, from, other, word), from);
    };
    return lessIfNegative(lessIfNegative(product, a, b), b, a);
  }

  ExprPtr highProduct() const {
    if (bits_ > 32) {
      return highProductOfLong();
    }
    const IntegerKind word = unsignedKind(64);
    const ExprPtr left = operand(0);
    const ExprPtr right = operand(1);
    ExprPtr high;
    if (bits_ < 32) {
      high = binary(BinaryOp::Shr, binary(BinaryOp::Mul, left, right, word), constant(bits_), word);
    } else {
      // By halves: a product of 64 bits may lie where addresses do.
      const auto low = [&](const ExprPtr& x) { return binary(BinaryOp::And, x, constant(0xffff), word); };
      const auto upper = [&](const ExprPtr& x) { return binary(BinaryOp::Shr, x, constant(16), word); };
      const auto times = [&](const ExprPtr& x, const ExprPtr& y) {
        return binary(BinaryOp::Mul, x, y, word);
      };
      const auto plus = [&](const ExprPtr& x, const ExprPtr& y) { return binary(BinaryOp::Add, x, y, word); };
      const ExprPtr first = plus(times(upper(left), low(right)), upper(times(low(left), low(right))));
      const ExprPtr second = plus(times(low(left), upper(right)), low(first));
      high = plus(times(upper(left), upper(right)), plus(upper(first), upper(second)));
    }
    if (number_.op == NumberOp::MulHighSigned) {
      const auto where = [&](const ExprPtr& negative, const ExprPtr& other) {
        return select(bitAt(negative, bits_ - 1, bits_), other, constant(0));
      };
      high = binary(BinaryOp::Sub, high, binary(BinaryOp::Add, where(left, right), where(right, left), word),
                    word);
    }
    return asWord(high, bits_);
  }

  ExprPtr bitCount() const {
    ExprPtr sum = bitAt(operand(0), 0, from_);
    for (unsigned b = 1; b < from_; ++b) {
      sum = binary(BinaryOp::Add, sum, bitAt(operand(0), b, from_));
    }
    return sum;
  }

  ExprPtr leadingZeros() const {
    ExprPtr result = constant(from_);
    for (unsigned b = 0; b < from_; ++b) {
      result = select(bitAt(operand(0), b, from_), constant(from_ - 1 - b), result);
    }
    return result;
  }

  /// The bits from `first` on, the other way round.
  ExprPtr reversed(unsigned first, unsigned bits) const {
    ExprPtr result = constant(0);
    for (unsigned b = 0; b < bits; ++b) {
      const ExprPtr moved = binary(BinaryOp::Shl, bitAt(operand(0), first + b, bits_), constant(bits - 1 - b),
                                   unsignedKind(bits));
      result = binary(BinaryOp::Or, result, moved, unsignedKind(bits));
    }
    return result;
  }

  ExprPtr reversed() const {
    if (bits_ < 64) {
      return reversed(0, bits_);
    }
    const ExprPtr upper = binary(BinaryOp::Shl, reversed(0, 32), constant(32), unsignedKind(64));
    return binary(BinaryOp::Or, upper, reversed(32, 32), unsignedKind(64));
  }

  const Number& number_;
  unsigned bits_;
  unsigned from_;
  const std::vector<ThreadValue>& operands_;
};

/// An operator whose operands are known or open.
ThreadValue openResult(const Number& number, const std::vector<ThreadValue>& operands) {
  if (std::ranges::any_of(operands, [](const ThreadValue& v) { return v.expr != nullptr; })) {
    return openOf(operands);
  }
  const ExprPtr expr = Expressions(number, operands).run();
  const auto result = expr == nullptr ? std::nullopt : evaluate(*expr, [](RegisterId) { return Value{0}; });
  return result == kUnknown ? ThreadValue::open() : ThreadValue::ofOpen();
}

/// @param condition not known
ThreadValue chosen(unsigned bits, const ThreadValue& condition, const ThreadValue& yes, const ThreadValue& no,
                   const Leaves& leaves) {
  if (condition.isUndefined() || (yes.isUndefined() && no.isUndefined())) {
    return {};
  }
  // What is chosen where nothing was computed may be anything, the other one too.
  if (yes.isUndefined() || no.isUndefined()) {
    return yes.isUndefined() ? no : yes;
  }
  if (yes.isKnown() && no.isKnown() && yes.bits == no.bits) {
    return yes;
  }
  const auto originsOf = [&](const ThreadValue& v) {
    return v.isKnown() ? leaves.originsOf(v.bits) : v.origins;
  };
  if (condition.isOpen()) {
    return openOf({yes, no});
  }
  if (yes.isOpen() && no.isOpen()) {
    return openOf({condition, yes, no});
  }
  if (bits == 1 && yes.isKnown() && no.isKnown()) {
    return yes.bits != 0 ? condition : ThreadValue::computed(unary(UnaryOp::LogicalNot, condition.expr));
  }
  return ThreadValue::computed(select(condition.expr, expressionOf(yes), expressionOf(no)),
                               united(originsOf(yes), originsOf(no)));
}

ThreadValue selection(const Number& number, const Leaves& leaves) {
  const ThreadValue condition = whole(evaluate(*number.operands[0], leaves), leaves.originsOf);
  if (condition.isKnown()) {
    return evaluate(*number.operands[condition.bits != 0 ? 1 : 2], leaves);
  }
  const ThreadValue yes = evaluate(*number.operands[1], leaves);
  const ThreadValue no = evaluate(*number.operands[2], leaves);
  const auto choose = [&](const ThreadValue& a, const ThreadValue& b) {
    return chosen(number.bits, condition, a, b, leaves);
  };
  const auto byParts = chosenByParts(number.bits, yes, no, choose);
  return byParts ? *byParts : choose(yes, no);
}

/// What one known operand decides: 0 times, and, or of predicates.
std::optional<ThreadValue> decided(const Number& number, const std::vector<ThreadValue>& operands) {
  for (std::size_t i = 0; i < operands.size() && operands.size() == 2; ++i) {
    const ThreadValue& other = operands[1 - i];
    if (!operands[i].isKnown() || other.isUndefined()) {
      continue;
    }
    const std::uint64_t bits = operands[i].bits;
    const bool zeroes = (number.op == NumberOp::And || number.op == NumberOp::Mul) && bits == 0;
    const bool fills = number.op == NumberOp::Or && bits == lowBits(number.bits);
    const bool keeps =
        ((number.op == NumberOp::Or || number.op == NumberOp::Xor || number.op == NumberOp::Add) &&
         bits == 0) ||
        (number.op == NumberOp::And && bits == lowBits(number.bits)) ||
        (number.op == NumberOp::Mul && bits == 1) ||
        (i == 1 && bits == 0 &&
         (number.op == NumberOp::Sub || number.op == NumberOp::Shl || number.op == NumberOp::ShrUnsigned ||
          number.op == NumberOp::ShrSigned));
    if (zeroes || fills) {
      return ThreadValue::known(zeroes ? 0 : bits);
    }
    if (keeps) {
      return other;
    }
  }
  return std::nullopt;
}

}  // namespace

ExprPtr expressionOf(const ThreadValue& value) {
  if (value.isUndefined()) {
    return unary(UnaryOp::Undefined, constant(0));
  }
  if (value.expr != nullptr) {
    return value.expr;
  }
  if (value.isOpen()) {
    return constant(static_cast<Value>(value.bits));
  }
  if (isUnknown(static_cast<Value>(value.bits))) {
    throw Unsupported{fmt::format("the number {:#x} represents unknown contents", value.bits)};
  }
  return constant(static_cast<Value>(value.bits));
}

ThreadValue evaluate(const Number& number, const Leaves& leaves) {
  if (number.op == NumberOp::Literal) {
    return ThreadValue::known(number.literal);
  }
  if (number.op == NumberOp::NotComputed && number.operands.empty()) {
    if (leaves.notComputed) {
      leaves.notComputed();
    }
    return ThreadValue::ofOpen();
  }
  if (number.operands.empty()) {
    return leaves.value(number);
  }
  if (number.op == NumberOp::Select) {
    return selection(number, leaves);
  }
  std::vector<ThreadValue> operands;
  for (const NumberPtr& operand : number.operands) {
    operands.push_back(evaluate(*operand, leaves));
  }
  if (const auto byParts = evaluateByParts(number, operands, leaves)) {
    return *byParts;
  }
  std::vector<std::uint64_t> bits;
  bool allKnown = true;
  for (ThreadValue& operand : operands) {
    operand = whole(operand, leaves.originsOf);
    bits.push_back(operand.bits);
    allKnown = allKnown && operand.isKnown();
  }
  if (std::ranges::any_of(operands, &ThreadValue::isUndefined)) {
    return {};
  }
  if (leaves.approximated && isFloating(number.op) && FloatMode::unpacked(number.index).approximate &&
      std::ranges::none_of(operands, &ThreadValue::isOpen)) {
    leaves.approximated();
  }
  if (allKnown) {
    if (const auto result = compute(number, bits)) {
      return ThreadValue::known(*result);
    }
  }
  if (const auto result = decided(number, operands)) {
    return *result;
  }
  if (std::ranges::any_of(operands, &ThreadValue::isOpen)) {
    return openResult(number, operands);
  }
  Origins origins;
  if (number.bits >= 32) {
    for (const ThreadValue& operand : operands) {
      origins = united(origins, operand.isKnown() ? leaves.originsOf(operand.bits) : operand.origins);
    }
  }
  const ExprPtr expr = Expressions(number, operands).run();
  if (expr == nullptr) {
    if (leaves.notComputed) {
      leaves.notComputed();
    }
    return openOf(operands);
  }
  return ThreadValue::computed(expr, std::move(origins));
}

}  // namespace hrfcheck::frontend::lowlevel
