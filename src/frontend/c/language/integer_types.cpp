#include "frontend/c/language/integer_types.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "program/expr/operators.h"

namespace hrfcheck::frontend::c {

namespace {

struct NameRow {
  IntegerKind type;
  std::string_view name;
  std::string_view openCl;
};
constexpr auto kNames = std::to_array<NameRow>({
    {{1, false}, "bool", "bool"},
    {{8, true}, "char", "char"},
    {{8, false}, "unsigned char", "uchar"},
    {{16, true}, "short", "short"},
    {{16, false}, "unsigned short", "ushort"},
    {{32, true}, "int", "int"},
    {{32, false}, "unsigned int", "uint"},
    {{64, true}, "long", "long"},
    {{64, false}, "unsigned long", "ulong"},
});

NameRow namesOf(IntegerKind type) {
  const auto* row = std::ranges::find(kNames, IntegerKind{type.bits, type.isSigned}, &NameRow::type);
  return row == kNames.end() ? NameRow{type, "integer", "long"} : *row;
}

}  // namespace

std::string_view typeName(IntegerKind type) {
  return namesOf(type).name;
}

std::string_view openClName(IntegerKind type) {
  return namesOf(type).openCl;
}

IntegerKind promoted(IntegerKind type) {
  return type.bits < kInt.bits ? kInt : IntegerKind{type.bits, type.isSigned};
}

/// Of two widths the wider one has all numbers of the narrower one if it has a sign, and is the type itself
/// if it has none.
IntegerKind commonType(IntegerKind a, IntegerKind b) {
  const IntegerKind left = promoted(a);
  const IntegerKind right = promoted(b);
  if (left.bits != right.bits) {
    return left.bits > right.bits ? left : right;
  }
  return {left.bits, left.isSigned && right.isSigned};
}

namespace {

/// `0x1fu` without prefix and suffix.
struct Digits {
  std::string_view text;
  int base = 10;
  bool isUnsigned = false;
  bool isLong = false;
};

Digits digitsOf(std::string_view text) {
  Digits result;
  while (!text.empty()) {
    const char last = text.back();
    result.isUnsigned = result.isUnsigned || last == 'u' || last == 'U';
    result.isLong = result.isLong || last == 'l' || last == 'L';
    if (last != 'u' && last != 'U' && last != 'l' && last != 'L') {
      break;
    }
    text.remove_suffix(1);
  }
  if (text.starts_with("0x") || text.starts_with("0X")) {
    result.base = 16;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text.front() == '0') {
    result.base = 8;
    text.remove_prefix(1);
  }
  result.text = text;
  return result;
}

bool fits(std::uint64_t magnitude, IntegerKind type) {
  const unsigned bits = type.bits - (type.isSigned ? 1U : 0U);
  return bits >= 64 || magnitude < (std::uint64_t{1} << bits);
}

/// `'a'`, and the escapes that are not numbers; of type int (C11, 6.4.4.4).
std::optional<Literal> characterOf(std::string_view letter) {
  constexpr auto kEscapes = std::to_array<std::pair<char, char>>({{'n', '\n'},
                                                                  {'t', '\t'},
                                                                  {'r', '\r'},
                                                                  {'0', '\0'},
                                                                  {'a', '\a'},
                                                                  {'b', '\b'},
                                                                  {'f', '\f'},
                                                                  {'v', '\v'},
                                                                  {'\\', '\\'},
                                                                  {'\'', '\''},
                                                                  {'"', '"'}});
  if (letter.size() == 1) {
    return Literal{letter.front(), kInt};
  }
  const auto* escape = letter.size() == 2 && letter.front() == '\\'
                           ? std::ranges::find(kEscapes, letter.back(), &std::pair<char, char>::first)
                           : kEscapes.end();
  return escape == kEscapes.end() ? std::nullopt : std::optional(Literal{escape->second, kInt});
}

}  // namespace

bool isFraction(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  return !hexadecimal && !text.starts_with('\'') && text.find_first_of(".eE") != std::string_view::npos;
}

std::optional<Literal> literalOf(std::string_view text) {
  if (text.size() > 2 && text.starts_with('\'')) {
    return characterOf(text.substr(1, text.size() - 2));
  }
  if (text.find('\'') != std::string_view::npos) {
    std::string plain(text);
    std::erase(plain, '\'');
    return literalOf(plain);
  }
  const Digits digits = digitsOf(text);
  std::uint64_t magnitude = 0;
  const char* end = digits.text.data() + digits.text.size();
  const auto [rest, error] = std::from_chars(digits.text.data(), end, magnitude, digits.base);
  if (error != std::errc{} || rest != end) {
    return std::nullopt;
  }
  for (const IntegerKind type : {kInt, IntegerKind{32, false}, kLong, IntegerKind{64, false}}) {
    const bool wide = type.bits == kLong.bits || !digits.isLong;
    const bool sign = type.isSigned ? !digits.isUnsigned : digits.isUnsigned || digits.base != 10;
    if (wide && sign && fits(magnitude, type)) {
      return Literal{static_cast<Value>(magnitude), type};
    }
  }
  return std::nullopt;
}

bool convertsOperands(BinaryOp op) {
  const OperatorGroup group = groupOf(op);
  return group != OperatorGroup::Shift && group != OperatorGroup::Logical && group != OperatorGroup::Index;
}

/// Where the numbers themselves decide, in whatever width, the default kind says so.
IntegerKind computedIn(BinaryOp op, IntegerKind type, ShiftRule shifts) {
  const IntegerKind plain{type.bits, type.isSigned};
  const bool large = !type.isSigned && type.bits >= kLong.bits;
  switch (groupOf(op)) {
    case OperatorGroup::Sum:
    case OperatorGroup::Quotient:
      return {type.bits, type.isSigned, type.isSigned};
    case OperatorGroup::Shift:
      return {type.bits, type.isSigned, shifts != ShiftRule::OfBits};
    case OperatorGroup::Extreme:
    case OperatorGroup::Order:
      return large ? plain : IntegerKind{};
    case OperatorGroup::Bits:
    case OperatorGroup::Equality:
    case OperatorGroup::Logical:
    case OperatorGroup::Index:
    case OperatorGroup::Further:
      break;
  }
  return {};
}

IntegerKind computedIn(UnaryOp op, IntegerKind type) {
  switch (op) {
    case UnaryOp::Minus:
      return {type.bits, type.isSigned, type.isSigned};
    case UnaryOp::BitNot:
      return type.isSigned ? IntegerKind{} : type;
    case UnaryOp::Convert:
      return type;
    case UnaryOp::LogicalNot:
    case UnaryOp::Assert:
    case UnaryOp::Undefined:
      break;
  }
  return {};
}

Literal literalIn(IntegerKind type, const Literal& constant) {
  const IntegerKind plain{type.bits, type.isSigned};
  return {type == kBool ? Value{constant.value != 0} : wrapped(constant.value, plain), plain};
}

namespace {

/// A left shift whose result only the unsigned type has; nothing if it has not got it either.
std::optional<Value> intoSignBit(Value left, Value count, IntegerKind type) {
  const IntegerKind unsignedType{type.bits, false, true};
  const auto shifted = left < 0 ? std::nullopt : apply(BinaryOp::Shl, left, count, unsignedType);
  const auto back = shifted ? apply(BinaryOp::Shr, *shifted, count, unsignedType) : std::nullopt;
  return back == left ? std::optional(wrapped(*shifted, {type.bits, type.isSigned})) : std::nullopt;
}

}  // namespace

std::optional<Literal> constantResult(BinaryOp op, const Literal& left, const Literal& right,
                                      ShiftRule shifts) {
  IntegerKind type = promoted(left.type);
  Literal a = left;
  Literal b = right;
  if (convertsOperands(op)) {
    type = commonType(left.type, right.type);
    a = literalIn(type, left);
    b = literalIn(type, right);
  }
  auto value = apply(op, a.value, b.value, computedIn(op, type, shifts));
  if (!value && op == BinaryOp::Shl && shifts == ShiftRule::Cpp) {
    value = intoSignBit(a.value, b.value, type);
  }
  return value ? std::optional(Literal{*value, givesTruth(op) ? kInt : type}) : std::nullopt;
}

std::optional<Literal> constantResult(UnaryOp op, const Literal& operand) {
  const IntegerKind type = op == UnaryOp::LogicalNot ? kInt : promoted(operand.type);
  const auto value = apply(op, operand.value, computedIn(op, type));
  return value ? std::optional(Literal{*value, type}) : std::nullopt;
}

}  // namespace hrfcheck::frontend::c
