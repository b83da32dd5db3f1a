// Floats of 16, 32 and 64 bits: words of bits. Sums and products are IEEE's, rounded to nearest even. Where
// the Vulkan specification ("Precision and Operation of SPIR-V Instructions") or the OpenCL SPIR-V
// environment allow other results, the correctly rounded one is taken, which is reported.

#include <algorithm>
#include <bit>
#include <cmath>

#include "frontend/spirv/translate/entry_translator.h"
#include "program/expr/float_formats.h"

namespace hrfcheck::frontend::spirv {

using lowlevel::number;
using lowlevel::numberFrom;

NumberPtr EntryTranslator::floating(NumberOp op, unsigned bits, std::vector<NumberPtr> operands,
                                    bool approximate) {
  lowlevel::Number made = *number(op, bits, std::move(operands));
  made.index = lowlevel::FloatMode{.approximate = approximate}.packed();
  return std::make_shared<const lowlevel::Number>(std::move(made));
}

NumberPtr EntryTranslator::floatLiteral(double value, unsigned bits) {
  return bits == 64   ? literal(std::bit_cast<std::uint64_t>(value), 64)
         : bits == 32 ? literal(std::bit_cast<std::uint32_t>(static_cast<float>(value)), 32)
                      : literal(encodedFloat(value, floatFormat(16, false), Rounding::Even), 16);
}

/// As a float of 32 bits at least.
NumberPtr EntryTranslator::widened(const NumberPtr& value) {
  return value->bits == 16 ? numberFrom(NumberOp::FloatOfFloat, 16, 32, {value}) : value;
}

NumberPtr EntryTranslator::floatCompared(NumberOp op, const NumberPtr& a, const NumberPtr& b) {
  const NumberPtr left = widened(a);
  return numberFrom(op, left->bits, 1, {left, widened(b)});
}

NumberPtr EntryTranslator::isNan(const NumberPtr& value) {
  return number(NumberOp::Not, 1, {floatCompared(NumberOp::FloatEq, value, value)});
}

NumberPtr EntryTranslator::negated(const NumberPtr& value) {
  return number(NumberOp::Xor, value->bits,
                {value, literal(std::uint64_t{1} << (value->bits - 1U), value->bits)});
}

NumberPtr EntryTranslator::magnitude(const NumberPtr& value) {
  return number(NumberOp::And, value->bits,
                {value, literal(lowlevel::lowBits(value->bits - 1U), value->bits)});
}

NumberPtr EntryTranslator::isInfinite(const NumberPtr& value) {
  const NumberPtr infinity = floatLiteral(HUGE_VAL, value->bits);
  return numberFrom(NumberOp::Eq, value->bits, 1, {magnitude(value), infinity});
}

NumberPtr EntryTranslator::floatWord(spv::Op op, const Numbers& operands, unsigned bits, unsigned from) {
  const NumberPtr a = operands[0];
  const NumberPtr b = operands.size() > 1 ? operands[1] : a;
  if (from != 16 && from != 32 && from != 64) {
    return nullptr;
  }
  if (b->bits != a->bits) {
    refuse("its operands are not of its type");
  }
  const auto no = [](const NumberPtr& condition) { return number(NumberOp::Not, 1, {condition}); };
  const auto both = [](NumberOp joint, const NumberPtr& x, const NumberPtr& y) {
    return number(joint, 1, {x, y});
  };
  const auto nan = [&] { return both(NumberOp::Or, isNan(a), isNan(b)); };
  const auto equal = [&] { return floatCompared(NumberOp::FloatEq, a, b); };
  const auto less = [&] { return floatCompared(NumberOp::FloatLt, a, b); };
  const auto more = [&] { return floatCompared(NumberOp::FloatLt, b, a); };
  const auto atMost = [&] { return floatCompared(NumberOp::FloatLe, a, b); };
  const auto atLeast = [&] { return floatCompared(NumberOp::FloatLe, b, a); };
  const bool vulkan = !isOpenCl();
  switch (op) {
    case spv::Op::OpFNegate:
      return negated(a);
    case spv::Op::OpFAdd:
      return floating(NumberOp::FloatAdd, bits, {a, b});
    case spv::Op::OpFSub:
      return floating(NumberOp::FloatAdd, bits, {a, negated(b)});
    case spv::Op::OpFMul:
      return floating(NumberOp::FloatMul, bits, {a, b});
    case spv::Op::OpFDiv:
      return floating(NumberOp::FloatDiv, bits, {a, b}, bits == 32 || (vulkan && bits == 64));
    case spv::Op::OpFRem:
      return floating(NumberOp::FloatFmod, bits, {a, b}, vulkan);
    case spv::Op::OpFMod: {  // x - y * floor(x / y)
      const NumberPtr quotient = floating(NumberOp::FloatDiv, bits, {a, b}, true);
      const NumberPtr whole = floating(NumberOp::FloatRoundDown, bits, {quotient});
      return floating(NumberOp::FloatAdd, bits, {a, negated(floating(NumberOp::FloatMul, bits, {b, whole}))});
    }
    case spv::Op::OpIsNan:
      return isNan(a);
    case spv::Op::OpIsInf:
      return isInfinite(a);
    case spv::Op::OpIsFinite:
      return no(both(NumberOp::Or, isNan(a), isInfinite(a)));
    case spv::Op::OpIsNormal: {
      const NumberPtr least =
          literal(floatFormat(from, false).infinity() & ~(floatFormat(from, false).infinity() << 1U), from);
      const NumberPtr large =
          number(NumberOp::Not, 1, {numberFrom(NumberOp::LtUnsigned, from, 1, {magnitude(a), least})});
      return both(NumberOp::And, large, no(both(NumberOp::Or, isNan(a), isInfinite(a))));
    }
    case spv::Op::OpSignBitSet:
      return numberFrom(NumberOp::LtSigned, from, 1, {a, literal(0, from)});
    case spv::Op::OpLessOrGreater:
    case spv::Op::OpFOrdNotEqual:
      return both(NumberOp::Or, less(), more());
    case spv::Op::OpOrdered:
      return no(nan());
    case spv::Op::OpUnordered:
      return nan();
    case spv::Op::OpFOrdEqual:
      return equal();
    case spv::Op::OpFUnordEqual:
      return both(NumberOp::Or, equal(), nan());
    case spv::Op::OpFUnordNotEqual:
      return no(equal());
    case spv::Op::OpFOrdLessThan:
      return less();
    case spv::Op::OpFUnordLessThan:
      return no(atLeast());
    case spv::Op::OpFOrdGreaterThan:
      return more();
    case spv::Op::OpFUnordGreaterThan:
      return no(atMost());
    case spv::Op::OpFOrdLessThanEqual:
      return atMost();
    case spv::Op::OpFUnordLessThanEqual:
      return no(more());
    case spv::Op::OpFOrdGreaterThanEqual:
      return atLeast();
    case spv::Op::OpFUnordGreaterThanEqual:
      return no(less());
    default:
      return nullptr;
  }
}

/// A number that the integers do not have gives any number; here it is clamped.
NumberPtr EntryTranslator::floatConversion(spv::Op op, const NumberPtr& operand, const ValueType& from,
                                           const ValueType& to) {
  switch (op) {
    case spv::Op::OpConvertFToU:
    case spv::Op::OpConvertFToS: {
      const NumberPtr wide = widened(operand);
      const unsigned bits = std::max(to.bits, 32U);
      const NumberPtr integer =
          numberFrom(op == spv::Op::OpConvertFToU ? NumberOp::FloatToUnsigned : NumberOp::FloatToSigned,
                     wide->bits, bits, {wide});
      return lowlevel::resized(integer, to.bits);
    }
    case spv::Op::OpConvertUToF:
      return numberFrom(NumberOp::FloatOfUnsigned, from.bits, to.bits, {operand});
    case spv::Op::OpConvertSToF:
      return numberFrom(NumberOp::FloatOfSigned, from.bits, to.bits, {operand});
    case spv::Op::OpFConvert:
      return from.bits == to.bits ? operand
                                  : numberFrom(NumberOp::FloatOfFloat, from.bits, to.bits, {operand});
    default:
      return nullptr;
  }
}

/// In the order of the components; another one may round otherwise.
NumberPtr EntryTranslator::dotOf(const Numbers& a, const Numbers& b, std::size_t beginA, std::size_t beginB,
                                 std::size_t count, std::size_t stepA, std::size_t stepB) {
  NumberPtr sum;
  for (std::size_t i = 0; i < count; ++i) {
    const NumberPtr& x = a.at(beginA + i * stepA);
    const NumberPtr& y = b.at(beginB + i * stepB);
    const NumberPtr product = floating(NumberOp::FloatMul, x->bits, {x, y});
    sum = sum == nullptr ? product : floating(NumberOp::FloatAdd, x->bits, {sum, product}, true);
  }
  return kept(sum);
}

bool EntryTranslator::linearAlgebra() {
  switch (here_->op) {
    case spv::Op::OpVectorTimesScalar:
    case spv::Op::OpMatrixTimesScalar: {
      const NumberPtr factor = word(operand(1));
      Numbers numbers;
      for (const NumberPtr& one : value(operand(0))) {
        numbers.push_back(floating(NumberOp::FloatMul, one->bits, {one, factor}));
      }
      define(std::move(numbers));
      return true;
    }
    case spv::Op::OpDot: {
      const Numbers a = value(operand(0));
      const Numbers b = value(operand(1));
      if (a.empty() || a.size() != b.size()) {
        refuse("its operands are not of its type");
      }
      defineOne(dotOf(a, b, 0, 0, a.size()));
      return true;
    }
    case spv::Op::OpTranspose: {
      const Numbers matrix = value(operand(0));
      const ValueType& type = typeOf(operand(0));
      const std::size_t columns = type.count;
      const std::size_t rows = columns == 0 ? 0 : matrix.size() / columns;
      Numbers numbers;
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) {
          numbers.push_back(matrix[c * rows + r]);
        }
      }
      define(std::move(numbers));
      return true;
    }
    case spv::Op::OpOuterProduct: {
      const Numbers a = value(operand(0));
      const Numbers b = value(operand(1));
      Numbers numbers;
      for (const NumberPtr& column : b) {
        for (const NumberPtr& row : a) {
          numbers.push_back(floating(NumberOp::FloatMul, row->bits, {row, column}));
        }
      }
      define(std::move(numbers));
      return true;
    }
    case spv::Op::OpVectorTimesMatrix:
    case spv::Op::OpMatrixTimesVector:
    case spv::Op::OpMatrixTimesMatrix:
      matrixProduct();
      return true;
    default:
      return false;
  }
}

/// Matrices are columns, one after the other.
void EntryTranslator::matrixProduct() {
  const Numbers a = value(operand(0));
  const Numbers b = value(operand(1));
  const bool left = here_->op != spv::Op::OpVectorTimesMatrix;
  const bool right = here_->op != spv::Op::OpMatrixTimesVector;
  const std::size_t columnsOfA = left ? typeOf(operand(0)).count : 0;
  const std::size_t columnsOfB = right ? typeOf(operand(1)).count : 1;
  const std::size_t rows = left && columnsOfA != 0 ? a.size() / columnsOfA : 1;
  const std::size_t inner = left ? columnsOfA : a.size();
  if (inner == 0 || columnsOfB == 0 || b.size() != inner * columnsOfB || a.size() != rows * inner) {
    refuse("its operands are not of its type");
  }
  Numbers numbers;
  for (std::size_t c = 0; c < columnsOfB; ++c) {
    for (std::size_t r = 0; r < rows; ++r) {
      numbers.push_back(dotOf(a, b, r, c * inner, inner, rows));
    }
  }
  define(std::move(numbers));
}

}  // namespace hrfcheck::frontend::spirv
