// Bounds by abstract interpretation, one pass over the unrolled thread: how large the integers of a register
// may be, and how far its addresses may lie from a location. Most tests are far from the range of addresses
// (2^48) and from the ends of their types, and then nothing of this matters; sets of values would be more
// exact, and are not needed for that.

#include "program/structure/address_overflow.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

#include "program/expr/addresses.h"
#include "program/expr/operators.h"
#include "program/unroll/forward_pass.h"

namespace hrfcheck::inline program {
namespace {

using Magnitude = std::uint64_t;
constexpr Magnitude kAny = std::numeric_limits<Magnitude>::max();

Magnitude sum(Magnitude a, Magnitude b) {
  return a > kAny - b ? kAny : a + b;
}
Magnitude product(Magnitude a, Magnitude b) {
  return b != 0 && a > kAny / b ? kAny : a * b;
}

/// Values that there may be: integers up to a magnitude, and addresses up to a distance from a location.
struct Bound {
  std::optional<Magnitude> integers;
  std::optional<Magnitude> addresses;

  void add(const Bound& other) {
    widen(integers, other.integers);
    widen(addresses, other.addresses);
  }
  Magnitude largestInteger() const { return integers.value_or(0); }

 private:
  static void widen(std::optional<Magnitude>& mine, const std::optional<Magnitude>& others) {
    if (others) {
      mine = std::max(mine.value_or(0), *others);
    }
  }
};

constexpr Bound kTruth{Magnitude{1}, std::nullopt};
constexpr Bound kAnything{kAny, Magnitude{kAddressStride}};

Magnitude magnitude(Value v) {
  return v < 0 ? Magnitude{0} - static_cast<Magnitude>(v) : static_cast<Magnitude>(v);
}

Bound boundOf(const Program& program, Value v) {
  if (!isAddress(v)) {
    return {magnitude(v), std::nullopt};
  }
  return {std::nullopt, program.locationAt(v) ? Magnitude{0} : Magnitude{kAddressStride}};
}

/// What an operator makes of integers alone.
Magnitude ofIntegers(BinaryOp op, Magnitude left, Magnitude right) {
  switch (groupOf(op)) {
    case OperatorGroup::Sum:
      return op == BinaryOp::Mul ? product(left, right) : sum(left, right);
    case OperatorGroup::Quotient:
    case OperatorGroup::Index:
      return left;
    case OperatorGroup::Bits:
      return std::max(left, right) > kAny / 2 ? kAny : std::bit_ceil(std::max(left, right) + 1);
    case OperatorGroup::Shift:
      return op == BinaryOp::Shr ? left : kAny;  // but for constants, see below
    case OperatorGroup::Extreme:
      return std::max(left, right);
    case OperatorGroup::Equality:
    case OperatorGroup::Order:
    case OperatorGroup::Logical:
      return 1;
    case OperatorGroup::Further:
      break;
  }
  return kAny;
}

/// The largest magnitude of the integers of a kind.
Magnitude largestOf(IntegerKind kind) {
  const unsigned bits = kind.bits - (kind.isSigned || kind.bits >= 64 ? 1U : 0U);
  return Magnitude{1} << bits;
}

/// Whether an operator may make a large unsigned number of small ones: what is below 0 wraps around, and
/// numbers of 64 bits from 2^63 on are held as small negative ones (integer_kind.h).
bool mayTurnLarge(BinaryOp op, IntegerKind kind) {
  return !kind.isSigned &&
         (kind.bits >= 64 ? op != BinaryOp::Add && op != BinaryOp::Sub : op == BinaryOp::Sub);
}

class OverflowWalk : public ForwardDomain<std::vector<Bound>> {
 public:
  OverflowWalk(const EventStructure& structure, ThreadId thread)
      : structure_(structure),
        thread_(structure.program().threads[thread]),
        unrolled_(structure.threads()[thread]),
        id_(thread),
        forges_(thread_.instructions.size(), false) {
    for (const MemoryLocation& location : structure.program().locations) {
      span_ = std::max(span_, magnitude(location.address - kAddressBase));
    }
  }

  using Registers = std::vector<Bound>;

  std::vector<bool> run() {
    Registers initial;
    for (RegisterId r = 0; r < thread_.registers.size(); ++r) {
      initial.push_back(boundOf(structure_.program(),
                                r < thread_.initialRegisters.size() ? thread_.initialRegisters[r] : 0));
    }
    ForwardPass(*this, thread_, unrolled_).run(std::move(initial));
    return std::move(forges_);
  }

  void come(const PassPlace& at, const Registers&) { instruction_ = at.node.instruction; }

  using ForwardDomain::sides;
  Sides<Registers> sides(const PassPlace&, Registers registers, const BranchOp& branch) {
    of(*branch.condition, registers);
    return both(std::move(registers));
  }

  void meet(Registers& known, const Registers& other) {
    for (std::size_t r = 0; r < known.size(); ++r) {
      known[r].add(other[r]);
    }
  }

  void load(const PassPlace& at, const LoadOp& o, Registers& registers) {
    of(*o.address, registers);
    registers[o.target] = readAt(at.id);
  }

  void store(const PassPlace&, const StoreOp& o, Registers& registers) {
    of(*o.address, registers);
    of(*o.value, registers);
  }

  void assign(const PassPlace&, const AssignOp& o, Registers& registers) {
    registers[o.target] = of(*o.value, registers);
  }

  void update(const PassPlace& at, const RmwOperation& o, Registers& registers) {
    of(*o.address, registers);
    if (o.expected) {
      of(*o.expected, registers);
    }
    const Bound operand = of(*o.operand, registers);
    const Bound old = readAt(at.id);
    // Whatever the operator: none makes more of integers than their sum, or the power of two above them.
    const Magnitude most = sum(sum(old.largestInteger(), operand.largestInteger()), 1);
    const bool reaches = largestOf(o.kind) >= magnitude(kAddressBase);
    noteIf(combinesOld(o.op) && reaches && most >= magnitude(kAddressBase) / 2);
    if (o.target) {
      registers[*o.target] = old;
    }
  }

 private:
  void noteIf(bool forges) { forges_[instruction_] = forges_[instruction_] || forges; }

  Bound readAt(NodeId n) const {
    Bound bound;
    const EventId read = structure_.eventsOf(id_, n).first;
    for (const LocationId location : structure_.mayLocations()[read]) {
      for (const Value v : structure_.domain(read, location)) {
        bound.add(boundOf(structure_.program(), v));
      }
    }
    return bound;
  }

  Bound of(const Expr& expr, const Registers& registers) {
    return std::visit(
        Overloaded{[&](const ConstantExpr& e) { return boundOf(structure_.program(), e.value); },
                   [&](const RegisterExpr& e) { return registers[e.reg]; },
                   [&](const UnaryExpr& e) { return unary(e, of(*e.operand, registers)); },
                   [&](const BinaryExpr& e) { return binary(e, registers); },
                   [&](const SelectExpr& e) {
                     of(*e.condition, registers);
                     Bound either = of(*e.whenTrue, registers);
                     either.add(of(*e.whenFalse, registers));
                     return either;
                   }},
        expr.node);
  }

  /// What an operator of this kind makes of integers, which without wrapping around would be that large.
  Bound integer(Magnitude most, IntegerKind kind) {
    const Magnitude largest = largestOf(kind);
    const Magnitude made = std::min(most, largest);
    noteIf((kind.strict && kind.isSigned && most >= largest) || made >= magnitude(kAddressBase));
    return {made, std::nullopt};
  }

  Bound unary(const UnaryExpr& expr, const Bound& operand) {
    switch (expr.op) {
      case UnaryOp::LogicalNot:
        return kTruth;
      case UnaryOp::Assert:
      case UnaryOp::Undefined:
        return operand;
      case UnaryOp::Convert: {
        Bound result = operand;
        result.integers = operand.integers ? std::optional(largestOf(expr.kind)) : std::nullopt;
        return result;
      }
      case UnaryOp::Minus:
      case UnaryOp::BitNot:
        break;
    }
    const bool large = mayTurnLarge(BinaryOp::Sub, expr.kind);
    const Bound result = operand.integers
                             ? integer(large ? largestOf(expr.kind) : sum(*operand.integers, 1), expr.kind)
                             : Bound();
    return operand.addresses ? kAnything : result;
  }

  Bound binary(const BinaryExpr& expr, const Registers& registers) {
    const Bound left = of(*expr.left, registers);
    const Bound right = of(*expr.right, registers);
    if (givesTruth(expr.op)) {
      return kTruth;
    }
    Bound result;
    if (left.integers && right.integers) {
      const auto* by = std::get_if<ConstantExpr>(&expr.right->node);
      const bool shifts = expr.op == BinaryOp::Shl && by != nullptr && by->value >= 0 && by->value <= 62;
      const Magnitude most = shifts ? product(*left.integers, Magnitude{1} << by->value)
                                    : ofIntegers(expr.op, *left.integers, *right.integers);
      result = integer(mayTurnLarge(expr.op, expr.kind) ? kAny : most, expr.kind);
    }
    if (left.addresses || right.addresses) {
      result.add(withAddress(expr.op, left, right));
    }
    return result;
  }

  /// Where at least one operand is an address.
  Bound withAddress(BinaryOp op, const Bound& left, const Bound& right) const {
    const bool both = left.addresses && right.addresses;
    if (op == BinaryOp::Min || op == BinaryOp::Max) {
      Bound either = left;
      either.add(right);
      return either;
    }
    if (op != BinaryOp::Sub && (op != BinaryOp::Add || both)) {
      return kAnything;
    }
    const Magnitude away = sum(std::max(left.addresses.value_or(0), right.addresses.value_or(0)),
                               std::max(left.largestInteger(), right.largestInteger()));
    if (away >= magnitude(kAddressStride) || (op == BinaryOp::Sub && right.addresses && left.integers)) {
      return kAnything;  // it may leave the range
    }
    Bound result{std::nullopt, away};
    if (both) {
      result.integers = sum(span_, sum(*left.addresses, *right.addresses));
    }
    return result;
  }

  const EventStructure& structure_;
  const Thread& thread_;
  const UnrolledThread& unrolled_;
  ThreadId id_;
  Magnitude span_ = 0;             ///< between the first and the last address
  std::uint32_t instruction_ = 0;  ///< that is passed
  std::vector<bool> forges_;
};

}  // namespace

std::vector<bool> mayOverflow(const EventStructure& structure, ThreadId thread) {
  return OverflowWalk(structure, thread).run();
}

}  // namespace hrfcheck::inline program
