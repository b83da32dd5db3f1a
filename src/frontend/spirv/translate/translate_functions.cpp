// Functions of GLSL.std.450 and OpenCL.std, of one component.

#include <algorithm>
#include <array>
#include <cmath>

#include "frontend/spirv/translate/entry_translator.h"
#include "frontend/spirv/translate/function_names.h"

namespace hrfcheck::frontend::spirv {
namespace {

using lowlevel::number;
using lowlevel::numberFrom;

struct FloatFunctionRow {
  StdFunction function;
  NumberOp op;
  unsigned operands = 1;
  bool exact = false;
};
/// What is one operator. Those that are not exact have bounds of error, and the rounded number is taken.
constexpr auto kFloatFunctions =
    std::to_array<FloatFunctionRow>({{StdFunction::RoundEven, NumberOp::FloatRoundEven, 1, true},
                                     {StdFunction::Trunc, NumberOp::FloatRoundZero, 1, true},
                                     {StdFunction::Floor, NumberOp::FloatRoundDown, 1, true},
                                     {StdFunction::Ceil, NumberOp::FloatRoundUp, 1, true},
                                     {StdFunction::Sin, NumberOp::FloatSin},
                                     {StdFunction::Cos, NumberOp::FloatCos},
                                     {StdFunction::Tan, NumberOp::FloatTan},
                                     {StdFunction::Asin, NumberOp::FloatAsin},
                                     {StdFunction::Acos, NumberOp::FloatAcos},
                                     {StdFunction::Atan, NumberOp::FloatAtan},
                                     {StdFunction::Sinh, NumberOp::FloatSinh},
                                     {StdFunction::Cosh, NumberOp::FloatCosh},
                                     {StdFunction::Tanh, NumberOp::FloatTanh},
                                     {StdFunction::Asinh, NumberOp::FloatAsinh},
                                     {StdFunction::Acosh, NumberOp::FloatAcosh},
                                     {StdFunction::Atanh, NumberOp::FloatAtanh},
                                     {StdFunction::Atan2, NumberOp::FloatAtan2, 2},
                                     {StdFunction::Pow, NumberOp::FloatPow, 2},
                                     {StdFunction::Exp, NumberOp::FloatExp},
                                     {StdFunction::Exp2, NumberOp::FloatExp2},
                                     {StdFunction::Exp10, NumberOp::FloatExp10},
                                     {StdFunction::Expm1, NumberOp::FloatExpm1},
                                     {StdFunction::Log, NumberOp::FloatLog},
                                     {StdFunction::Log2, NumberOp::FloatLog2},
                                     {StdFunction::Log10, NumberOp::FloatLog10},
                                     {StdFunction::Log1p, NumberOp::FloatLog1p},
                                     {StdFunction::Sqrt, NumberOp::FloatSqrt},
                                     {StdFunction::Rsqrt, NumberOp::FloatRsqrt},
                                     {StdFunction::Cbrt, NumberOp::FloatCbrt},
                                     {StdFunction::Erf, NumberOp::FloatErf},
                                     {StdFunction::Erfc, NumberOp::FloatErfc},
                                     {StdFunction::Gamma, NumberOp::FloatGamma},
                                     {StdFunction::SinPi, NumberOp::FloatSinPi},
                                     {StdFunction::CosPi, NumberOp::FloatCosPi},
                                     {StdFunction::Min, NumberOp::FloatMin, 2, true},
                                     {StdFunction::Max, NumberOp::FloatMax, 2, true},
                                     {StdFunction::Fma, NumberOp::FloatFma, 3, true},
                                     {StdFunction::Divide, NumberOp::FloatDiv, 2},
                                     {StdFunction::Fmod, NumberOp::FloatFmod, 2, true},
                                     {StdFunction::Remainder, NumberOp::FloatRemainder, 2, true},
                                     {StdFunction::Hypot, NumberOp::FloatHypot, 2}});

constexpr double kPiOfFunctions = 3.14159265358979323846;

NumberPtr saturatedNumber(NumberOp op, bool isSigned, const NumberPtr& a, const NumberPtr& b, unsigned bits) {
  if (bits == 64) {
    return nullptr;
  }
  const auto wide = [&](const NumberPtr& x) {
    return isSigned ? lowlevel::signExtended(x, bits, 64) : lowlevel::resized(x, 64);
  };
  const NumberPtr exact = number(op, 64, {wide(a), wide(b)});
  const NumberPtr most = literal(isSigned ? lowlevel::lowBits(bits - 1) : lowlevel::lowBits(bits), 64);
  const NumberPtr least = literal(isSigned ? ~lowlevel::lowBits(bits - 1) : 0, 64);
  return lowlevel::resized(
      number(NumberOp::MinSigned, 64, {number(NumberOp::MaxSigned, 64, {exact, least}), most}), bits);
}

/// The lowest 24 bits, as a number with or without a sign.
NumberPtr of24(const NumberPtr& a, bool isSigned, unsigned bits) {
  const NumberPtr shift = literal(bits - 24, bits);
  return number(isSigned ? NumberOp::ShrSigned : NumberOp::ShrUnsigned, bits,
                {number(NumberOp::Shl, bits, {a, shift}), shift});
}

}  // namespace

NumberPtr EntryTranslator::floatFunction(StdFunction function, const Numbers& o, unsigned bits) {
  if (const auto* row = std::ranges::find(kFloatFunctions, function, &FloatFunctionRow::function);
      row != kFloatFunctions.end()) {
    return floating(row->op, bits, {o.begin(), o.begin() + row->operands}, !row->exact);
  }
  const auto add = [&](const NumberPtr& x, const NumberPtr& y) {
    return floating(NumberOp::FloatAdd, bits, {x, y});
  };
  const auto multiply = [&](const NumberPtr& x, const NumberPtr& y) {
    return floating(NumberOp::FloatMul, bits, {x, y});
  };
  const NumberPtr zero = literal(0, bits);
  const NumberPtr one = floatLiteral(1, bits);
  switch (function) {
    case StdFunction::Abs:
      return magnitude(o[0]);
    case StdFunction::Sign: {
      const NumberPtr below = floatCompared(NumberOp::FloatLt, o[0], zero);
      const NumberPtr above = floatCompared(NumberOp::FloatLt, zero, o[0]);
      return lowlevel::selected(above, one, lowlevel::selected(below, floatLiteral(-1, bits), zero));
    }
    case StdFunction::Round: {  // halves away from 0; GLSL leaves it open
      const NumberPtr whole = kept(floating(NumberOp::FloatRoundZero, bits, {o[0]}));
      const NumberPtr rest = magnitude(add(o[0], negated(whole)));
      const NumberPtr up = floatCompared(NumberOp::FloatLe, floatLiteral(0.5, bits), rest);
      const NumberPtr sign =
          number(NumberOp::And, bits, {o[0], literal(std::uint64_t{1} << (bits - 1), bits)});
      const NumberPtr step = number(NumberOp::Or, bits, {one, sign});
      return lowlevel::selected(up, add(whole, step), whole);
    }
    case StdFunction::Fract:
      return add(o[0], negated(floating(NumberOp::FloatRoundDown, bits, {o[0]})));
    case StdFunction::Radians:
      return floating(NumberOp::FloatMul, bits, {o[0], floatLiteral(kPiOfFunctions / 180, bits)}, true);
    case StdFunction::Degrees:
      return floating(NumberOp::FloatMul, bits, {o[0], floatLiteral(180 / kPiOfFunctions, bits)}, true);
    case StdFunction::Clamp:
      return floating(NumberOp::FloatMin, bits, {floating(NumberOp::FloatMax, bits, {o[0], o[1]}), o[2]});
    case StdFunction::Mix:  // x * (1 - a) + y * a
      return isOpenCl()
                 ? floating(NumberOp::FloatAdd, bits, {o[0], multiply(add(o[1], negated(o[0])), o[2])}, true)
                 : floating(NumberOp::FloatAdd, bits,
                            {multiply(o[0], add(one, negated(o[2]))), multiply(o[1], o[2])}, true);
    case StdFunction::Step:
      return lowlevel::selected(floatCompared(NumberOp::FloatLt, o[1], o[0]), zero, one);
    case StdFunction::SmoothStep: {
      const NumberPtr ratio =
          floating(NumberOp::FloatDiv, bits, {add(o[2], negated(o[0])), add(o[1], negated(o[0]))}, true);
      const NumberPtr t =
          kept(floating(NumberOp::FloatMin, bits, {floating(NumberOp::FloatMax, bits, {ratio, zero}), one}));
      const NumberPtr factor = add(floatLiteral(3, bits), negated(multiply(floatLiteral(2, bits), t)));
      return multiply(multiply(t, t), factor);
    }
    case StdFunction::Mad:
      return floating(NumberOp::FloatAdd, bits, {multiply(o[0], o[1]), o[2]}, true);
    case StdFunction::Recip:
      return floating(NumberOp::FloatDiv, bits, {one, o[0]}, true);
    case StdFunction::Copysign: {
      const NumberPtr sign = literal(std::uint64_t{1} << (bits - 1), bits);
      return number(NumberOp::Or, bits, {magnitude(o[0]), number(NumberOp::And, bits, {o[1], sign})});
    }
    case StdFunction::Fdim:
      return lowlevel::selected(floatCompared(NumberOp::FloatLe, o[0], o[1]), zero, add(o[0], negated(o[1])));
    default:
      return nullptr;
  }
}

/// The number of a bit that is set: the lowest or the highest; all ones where there is none.
NumberPtr EntryTranslator::foundBit(const NumberPtr& word, bool lowest) {
  const unsigned bits = word->bits;
  const NumberPtr from = lowest ? number(NumberOp::ReverseBits, bits, {word}) : word;
  const NumberPtr zeros = numberFrom(NumberOp::LeadingZeros, bits, 32, {from});
  const NumberPtr found = lowest ? zeros : number(NumberOp::Sub, 32, {literal(bits - 1, 32), zeros});
  const NumberPtr none = numberFrom(NumberOp::Eq, bits, 1, {word, literal(0, bits)});
  return lowlevel::selected(none, literal(lowlevel::lowBits(32), 32), found);
}

NumberPtr EntryTranslator::integerFunction(StdFunction function, const Numbers& o, unsigned bits) {
  const unsigned from = o[0]->bits;
  const NumberPtr zero = literal(0, from);
  const auto sized = [&](const NumberPtr& value, bool isSigned = false) {
    return isSigned && value->bits < bits ? lowlevel::signExtended(value, value->bits, bits)
                                          : lowlevel::resized(value, bits);
  };
  const auto made = [&](NumberOp op, const NumberPtr& a, const NumberPtr& b) {
    if (a->bits != from || b->bits != from) {
      refuse("its operands are not of its type");
    }
    return number(op, from, {a, b});
  };
  const auto difference = [&](bool isSigned) {
    const NumberPtr less =
        numberFrom(isSigned ? NumberOp::LtSigned : NumberOp::LtUnsigned, from, 1, {o[0], o[1]});
    return lowlevel::selected(less, made(NumberOp::Sub, o[1], o[0]), made(NumberOp::Sub, o[0], o[1]));
  };
  /// (a + b) >> 1, and with 1 more, without a carry.
  const auto half = [&](bool isSigned, bool rounds) {
    const NumberPtr shared = rounds ? made(NumberOp::Or, o[0], o[1]) : made(NumberOp::And, o[0], o[1]);
    const NumberPtr apart = made(isSigned ? NumberOp::ShrSigned : NumberOp::ShrUnsigned,
                                 made(NumberOp::Xor, o[0], o[1]), literal(1, from));
    return made(rounds ? NumberOp::Sub : NumberOp::Add, shared, apart);
  };
  switch (function) {
    case StdFunction::AbsInt:
      return sized(lowlevel::selected(numberFrom(NumberOp::LtSigned, from, 1, {o[0], zero}),
                                      made(NumberOp::Sub, zero, o[0]), o[0]));
    case StdFunction::UAbs:
      return sized(o[0]);
    case StdFunction::SignInt: {
      const NumberPtr below = numberFrom(NumberOp::LtSigned, from, 1, {o[0], zero});
      const NumberPtr is0 = numberFrom(NumberOp::Eq, from, 1, {o[0], zero});
      return lowlevel::selected(below, literal(lowlevel::lowBits(bits), bits),
                                lowlevel::selected(is0, literal(0, bits), literal(1, bits)));
    }
    case StdFunction::SMin:
      return sized(made(NumberOp::MinSigned, o[0], o[1]));
    case StdFunction::UMin:
      return sized(made(NumberOp::MinUnsigned, o[0], o[1]));
    case StdFunction::SMax:
      return sized(made(NumberOp::MaxSigned, o[0], o[1]));
    case StdFunction::UMax:
      return sized(made(NumberOp::MaxUnsigned, o[0], o[1]));
    case StdFunction::SClamp:
      return sized(made(NumberOp::MinSigned, made(NumberOp::MaxSigned, o[0], o[1]), o[2]));
    case StdFunction::UClamp:
      return sized(made(NumberOp::MinUnsigned, made(NumberOp::MaxUnsigned, o[0], o[1]), o[2]));
    case StdFunction::FindILsb:
      return sized(foundBit(o[0], true), true);
    case StdFunction::FindUMsb:
      return sized(foundBit(o[0], false), true);
    case StdFunction::FindSMsb: {  // of a negative number the highest bit that is 0
      const NumberPtr negative = numberFrom(NumberOp::LtSigned, from, 1, {o[0], zero});
      const NumberPtr plain = kept(lowlevel::selected(negative, number(NumberOp::Not, from, {o[0]}), o[0]));
      return sized(foundBit(plain, false), true);
    }
    case StdFunction::Clz:
      return sized(numberFrom(NumberOp::LeadingZeros, from, 32, {o[0]}));
    case StdFunction::Ctz:
      return sized(
          numberFrom(NumberOp::LeadingZeros, from, 32, {number(NumberOp::ReverseBits, from, {o[0]})}));
    case StdFunction::Popcount:
      return sized(numberFrom(NumberOp::PopCount, from, 32, {o[0]}));
    case StdFunction::SAddSat:
      return saturatedNumber(NumberOp::Add, true, o[0], o[1], bits);
    case StdFunction::UAddSat:
      return saturatedNumber(NumberOp::Add, false, o[0], o[1], bits);
    case StdFunction::SSubSat:
      return saturatedNumber(NumberOp::Sub, true, o[0], o[1], bits);
    case StdFunction::USubSat:
      return saturatedNumber(NumberOp::Sub, false, o[0], o[1], bits);
    case StdFunction::SMulHi:
      return sized(made(NumberOp::MulHighSigned, o[0], o[1]));
    case StdFunction::UMulHi:
      return sized(made(NumberOp::MulHighUnsigned, o[0], o[1]));
    case StdFunction::SMadHi:
      return sized(made(NumberOp::Add, made(NumberOp::MulHighSigned, o[0], o[1]), o[2]));
    case StdFunction::UMadHi:
      return sized(made(NumberOp::Add, made(NumberOp::MulHighUnsigned, o[0], o[1]), o[2]));
    case StdFunction::SMul24:
    case StdFunction::UMul24:
    case StdFunction::SMad24:
    case StdFunction::UMad24: {
      const bool isSigned = function == StdFunction::SMul24 || function == StdFunction::SMad24;
      if (from <= 24) {
        return nullptr;
      }
      const NumberPtr product = made(NumberOp::Mul, of24(o[0], isSigned, from), of24(o[1], isSigned, from));
      const bool adds = function == StdFunction::SMad24 || function == StdFunction::UMad24;
      return sized(adds ? made(NumberOp::Add, product, o[2]) : product);
    }
    case StdFunction::SHadd:
    case StdFunction::UHadd:
      return sized(half(function == StdFunction::SHadd, false));
    case StdFunction::SRhadd:
    case StdFunction::URhadd:
      return sized(half(function == StdFunction::SRhadd, true));
    case StdFunction::SAbsDiff:
      return sized(difference(true));
    case StdFunction::UAbsDiff:
      return sized(difference(false));
    case StdFunction::Rotate: {
      const NumberPtr count = made(NumberOp::And, o[1], literal(from - 1, from));
      const NumberPtr back = made(NumberOp::And, made(NumberOp::Sub, zero, o[1]), literal(from - 1, from));
      return sized(
          made(NumberOp::Or, made(NumberOp::Shl, o[0], count), made(NumberOp::ShrUnsigned, o[0], back)));
    }
    case StdFunction::Bitselect:
      return sized(made(NumberOp::Or, made(NumberOp::And, o[0], number(NumberOp::Not, from, {o[2]})),
                        made(NumberOp::And, o[1], o[2])));
    case StdFunction::ChooseByMask: {  // of vectors by the highest bit of c, of scalars by whether it is 0
      const bool vector = resultType().shape == Shape::Vector;
      const NumberPtr none = literal(0, o[2]->bits);
      const NumberPtr chooses =
          numberFrom(vector ? NumberOp::LtSigned : NumberOp::Ne, o[2]->bits, 1, {o[2], none});
      return lowlevel::selected(chooses, sized(o[1]), sized(o[0]));
    }
    case StdFunction::Upsample:
      return number(NumberOp::Or, bits,
                    {number(NumberOp::Shl, bits, {lowlevel::resized(o[0], bits), literal(from, bits)}),
                     lowlevel::resized(o[1], bits)});
    default:
      return nullptr;
  }
}

}  // namespace hrfcheck::frontend::spirv
