#include <array>

#include "frontend/ptx/translate/function_translator.h"

// Bits (PTX ISA, 9.7.1, 9.7.8 and 9.7.9, `prmt`).

namespace hrfcheck::frontend::ptx {
namespace {

/// As many ones as a number says, all for the width and more.
NumberPtr ones(const NumberPtr& count) {
  const unsigned bits = count->bits;
  const auto top = number(NumberOp::Shl, bits, {literal(1, bits), count});
  return number(NumberOp::Sub, bits, {top, literal(1, bits)});
}

}  // namespace

bool FunctionTranslator::bits() {
  const std::string_view name = in_->name;
  if (name == "and" || name == "or" || name == "xor") {
    const unsigned width = type().bits;
    const NumberOp op = name == "and" ? NumberOp::And : name == "or" ? NumberOp::Or : NumberOp::Xor;
    define(0, number(op, width, {source(1, width), source(2, width)}));
  } else if (name == "not") {
    define(0, number(NumberOp::Not, type().bits, {source(1, type().bits)}));
  } else if (name == "cnot") {
    const unsigned width = type().bits;
    define(0, resized(numberFrom(NumberOp::Eq, width, 1, {source(1, width), literal(0, width)}), width));
  } else if (name == "shl" || name == "shr") {
    const PtxType t = type();
    const bool keepsSign = t.kind == PtxType::Class::Signed;
    const NumberOp op = name == "shl" ? NumberOp::Shl
                        : keepsSign   ? NumberOp::ShrSigned
                                      : NumberOp::ShrUnsigned;
    // The count has 32 bits, whatever the type.
    define(0, numberFrom(op, t.bits, t.bits, {source(1, t.bits), resized(source(2, 32), 64)}), keepsSign);
  } else if (name == "popc") {
    define(0, numberFrom(NumberOp::PopCount, type().bits, 32, {source(1, type().bits)}));
  } else if (name == "clz") {
    define(0, numberFrom(NumberOp::LeadingZeros, type().bits, 32, {source(1, type().bits)}));
  } else if (name == "brev") {
    define(0, number(NumberOp::ReverseBits, type().bits, {source(1, type().bits)}));
  } else if (name == "lop3") {
    lop3();
  } else if (name == "prmt") {
    permute();
  } else if (name == "shf") {
    funnelShift();
  } else if (name == "bfind") {
    findBit();
  } else if (name == "bfe") {
    extractField();
  } else if (name == "bfi") {
    insertField();
  } else if (name == "bmsk") {
    bitMask();
  } else {
    return false;
  }
  return true;
}

/// Bit (4a + 2b + c) of the table is the result for these bits.
void FunctionTranslator::lop3() {
  const PtxOperand& table = operand(4);
  if (has("and") || has("or")) {
    defineOpen(operand(0));
    return;
  }
  if (table.kind != PtxOperand::Kind::Number || table.bits > 255) {
    refuse();
  }
  const std::array<NumberPtr, 3> in = {source(1, 32), source(2, 32), source(3, 32)};
  NumberPtr result = literal(0, 32);
  for (unsigned row = 0; row < 8; ++row) {
    if ((table.bits >> row & 1) == 0) {
      continue;
    }
    NumberPtr term = literal(lowBits(32), 32);
    for (unsigned i = 0; i < 3; ++i) {
      const bool set = (row >> (2 - i) & 1) != 0;
      term = number(NumberOp::And, 32, {term, set ? in[i] : number(NumberOp::Not, 32, {in[i]})});
    }
    result = number(NumberOp::Or, 32, {result, term});
  }
  define(0, result);
}

void FunctionTranslator::permute() {
  if (in_->modifiers.size() != 1) {
    defineOpen(operand(0));
    return;
  }
  // In words of 32 bits: one of 64 may lie where addresses do, and then nothing is known of it.
  const NumberPtr low = source(1, 32);
  const NumberPtr high = source(2, 32);
  const NumberPtr selector = source(3, 32);
  const auto masked = [](const NumberPtr& from, std::uint64_t mask) {
    return number(NumberOp::And, 32, {from, literal(mask, 32)});
  };
  NumberPtr result = literal(0, 32);
  for (unsigned i = 0; i < 4; ++i) {
    const NumberPtr chosen = number(NumberOp::ShrUnsigned, 32, {selector, literal(4 * i, 32)});
    const NumberPtr shift = number(NumberOp::Shl, 32, {masked(chosen, 3), literal(3, 32)});
    const NumberPtr ofHigh = numberFrom(NumberOp::Ne, 32, 1, {masked(chosen, 4), literal(0, 32)});
    const NumberPtr byte =
        resized(number(NumberOp::ShrUnsigned, 32, {selected(ofHigh, high, low), shift}), 8);
    const NumberPtr sign = number(NumberOp::ShrSigned, 8, {byte, literal(7, 8)});
    const NumberPtr replicates = numberFrom(NumberOp::Ne, 32, 1, {masked(chosen, 8), literal(0, 32)});
    const NumberPtr part = resized(selected(replicates, sign, byte), 32);
    result = number(NumberOp::Or, 32, {result, number(NumberOp::Shl, 32, {part, literal(8 * i, 32)})});
  }
  define(0, result);
}

/// Both shifts give 0 for a count of 32.
void FunctionTranslator::funnelShift() {
  const NumberPtr low = source(1, 32);
  const NumberPtr high = source(2, 32);
  const NumberPtr given = source(3, 32);
  const NumberPtr count = has("clamp") ? number(NumberOp::MinUnsigned, 32, {given, literal(32, 32)})
                                       : number(NumberOp::And, 32, {given, literal(31, 32)});
  const NumberPtr rest = number(NumberOp::Sub, 32, {literal(32, 32), count});
  define(0, number(NumberOp::Or, 32,
                   {number(NumberOp::Shl, 32, {high, has("l") ? count : rest}),
                    number(NumberOp::ShrUnsigned, 32, {low, has("l") ? rest : count})}));
}

/// The highest bit that is not a copy of the sign; all ones where there is none.
void FunctionTranslator::findBit() {
  const PtxType t = type();
  NumberPtr a = source(1, t.bits);
  if (t.kind == PtxType::Class::Signed) {
    a = selected(numberFrom(NumberOp::LtSigned, t.bits, 1, {a, literal(0, t.bits)}),
                 number(NumberOp::Not, t.bits, {a}), a);
  }
  const NumberPtr zeros = numberFrom(NumberOp::LeadingZeros, t.bits, 32, {a});
  const NumberPtr none = numberFrom(NumberOp::Eq, t.bits, 1, {a, literal(0, t.bits)});
  const NumberPtr place =
      has("shiftamt") ? zeros : number(NumberOp::Sub, 32, {literal(t.bits - 1U, 32), zeros});
  define(0, selected(none, literal(lowBits(32), 32), place));
}

/// Position and length are the lowest 8 bits of their operands.
void FunctionTranslator::extractField() {
  const PtxType t = type();
  const auto eight = [&](std::size_t i) {
    return resized(number(NumberOp::And, 32, {source(i, 32), literal(255, 32)}), t.bits);
  };
  const NumberPtr position = eight(2);
  const NumberPtr length = eight(3);
  const NumberPtr a = source(1, t.bits);
  if (t.kind != PtxType::Class::Signed) {
    define(0, number(NumberOp::And, t.bits,
                     {number(NumberOp::ShrUnsigned, t.bits, {a, position}), ones(length)}));
    return;
  }
  const NumberPtr unused = number(
      NumberOp::Sub, t.bits,
      {literal(t.bits, t.bits), number(NumberOp::MinUnsigned, t.bits, {length, literal(t.bits, t.bits)})});
  const NumberPtr moved =
      number(NumberOp::Shl, t.bits, {number(NumberOp::ShrSigned, t.bits, {a, position}), unused});
  const NumberPtr field = number(NumberOp::ShrSigned, t.bits, {moved, unused});
  define(
      0,
      selected(numberFrom(NumberOp::Eq, t.bits, 1, {length, literal(0, t.bits)}), literal(0, t.bits), field),
      true);
}

void FunctionTranslator::insertField() {
  const unsigned width = type().bits;
  const auto eight = [&](std::size_t i) {
    return resized(number(NumberOp::And, 32, {source(i, 32), literal(255, 32)}), width);
  };
  const NumberPtr position = eight(3);
  const NumberPtr mask = number(NumberOp::Shl, width, {ones(eight(4)), position});
  const NumberPtr kept =
      number(NumberOp::And, width, {source(2, width), number(NumberOp::Not, width, {mask})});
  const NumberPtr moved = number(NumberOp::Shl, width, {source(1, width), position});
  define(0, number(NumberOp::Or, width, {kept, number(NumberOp::And, width, {moved, mask})}));
}

void FunctionTranslator::bitMask() {
  const bool wraps = has("wrap");
  const auto given = [&](std::size_t i) {
    return wraps ? number(NumberOp::And, 32, {source(i, 32), literal(31, 32)}) : source(i, 32);
  };
  define(0, number(NumberOp::Shl, 32, {ones(given(2)), given(1)}));
}

}  // namespace hrfcheck::frontend::ptx
