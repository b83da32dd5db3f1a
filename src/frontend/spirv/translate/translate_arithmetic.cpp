// Arithmetic, conversions and comparisons (SPIR-V, 3.42.11 and 3.42.13 to 3.42.15), of each component of
// vectors.

#include <algorithm>
#include <array>

#include "frontend/spirv/translate/entry_translator.h"

namespace hrfcheck::frontend::spirv {
namespace {

using lowlevel::number;
using lowlevel::numberFrom;

struct ArithmeticRow {
  spv::Op op;
  NumberOp meaning;
  bool swapped = false;
};
/// What is one operator of words.
constexpr auto kWordOperators = std::to_array<ArithmeticRow>({{spv::Op::OpIAdd, NumberOp::Add},
                                                              {spv::Op::OpISub, NumberOp::Sub},
                                                              {spv::Op::OpIMul, NumberOp::Mul},
                                                              {spv::Op::OpUDiv, NumberOp::DivUnsigned},
                                                              {spv::Op::OpSDiv, NumberOp::DivSigned},
                                                              {spv::Op::OpUMod, NumberOp::RemUnsigned},
                                                              {spv::Op::OpSRem, NumberOp::RemSigned},
                                                              {spv::Op::OpBitwiseAnd, NumberOp::And},
                                                              {spv::Op::OpBitwiseOr, NumberOp::Or},
                                                              {spv::Op::OpBitwiseXor, NumberOp::Xor},
                                                              {spv::Op::OpLogicalAnd, NumberOp::And},
                                                              {spv::Op::OpLogicalOr, NumberOp::Or},
                                                              {spv::Op::OpLogicalNotEqual, NumberOp::Xor}});
constexpr auto kWordComparisons =
    std::to_array<ArithmeticRow>({{spv::Op::OpIEqual, NumberOp::Eq},
                                  {spv::Op::OpINotEqual, NumberOp::Ne},
                                  {spv::Op::OpLogicalEqual, NumberOp::Eq},
                                  {spv::Op::OpULessThan, NumberOp::LtUnsigned},
                                  {spv::Op::OpULessThanEqual, NumberOp::LeUnsigned},
                                  {spv::Op::OpUGreaterThan, NumberOp::LtUnsigned, true},
                                  {spv::Op::OpUGreaterThanEqual, NumberOp::LeUnsigned, true},
                                  {spv::Op::OpSLessThan, NumberOp::LtSigned},
                                  {spv::Op::OpSLessThanEqual, NumberOp::LeSigned},
                                  {spv::Op::OpSGreaterThan, NumberOp::LtSigned, true},
                                  {spv::Op::OpSGreaterThanEqual, NumberOp::LeSigned, true}});

}  // namespace

bool EntryTranslator::arithmetic() {
  switch (here_->op) {
    case spv::Op::OpBitcast:
      bitcast();
      return true;
    case spv::Op::OpUMulExtended:
    case spv::Op::OpSMulExtended:
    case spv::Op::OpIAddCarry:
    case spv::Op::OpISubBorrow:
      extended();
      return true;
    case spv::Op::OpAny:
    case spv::Op::OpAll:
      anyOrAll();
      return true;
    default:
      break;
  }
  const ValueType& type = resultType();
  const bool words = type.isWord() || (type.shape == Shape::Vector && !type.parts.empty());
  if (here_->result == kNoId || !words || operandCount() == 0) {
    return false;
  }
  const spv::Op op = here_->op;
  const bool known = (spv::Op::OpConvertFToU <= op && op <= spv::Op::OpSatConvertUToS) ||
                     op == spv::Op::OpQuantizeToF16 || (spv::Op::OpSNegate <= op && op <= spv::Op::OpFMod) ||
                     (spv::Op::OpIsNan <= op && op <= spv::Op::OpFUnordGreaterThanEqual) ||
                     (spv::Op::OpShiftRightLogical <= op && op <= spv::Op::OpBitCount);
  if (!known || op == spv::Op::OpConvertPtrToU || op == spv::Op::OpConvertUToPtr) {
    return false;
  }
  define(arithmeticOf(op, here_->operands, here_->type));
  return true;
}

/// By component; an operand of one word is one for all.
Numbers EntryTranslator::arithmeticOf(spv::Op op, const std::vector<Id>& operands, Id type) {
  const ValueType& to = wordType(type);
  const std::uint64_t count = in_.types.of(type).words;
  std::vector<Numbers> all;
  for (const Id operand : operands) {
    all.push_back(value(operand));
    if (all.back().size() != count && all.back().size() != 1) {
      refuse("its operands are not of its type");
    }
  }
  const ValueType& from = wordType(typeIdOf(operands.at(0)));
  Numbers results;
  for (std::uint64_t i = 0; i < count; ++i) {
    Numbers parts;
    for (const Numbers& operand : all) {
      parts.push_back(operand[operand.size() == 1 ? 0 : i]);
    }
    const NumberPtr result = computedWord(op, parts, from, to);
    if (result == nullptr || result->bits != to.bits) {
      refuse();
    }
    results.push_back(result);
  }
  return results;
}

NumberPtr EntryTranslator::computedWord(spv::Op op, const Numbers& operands, const ValueType& from,
                                        const ValueType& to) {
  if (op == spv::Op::OpQuantizeToF16) {
    const NumberPtr half = numberFrom(NumberOp::FloatOfFloat, operands[0]->bits, 16, {operands[0]});
    return numberFrom(NumberOp::FloatOfFloat, 16, operands[0]->bits, {half});
  }
  if (spv::Op::OpConvertFToU <= op && op <= spv::Op::OpSatConvertUToS) {
    return conversion(op, operands[0], from, to);
  }
  if (const NumberPtr result = integerWord(op, operands, to.bits, from.bits)) {
    return result;
  }
  return floatWord(op, operands, to.bits, from.bits);
}

NumberPtr EntryTranslator::integerWord(spv::Op op, const Numbers& operands, unsigned bits, unsigned from) {
  const auto second = [&](unsigned width) {
    if (operands.size() < 2) {
      refuse("an operand is missing");
    }
    return lowlevel::resized(operands[1], width);
  };
  if (const auto* row = std::ranges::find(kWordOperators, op, &ArithmeticRow::op);
      row != kWordOperators.end()) {
    return number(row->meaning, bits, {lowlevel::resized(operands[0], bits), second(bits)});
  }
  if (const auto* row = std::ranges::find(kWordComparisons, op, &ArithmeticRow::op);
      row != kWordComparisons.end()) {
    const NumberPtr a = operands[0];
    const NumberPtr b = second(from);
    return numberFrom(row->meaning, from, 1, row->swapped ? std::vector{b, a} : std::vector{a, b});
  }
  const NumberPtr a = operands[0];
  const auto shift = [&](NumberOp how) {  // of a count of another width, no more than 64 are asked for
    const NumberPtr count = operands.size() < 2 ? literal(0, bits) : operands[1];
    const NumberPtr within =
        count->bits <= bits
            ? lowlevel::resized(count, bits)
            : lowlevel::resized(number(NumberOp::MinUnsigned, count->bits, {count, literal(64, count->bits)}),
                                bits);
    return number(how, bits, {lowlevel::resized(a, bits), within});
  };
  switch (op) {
    case spv::Op::OpSNegate:
      return number(NumberOp::Sub, bits, {literal(0, bits), a});
    case spv::Op::OpNot:
    case spv::Op::OpLogicalNot:
      return number(NumberOp::Not, bits, {a});
    case spv::Op::OpShiftLeftLogical:
      return shift(NumberOp::Shl);
    case spv::Op::OpShiftRightLogical:
      return shift(NumberOp::ShrUnsigned);
    case spv::Op::OpShiftRightArithmetic:
      return shift(NumberOp::ShrSigned);
    case spv::Op::OpSMod: {  // has the sign of the second operand
      const NumberPtr b = second(bits);
      const NumberPtr rest = number(NumberOp::RemSigned, bits, {a, b});
      const NumberPtr differs =
          numberFrom(NumberOp::LtSigned, bits, 1, {number(NumberOp::Xor, bits, {rest, b}), literal(0, bits)});
      const NumberPtr isNot0 = numberFrom(NumberOp::Ne, bits, 1, {rest, literal(0, bits)});
      return lowlevel::selected(number(NumberOp::And, 1, {differs, isNot0}),
                                number(NumberOp::Add, bits, {rest, b}), rest);
    }
    case spv::Op::OpBitCount:
      return lowlevel::resized(numberFrom(NumberOp::PopCount, from, 32, {a}), bits);
    case spv::Op::OpBitReverse:
      return number(NumberOp::ReverseBits, bits, {a});
    case spv::Op::OpBitFieldInsert:
    case spv::Op::OpBitFieldSExtract:
    case spv::Op::OpBitFieldUExtract:
      return bitField(op, operands, bits);
    default:
      return nullptr;
  }
}

/// Offset and count are numbers without a sign.
NumberPtr EntryTranslator::bitField(spv::Op op, const Numbers& operands, unsigned bits) {
  const bool inserts = op == spv::Op::OpBitFieldInsert;
  if (operands.size() < (inserts ? 4U : 3U)) {
    refuse("an operand is missing");
  }
  const NumberPtr offset = lowlevel::resized(operands[inserts ? 2 : 1], bits);
  const NumberPtr count = lowlevel::resized(operands[inserts ? 3 : 2], bits);
  const NumberPtr ones = number(
      NumberOp::Not, bits, {number(NumberOp::Shl, bits, {literal(lowlevel::lowBits(bits), bits), count})});
  if (inserts) {
    const NumberPtr mask = number(NumberOp::Shl, bits, {ones, offset});
    const NumberPtr kept = number(NumberOp::And, bits, {operands[0], number(NumberOp::Not, bits, {mask})});
    const NumberPtr put =
        number(NumberOp::And, bits, {number(NumberOp::Shl, bits, {operands[1], offset}), mask});
    return number(NumberOp::Or, bits, {kept, put});
  }
  const NumberPtr field =
      number(NumberOp::And, bits, {number(NumberOp::ShrUnsigned, bits, {operands[0], offset}), ones});
  if (op == spv::Op::OpBitFieldUExtract) {
    return field;
  }
  const NumberPtr above = number(NumberOp::Sub, bits, {literal(bits, bits), count});
  const NumberPtr extended =
      number(NumberOp::ShrSigned, bits, {number(NumberOp::Shl, bits, {field, above}), above});
  return lowlevel::selected(numberFrom(NumberOp::Eq, bits, 1, {count, literal(0, bits)}), literal(0, bits),
                            extended);
}

NumberPtr EntryTranslator::conversion(spv::Op op, const NumberPtr& operand, const ValueType& from,
                                      const ValueType& to) {
  switch (op) {
    case spv::Op::OpUConvert:
      return lowlevel::resized(operand, to.bits);
    case spv::Op::OpSConvert:
      return to.bits > from.bits ? lowlevel::signExtended(operand, from.bits, to.bits)
                                 : lowlevel::resized(operand, to.bits);
    case spv::Op::OpSatConvertSToU:
    case spv::Op::OpSatConvertUToS: {
      const bool toSigned = op == spv::Op::OpSatConvertUToS;
      const NumberPtr wide =
          toSigned ? lowlevel::resized(operand, 64) : lowlevel::signExtended(operand, from.bits, 64);
      const NumberPtr most =
          literal(toSigned ? lowlevel::lowBits(to.bits - 1) : lowlevel::lowBits(to.bits), 64);
      if (toSigned) {
        return lowlevel::resized(number(NumberOp::MinUnsigned, 64, {wide, most}), to.bits);
      }
      const NumberPtr raised = number(NumberOp::MaxSigned, 64, {wide, literal(0, 64)});
      return lowlevel::resized(number(NumberOp::MinUnsigned, 64, {raised, most}), to.bits);
    }
    default:
      return floatConversion(op, operand, from, to);
  }
}

/// Between words of different widths, the lowest bits first (SPIR-V, OpBitcast).
void EntryTranslator::bitcast() {
  const Numbers from = value(operand(0));
  const ValueType& to = wordType(here_->type);
  const std::uint64_t count = resultType().words;
  if (from.size() == count) {
    Numbers numbers = from;
    for (NumberPtr& one : numbers) {
      one = lowlevel::resized(one, to.bits);
    }
    define(std::move(numbers));
    return;
  }
  const unsigned width = from.empty() ? 0 : from.front()->bits;
  if (width == 0 || width * from.size() != to.bits * count) {
    refuse("its operands are not of its type");
  }
  Numbers numbers;
  for (std::uint64_t i = 0; i < count; ++i) {
    NumberPtr made;
    for (unsigned at = 0; at < to.bits; at += std::min(width, to.bits)) {
      const std::uint64_t bit = i * to.bits + at;
      const NumberPtr source = from[bit / width];
      const NumberPtr moved = number(NumberOp::ShrUnsigned, width, {source, literal(bit % width, width)});
      const NumberPtr piece = lowlevel::resized(moved, to.bits);
      made = made == nullptr ? piece
                             : number(NumberOp::Or, to.bits,
                                      {made, number(NumberOp::Shl, to.bits, {piece, literal(at, to.bits)})});
    }
    numbers.push_back(made);
  }
  define(std::move(numbers));
}

/// A struct of the lower and the higher half of each component.
void EntryTranslator::extended() {
  const Numbers a = value(operand(0));
  const Numbers b = value(operand(1));
  if (a.size() != b.size()) {
    refuse("its operands are not of its type");
  }
  Numbers low;
  Numbers high;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const unsigned bits = a[i]->bits;
    switch (here_->op) {
      case spv::Op::OpUMulExtended:
      case spv::Op::OpSMulExtended:
        low.push_back(number(NumberOp::Mul, bits, {a[i], b[i]}));
        high.push_back(
            number(here_->op == spv::Op::OpUMulExtended ? NumberOp::MulHighUnsigned : NumberOp::MulHighSigned,
                   bits, {a[i], b[i]}));
        break;
      case spv::Op::OpIAddCarry:
        low.push_back(number(NumberOp::Add, bits, {a[i], b[i]}));
        high.push_back(
            lowlevel::resized(numberFrom(NumberOp::LtUnsigned, bits, 1, {low.back(), a[i]}), bits));
        break;
      default:
        low.push_back(number(NumberOp::Sub, bits, {a[i], b[i]}));
        high.push_back(lowlevel::resized(numberFrom(NumberOp::LtUnsigned, bits, 1, {a[i], b[i]}), bits));
        break;
    }
  }
  low.insert(low.end(), high.begin(), high.end());
  define(std::move(low));
}

void EntryTranslator::anyOrAll() {
  const NumberOp joint = here_->op == spv::Op::OpAny ? NumberOp::Or : NumberOp::And;
  NumberPtr result;
  for (const NumberPtr& one : value(operand(0))) {
    result = result == nullptr ? one : number(joint, 1, {result, one});
  }
  if (result == nullptr) {
    refuse();
  }
  defineOne(result);
}

}  // namespace hrfcheck::frontend::spirv
