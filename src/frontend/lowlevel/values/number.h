#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "program/expr/float_formats.h"

namespace hrfcheck::frontend::lowlevel {

/// How an operator on floats computes, where that is not IEEE's rounding to nearest of its width.
struct FloatMode {
  Rounding rounding = Rounding::Even;
  bool flushes = false;      ///< subnormal operands and results are 0, with their sign
  bool bfloat = false;       ///< results of 16 bits are bfloats
  bool fromBfloat = false;   ///< operands of 16 bits are
  bool approximate = false;  ///< the result is only near the one that is computed

  /// In Number::index.
  constexpr std::uint32_t packed() const {
    return static_cast<std::uint32_t>(rounding) | (flushes ? 4U : 0U) | (bfloat ? 8U : 0U) |
           (fromBfloat ? 16U : 0U) | (approximate ? 32U : 0U);
  }
  static constexpr FloatMode unpacked(std::uint32_t bits) {
    return {static_cast<Rounding>(bits & 3U), (bits & 4U) != 0, (bits & 8U) != 0, (bits & 16U) != 0,
            (bits & 32U) != 0};
  }
  /// IEEE's, of 32 or 64 bits, but for what is said of subnormal numbers and of how near the result is.
  constexpr bool isPlain() const { return rounding == Rounding::Even && !bfloat && !fromBfloat; }
};

inline constexpr unsigned kBitsOfByte = 8;

/// How a number is computed of others. Numbers are words of bits; operators say what they take them for.
enum class NumberOp {
  Literal,
  Register,       ///< number `index` of the function
  ObjectAddress,  ///< of the object `index`, in its own space
  ObjectBytes,    ///< how many the launch gives the object `index`
  BuiltIn,        ///< the built-in number `index`
  Not,
  Truncate,    ///< the lowest bits
  SignExtend,  ///< of a number of `from` bits
  Add,
  Sub,
  Mul,
  MulHighUnsigned,
  MulHighSigned,
  DivUnsigned,
  DivSigned,
  RemUnsigned,
  RemSigned,
  And,
  Or,
  Xor,
  Shl,  ///< shifts by the width and more leave nothing, or copies of the sign
  ShrUnsigned,
  ShrSigned,
  MinUnsigned,
  MinSigned,
  MaxUnsigned,
  MaxSigned,
  Eq,  ///< comparisons are of operands of `from` bits, and give 1 or 0
  Ne,
  LtUnsigned,
  LtSigned,
  LeUnsigned,
  LeSigned,
  Select,        ///< first ? second : third
  PopCount,      ///< of an operand of `from` bits
  LeadingZeros,  ///< the same
  ReverseBits,
  FloatAdd,  ///< IEEE's of `bits` bits, rounded to nearest even; a NaN is PTX's canonical one
  FloatMul,
  FloatDiv,
  FloatFma,
  FloatSqrt,
  FloatMin,  ///< what is no NaN, if one is
  FloatMax,
  FloatEq,  ///< comparisons are of operands of `from` bits; false where one is a NaN
  FloatLt,
  FloatLe,
  FloatOfUnsigned,  ///< of an integer of `from` bits
  FloatOfSigned,
  FloatToUnsigned,  ///< of a float of `from` bits, towards zero, clamped
  FloatToSigned,
  FloatRoundEven,  ///< to an integer
  FloatRoundDown,
  FloatRoundUp,
  FloatRoundZero,
  FloatOfFloat,  ///< of `from` bits
  FloatExp2,
  FloatLog2,
  FloatSin,
  FloatCos,
  FloatTanh,
  FloatRsqrt,
  FloatExp,
  FloatExp10,
  FloatExpm1,
  FloatLog,
  FloatLog10,
  FloatLog1p,
  FloatTan,
  FloatSinPi,
  FloatCosPi,
  FloatAsin,
  FloatAcos,
  FloatAtan,
  FloatSinh,
  FloatCosh,
  FloatAsinh,
  FloatAcosh,
  FloatAtanh,
  FloatCbrt,
  FloatRcbrt,
  FloatErf,
  FloatErfc,
  FloatGamma,
  FloatPow,
  FloatAtan2,
  FloatHypot,
  FloatFmod,
  FloatRemainder,
  NotComputed  ///< what nobody computes of its operands: any number
};

struct Number;
using NumberPtr = std::shared_ptr<const Number>;

/// A number as an expression over registers.
struct Number {
  NumberOp op = NumberOp::Literal;
  std::uint8_t bits = 64;  ///< of the result
  std::uint8_t from = 64;  ///< of the operands, where that is another width
  std::uint64_t literal = 0;
  std::uint32_t index = 0;  ///< of an operator on floats: its mode (FloatMode)
  std::vector<NumberPtr> operands = {};
};

NumberPtr literal(std::uint64_t value, unsigned bits);
NumberPtr registerNumber(std::uint32_t index, unsigned bits);
/// An operator whose operands have the width of the result.
NumberPtr number(NumberOp op, unsigned bits, std::vector<NumberPtr> operands);
/// An operator with operands of another width.
NumberPtr numberFrom(NumberOp op, unsigned from, unsigned bits, std::vector<NumberPtr> operands);
/// With zeros in front, or without the highest bits.
NumberPtr resized(const NumberPtr& number, unsigned bits);
NumberPtr signExtended(const NumberPtr& number, unsigned from, unsigned bits);
NumberPtr selected(NumberPtr condition, NumberPtr yes, NumberPtr no);

/// The lowest bits set.
constexpr std::uint64_t lowBits(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

}  // namespace hrfcheck::frontend::lowlevel
