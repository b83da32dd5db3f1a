#include "differential/kernel_arithmetic.h"

#include <algorithm>

namespace hrfcheck::kernels {
namespace {

__extension__ using Wide = __int128;

/// The number that is held, as it is.
Wide wide(Typed number) {
  const bool large = number.type.bits == 64 && !number.type.isSigned;
  return large ? Wide{static_cast<std::uint64_t>(number.value)} : Wide{number.value};
}

/// The number of a type with the lowest bits of this one.
std::int64_t lowest(Wide number, IntegerType type) {
  if (type.bits == 64) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(number));
  }
  const Wide size = Wide{1} << type.bits;
  Wide rest = number % size;
  rest += rest < 0 ? size : 0;
  rest -= type.isSigned && rest >= size / 2 ? size : 0;
  return static_cast<std::int64_t>(rest);
}

Wide largest(IntegerType type) {
  return (Wide{1} << (type.bits - (type.isSigned ? 1U : 0U))) - 1;
}
Wide smallest(IntegerType type) {
  return type.isSigned ? -(Wide{1} << (type.bits - 1U)) : Wide{0};
}

IntegerType promoted(IntegerType type) {
  return type.bits < 32 ? kIntType : type;
}

/// C11, 6.3.1.8.
IntegerType common(IntegerType a, IntegerType b) {
  a = promoted(a);
  b = promoted(b);
  if (a.bits != b.bits) {
    return a.bits > b.bits ? a : b;
  }
  return {a.bits, a.isSigned && b.isSigned};
}

std::optional<Typed> unlessAddress(std::int64_t value, IntegerType type) {
  constexpr std::int64_t kFirst = std::int64_t{1} << 48;
  const bool address = kFirst <= value && value < 2 * kFirst;
  return address ? std::nullopt : std::optional(Typed{value, type});
}

/// Signed results must fit, unsigned ones wrap around.
std::optional<Typed> fitted(Wide number, IntegerType type) {
  if (type.isSigned && (number < smallest(type) || number > largest(type))) {
    return std::nullopt;
  }
  return unlessAddress(lowest(number, type), type);
}

std::optional<Typed> truth(bool value) {
  return Typed{value ? 1 : 0, kIntType};
}

/// OpenCL C, 6.3.j: of the count, its remainder by the width matters.
std::optional<Typed> shifted(Operator op, Typed left, Typed right) {
  const IntegerType type = promoted(left.type);
  const Wide number = wide({converted(left, type), type});
  const auto count = static_cast<unsigned>(static_cast<std::uint64_t>(right.value) % type.bits);
  if (op == Operator::ShiftLeft) {
    return unlessAddress(lowest(number * (Wide{1} << count), type), type);
  }
  const Wide size = Wide{1} << count;
  const Wide down = number >= 0 ? number / size : -((-number + size - 1) / size);
  return unlessAddress(lowest(down, type), type);
}

std::optional<Typed> divided(Operator op, Wide left, Wide right, IntegerType type) {
  if (right == 0 || (type.isSigned && left == smallest(type) && right == -1)) {
    return std::nullopt;
  }
  return unlessAddress(lowest(op == Operator::Div ? left / right : left % right, type), type);
}

/// The type of an expression, whether or not it has a value.
IntegerType typeOf(const Expr& expr, const Reader& reader) {
  switch (expr.kind) {
    case ExprKind::Number:
    case ExprKind::Cast:
      return expr.type;
    case ExprKind::Variable:
    case ExprKind::Element:
      return reader.typeOf(expr.name);
    case ExprKind::Id:
      return kSizeType;
    case ExprKind::Unary:
      return expr.op == Operator::LogicalNot ? kIntType : promoted(typeOf(*expr.operands[0], reader));
    case ExprKind::Conditional:
      return common(typeOf(*expr.operands[1], reader), typeOf(*expr.operands[2], reader));
    case ExprKind::Binary:
      break;
  }
  const bool shift = expr.op == Operator::ShiftLeft || expr.op == Operator::ShiftRight;
  return expr.op >= Operator::Equal ? kIntType
         : shift                    ? promoted(typeOf(*expr.operands[0], reader))
                 : common(typeOf(*expr.operands[0], reader), typeOf(*expr.operands[1], reader));
}

/// The product of two numbers of 64 bits without a sign does not fit into Wide.
std::optional<Typed> multiplied(Wide left, Wide right, IntegerType type) {
  if (!type.isSigned && type.bits == 64) {
    const auto product = static_cast<std::uint64_t>(left) * static_cast<std::uint64_t>(right);
    return unlessAddress(static_cast<std::int64_t>(product), type);
  }
  return fitted(left * right, type);
}

}  // namespace

std::int64_t converted(Typed number, IntegerType type) {
  return type.bits == 1 ? (number.value != 0 ? 1 : 0) : lowest(wide(number), type);
}

std::optional<Typed> result(Operator op, Typed operand) {
  if (op == Operator::LogicalNot) {
    return truth(operand.value == 0);
  }
  const IntegerType type = promoted(operand.type);
  const Wide number = wide({converted(operand, type), type});
  return op == Operator::Minus ? fitted(-number, type) : unlessAddress(lowest(-number - 1, type), type);
}

std::optional<Typed> result(Operator op, Typed left, Typed right) {
  if (op == Operator::ShiftLeft || op == Operator::ShiftRight) {
    return shifted(op, left, right);
  }
  const IntegerType type = common(left.type, right.type);
  const Wide a = wide({converted(left, type), type});
  const Wide b = wide({converted(right, type), type});
  switch (op) {
    case Operator::Add:
      return fitted(a + b, type);
    case Operator::Sub:
      return fitted(a - b, type);
    case Operator::Mul:
      return multiplied(a, b, type);
    case Operator::Div:
    case Operator::Rem:
      return divided(op, a, b, type);
    case Operator::And:
      return unlessAddress(lowest(a & b, type), type);
    case Operator::Or:
      return unlessAddress(lowest(a | b, type), type);
    case Operator::Xor:
      return unlessAddress(lowest(a ^ b, type), type);
    case Operator::Equal:
      return truth(a == b);
    case Operator::NotEqual:
      return truth(a != b);
    case Operator::Less:
      return truth(a < b);
    case Operator::LessEqual:
      return truth(a <= b);
    case Operator::Greater:
      return truth(a > b);
    case Operator::GreaterEqual:
      return truth(a >= b);
    case Operator::LogicalAnd:
      return truth(left.value != 0 && right.value != 0);
    case Operator::LogicalOr:
      return truth(left.value != 0 || right.value != 0);
    case Operator::Minus:
    case Operator::BitNot:
    case Operator::LogicalNot:
    case Operator::ShiftLeft:
    case Operator::ShiftRight:
      break;
  }
  return std::nullopt;
}

std::int64_t updated(const std::string& function, IntegerType type, std::int64_t old, std::int64_t operand) {
  const Wide a = wide({old, type});
  const Wide b = wide({operand, type});
  const auto is = [&](const char* name) { return function.ends_with(name); };
  const Wide made = is("inc")   ? a + 1
                    : is("dec") ? a - 1
                    : is("add") ? a + b
                    : is("sub") ? a - b
                    : is("xor") ? a ^ b
                    : is("or")  ? a | b
                    : is("and") ? a & b
                    : is("min") ? std::min(a, b)
                    : is("max") ? std::max(a, b)
                                : b;  // an exchange
  return lowest(made, type);
}

std::optional<Typed> valueOf(const Expr& expr, const Reader& reader) {
  std::vector<Typed> values;
  const auto evaluate = [&](std::size_t i) {
    const std::optional<Typed> value = valueOf(*expr.operands[i], reader);
    if (value) {
      values.push_back(*value);
    }
    return value;
  };
  switch (expr.kind) {
    case ExprKind::Number:
      return Typed{expr.number, expr.type};
    case ExprKind::Variable:
      return reader.variable(expr.name);
    case ExprKind::Id:
      return reader.id(expr.id);
    case ExprKind::Element:
      return evaluate(0) ? reader.element(expr.name, values[0].value) : std::nullopt;
    case ExprKind::Unary:
      return evaluate(0) ? result(expr.op, values[0]) : std::nullopt;
    case ExprKind::Cast:
      return evaluate(0) ? unlessAddress(converted(values[0], expr.type), expr.type) : std::nullopt;
    case ExprKind::Binary: {
      if (!evaluate(0)) {
        return std::nullopt;
      }
      const bool decides = (expr.op == Operator::LogicalAnd && values[0].value == 0) ||
                           (expr.op == Operator::LogicalOr && values[0].value != 0);
      if (decides) {
        return truth(expr.op == Operator::LogicalOr);
      }
      return evaluate(1) ? result(expr.op, values[0], values[1]) : std::nullopt;
    }
    case ExprKind::Conditional: {
      if (!evaluate(0) || !evaluate(values[0].value != 0 ? 1 : 2)) {
        return std::nullopt;
      }
      // The type comes of both, whichever is chosen.
      const IntegerType type = typeOf(expr, reader);
      return Typed{converted(values[1], type), type};
    }
  }
  return std::nullopt;
}

}  // namespace hrfcheck::kernels
