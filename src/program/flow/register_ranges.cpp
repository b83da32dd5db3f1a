// Intervals, forward over the control flow of one thread (Cousot and Cousot, POPL 1977). Where a register
// still grows after some visits, it grows to the next constant of the thread's code or power of two, so
// `if (n < 100) n *= 2;` has an end; a branch on a comparison with it makes its range smaller on either side.
// Numbers from 2^48 on may be addresses, with which operators compute in another way (arithmetic.cpp): of
// them nothing is known.

#include "program/flow/register_ranges.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <set>

#include "program/expr/arithmetic.h"
#include "program/expr/expr_parts.h"
#include "program/expr/operators.h"
#include "program/expr/substitute.h"
#include "program/flow/control_flow.h"
#include "program/ir/operands.h"

namespace hrfcheck::inline program {
namespace {

using Wide = __int128;

constexpr Range kAnything{std::numeric_limits<Value>::min(), std::numeric_limits<Value>::max()};
constexpr Range kTruth{0, 1};

bool mayBeAddress(Range range) {
  return range.high >= kAddressBase;
}

/// All numbers of a kind, as registers hold them.
Range numbersOf(IntegerKind kind) {
  if (kind.bits >= 64) {
    return kAnything;
  }
  const Value ofBits = Value{1} << (kind.isSigned ? kind.bits - 1 : kind.bits);
  return {kind.isSigned ? -ofBits : 0, ofBits - 1};
}

Range united(Range a, Range b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

/// What evaluating an expression gives, and whether a result may not fit.
struct Evaluated {
  Range range;
  bool overflows = false;
};

class Evaluation {
 public:
  explicit Evaluation(const std::vector<Range>& registers) : registers_(registers) {}

  Evaluated of(const Expr& expr) const {
    return std::visit(Overloaded{[](const ConstantExpr& e) {
                                   return Evaluated{{e.value, e.value}};
                                 },
                                 [&](const RegisterExpr& e) { return Evaluated{registers_[e.reg]}; },
                                 [&](const UnaryExpr& e) { return unary(e); },
                                 [&](const BinaryExpr& e) { return binary(e); },
                                 [&](const SelectExpr& e) {
                                   const Evaluated yes = of(*e.whenTrue);
                                   const Evaluated no = of(*e.whenFalse);
                                   const bool overflows =
                                       of(*e.condition).overflows || yes.overflows || no.overflows;
                                   return Evaluated{united(yes.range, no.range), overflows};
                                 }},
                      expr.node);
  }

  /// The exact result of a sum, where no operand is a large number without sign that is held as a negative
  /// one, and whether it is one of the kind: nothing wraps around.
  static bool fits(Wide low, Wide high, IntegerKind kind) {
    const Range all = numbersOf(kind);
    return all.low <= low && high <= all.high;
  }

 private:
  Evaluated unary(const UnaryExpr& e) const {
    const Evaluated operand = of(*e.operand);
    if (e.op == UnaryOp::LogicalNot) {
      return {kTruth, operand.overflows};
    }
    if (mayBeAddress(operand.range)) {
      return {kAnything, operand.overflows || e.kind.strict};
    }
    if (e.op == UnaryOp::Minus) {
      return ofExact(-Wide{operand.range.high}, -Wide{operand.range.low}, e.kind, operand.overflows);
    }
    const bool same = e.op == UnaryOp::Convert && fits(operand.range.low, operand.range.high, e.kind);
    return {same ? operand.range : isFurther(e.op) ? kAnything : numbersOf(e.kind), operand.overflows};
  }

  Evaluated binary(const BinaryExpr& e) const {
    const Evaluated left = of(*e.left);
    const Evaluated right = of(*e.right);
    const bool overflows = left.overflows || right.overflows;
    if (givesTruth(e.op)) {
      return {kTruth, overflows};
    }
    const Range a = left.range;
    const Range b = right.range;
    const bool large = !e.kind.isSigned && e.kind.bits >= 64 && (a.low < 0 || b.low < 0);
    if (isFurther(e.op) || large || mayBeAddress(a) || mayBeAddress(b)) {
      return {kAnything, overflows || e.kind.strict};
    }
    switch (e.op) {
      case BinaryOp::Add:
        return ofExact(Wide{a.low} + b.low, Wide{a.high} + b.high, e.kind, overflows);
      case BinaryOp::Sub:
        return ofExact(Wide{a.low} - b.high, Wide{a.high} - b.low, e.kind, overflows);
      case BinaryOp::Mul:
        return product(a, b, e.kind, overflows);
      case BinaryOp::Shl:
        if (0 <= a.low && 0 <= b.low && b.high < std::min<Value>(e.kind.bits, 62)) {
          return ofExact(Wide{a.low} << b.low, Wide{a.high} << b.high, e.kind, overflows);
        }
        return {numbersOf(e.kind), true};
      case BinaryOp::Min:
      case BinaryOp::Max:
        return e.op == BinaryOp::Min
                   ? Evaluated{{std::min(a.low, b.low), std::min(a.high, b.high)}, overflows}
                   : Evaluated{{std::max(a.low, b.low), std::max(a.high, b.high)}, overflows};
      case BinaryOp::And:
        return {0 <= b.low ? Range{0, b.high} : 0 <= a.low ? Range{0, a.high} : numbersOf(e.kind), overflows};
      case BinaryOp::Rem:
      case BinaryOp::Shr:
        return {0 <= a.low && 0 <= b.low ? Range{0, a.high} : numbersOf(e.kind), overflows};
      case BinaryOp::Div:
        return {0 <= a.low && 0 <= b.low ? Range{0, a.high} : numbersOf(e.kind),
                overflows || !(0 <= a.low && 0 <= b.low)};
      default:
        return {numbersOf(e.kind), overflows};
    }
  }

  static Evaluated product(Range a, Range b, IntegerKind kind, bool overflows) {
    const auto [low, high] =
        std::minmax({Wide{a.low} * b.low, Wide{a.low} * b.high, Wide{a.high} * b.low, Wide{a.high} * b.high});
    return ofExact(low, high, kind, overflows);
  }

  static Evaluated ofExact(Wide low, Wide high, IntegerKind kind, bool overflows) {
    if (fits(low, high, kind)) {
      return {{static_cast<Value>(low), static_cast<Value>(high)}, overflows};
    }
    return {numbersOf(kind), overflows || (kind.strict && kind.isSigned)};
  }

  const std::vector<Range>& registers_;
};

/// The comparison that holds where the operands are exchanged.
BinaryOp mirrored(BinaryOp op) {
  switch (op) {
    case BinaryOp::Lt:
      return BinaryOp::Gt;
    case BinaryOp::Le:
      return BinaryOp::Ge;
    case BinaryOp::Gt:
      return BinaryOp::Lt;
    case BinaryOp::Ge:
      return BinaryOp::Le;
    default:
      return op;
  }
}

}  // namespace

class RangeFlow {
 public:
  RangeFlow(const Thread& thread, std::vector<std::optional<std::vector<Range>>>& before, PacedLook& look)
      : thread_(thread), before_(before), visits_(thread.instructions.size() + 1, 0), look_(look) {
    for (Value power = 1; power < kAddressBase; power *= 2) {
      steps_.insert({power, -power});
    }
    for (const Instruction& instruction : thread.instructions) {
      noteConstants(instruction.operation);
    }
  }

  void run() {
    std::vector<Range> start;
    for (RegisterId r = 0; r < thread_.registers.size(); ++r) {
      const Value value = r < thread_.initialRegisters.size() ? thread_.initialRegisters[r] : 0;
      start.push_back({value, value});
    }
    flowTo(0, start);
    while (!work_.empty()) {
      const std::uint32_t at = work_.front();
      work_.pop_front();
      look_.spend(1 + thread_.registers.size());
      if (at < thread_.instructions.size()) {
        pass(at, *before_[at]);
      }
    }
  }

 private:
  void noteConstants(const Operation& operation) {
    for (const ExprPtr& value : operandsOf(operation).values) {
      forEachPart(*value, [&](const Expr& part) {
        if (const auto* constant = std::get_if<ConstantExpr>(&part.node)) {
          steps_.insert(constant->value);
        }
      });
    }
  }

  void pass(std::uint32_t at, std::vector<Range> state) {
    const Instruction& instruction = thread_.instructions[at];
    const Exits exits = exitsOf(thread_, at);
    const auto* branch = std::get_if<BranchOp>(&instruction.operation);
    if (branch != nullptr && !instruction.predicate) {
      std::vector<Range> stays = state;
      if (narrow(*branch->condition, true, state)) {
        flowTo(exits.taken, state);
      }
      if (narrow(*branch->condition, false, stays)) {
        flowTo(exits.next, stays);
      }
      return;
    }
    const std::vector<Range> unchanged = state;
    if (const auto* assign = std::get_if<AssignOp>(&instruction.operation)) {
      state[assign->target] = Evaluation(unchanged).of(*assign->value).range;
    } else {
      for (const RegisterId target : targetsOf(instruction.operation)) {
        state[target] = kAnything;
      }
    }
    flowTo(exits.taken, state);
    if (instruction.predicate || exits.next != exits.taken) {
      flowTo(exits.next, unchanged);
    }
  }

  /// What is known where a condition holds or does not; false where that cannot be.
  static bool narrow(const Expr& condition, bool holds, std::vector<Range>& state) {
    if (const auto* no = std::get_if<UnaryExpr>(&condition.node);
        no != nullptr && no->op == UnaryOp::LogicalNot) {
      return narrow(*no->operand, !holds, state);
    }
    if (const auto* e = std::get_if<BinaryExpr>(&condition.node); e != nullptr && isComparison(e->op)) {
      const BinaryOp op = holds ? e->op : traitsOf(e->op).opposite;
      return narrowLeft(op, *e->left, *e->right, e->kind, state) &&
             narrowLeft(mirrored(op), *e->right, *e->left, e->kind, state);
    }
    return true;
  }

  static bool narrowLeft(BinaryOp op, const Expr& left, const Expr& right, IntegerKind kind,
                         std::vector<Range>& state) {
    const auto* reg = std::get_if<RegisterExpr>(&left.node);
    const Range other = Evaluation(state).of(right).range;
    if (reg == nullptr || (!kind.isSigned && (other.low < 0 || state[reg->reg].low < 0))) {
      return true;
    }
    Range& own = state[reg->reg];
    const bool strictly = op == BinaryOp::Lt || op == BinaryOp::Gt;
    if (op == BinaryOp::Lt || op == BinaryOp::Le || op == BinaryOp::Eq) {
      if (strictly && other.high == kAnything.low) {
        return false;
      }
      own.high = std::min(own.high, other.high - (strictly ? 1 : 0));
    }
    if (op == BinaryOp::Gt || op == BinaryOp::Ge || op == BinaryOp::Eq) {
      if (strictly && other.low == kAnything.high) {
        return false;
      }
      own.low = std::max(own.low, other.low + (strictly ? 1 : 0));
    }
    if (op == BinaryOp::Ne && other.low == other.high && own.low < own.high) {
      own.low += own.low == other.low ? 1 : 0;
      own.high -= own.high == other.high ? 1 : 0;
    }
    return own.low <= own.high;
  }

  void flowTo(std::uint32_t at, const std::vector<Range>& state) {
    if (!before_[at]) {
      before_[at] = state;
      work_.push_back(at);
      return;
    }
    std::vector<Range> known = *before_[at];
    for (RegisterId r = 0; r < known.size(); ++r) {
      const Range all = united(known[r], state[r]);
      known[r] = all == known[r] || visits_[at] < kVisits ? all : widened(known[r], all);
    }
    if (known != *before_[at]) {
      before_[at] = std::move(known);
      ++visits_[at];
      work_.push_back(at);
    }
  }

  Range widened(Range old, Range now) const {
    if (now.low < old.low) {
      const auto below = steps_.upper_bound(now.low);
      now.low = below == steps_.begin() ? kAnything.low : *std::prev(below);
    }
    if (now.high > old.high) {
      const auto above = steps_.lower_bound(now.high);
      now.high = above == steps_.end() ? kAnything.high : *above;
    }
    return now;
  }

  static constexpr unsigned kVisits = 3;

  const Thread& thread_;
  std::vector<std::optional<std::vector<Range>>>& before_;
  std::vector<unsigned> visits_;
  std::set<Value> steps_;  ///< constants of the code
  std::deque<std::uint32_t> work_;
  PacedLook& look_;
};

RegisterRanges::RegisterRanges(const Thread& thread, PacedLook& look)
    : before_(thread.instructions.size() + 1) {
  RangeFlow(thread, before_, look).run();
}

bool RegisterRanges::mayOverflow(std::uint32_t instruction, const Expr& expr) const {
  return !isUnreached(instruction) && Evaluation(*before_[instruction]).of(expr).overflows;
}

bool RegisterRanges::moves(std::uint32_t instruction, const Expr& expr, RegisterId reg, bool up) const {
  const auto* sum = std::get_if<BinaryExpr>(&expr.node);
  if (sum == nullptr || isUnreached(instruction) || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Sub)) {
    return false;
  }
  const auto* own = std::get_if<RegisterExpr>(&sum->left->node);
  const std::optional<Value> step = constantValue(*sum->right);
  if (own == nullptr || own->reg != reg || !step || *step == 0) {
    return false;
  }
  const Wide by = sum->op == BinaryOp::Add ? Wide{*step} : -Wide{*step};
  const Range range = (*before_[instruction])[reg];
  const bool large = (!sum->kind.isSigned && sum->kind.bits >= 64 && range.low < 0) || mayBeAddress(range);
  return (by > 0) == up && !large && Evaluation::fits(range.low + by, range.high + by, sum->kind);
}

}  // namespace hrfcheck::inline program
