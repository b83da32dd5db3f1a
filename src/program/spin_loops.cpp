// Loops by their backward jumps, and which of them only wait.
//
// A loop is the range of instructions from the target of a backward jump to the jump. Ranges that overlap
// without one containing the other are united, so loops are nested or apart, whatever the code looks like.
//
// Whether a loop spins is decided by walking every path of one round symbolically: what a register holds is
// an expression over the registers at the head and over the values read (fresh symbols). A compare-and-swap
// that would succeed on a path back to the head spoils the loop, unless the path's own branches contradict
// the success: the symbol of its read is put equal to what it expects, and a branch condition that then
// becomes a constant of the wrong kind shows that the path cannot be taken. Folding is structural (x == x);
// where it does not see a contradiction the loop counts as an ordinary one, which is unrolled and bounded.
//
// Why one earlier round is enough: a round that goes back to the head writes nothing, and no register but
// those that each such round writes anew comes out of it, so leaving rounds out gives an execution of the
// same program with fewer reads. A race of a read in round k is kept by leaving out all rounds but k and the
// last.

#include "program/spin_loops.h"

#include <algorithm>
#include <map>
#include <set>

#include "util/overloaded.h"

namespace hrfcheck {
namespace {

std::optional<std::uint32_t> jumpTarget(const Operation& operation) {
  if (const auto* branch = std::get_if<BranchOp>(&operation)) {
    return branch->target;
  }
  if (const auto* jump = std::get_if<JumpOp>(&operation)) {
    return jump->target;
  }
  return std::nullopt;
}

bool overlapOnly(const Loop& a, const Loop& b) {
  const bool apart = a.last < b.head || b.last < a.head;
  const bool nested = (a.head <= b.head && b.last <= a.last) || (b.head <= a.head && a.last <= b.last);
  return !apart && !nested;
}

/// Loops nested or apart; one loop for each head.
std::vector<Loop> loopRanges(const Thread& thread) {
  std::vector<Loop> loops;
  for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
    const auto target = jumpTarget(thread.instructions[i].operation);
    if (target && *target <= i) {
      loops.push_back({*target, i});
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t a = 0; a < loops.size() && !changed; ++a) {
      for (std::size_t b = a + 1; b < loops.size() && !changed; ++b) {
        if (loops[a].head == loops[b].head || overlapOnly(loops[a], loops[b])) {
          loops[a] = {std::min(loops[a].head, loops[b].head), std::max(loops[a].last, loops[b].last)};
          loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(b));
          changed = true;
        }
      }
    }
  }
  std::sort(loops.begin(), loops.end(), [](const Loop& a, const Loop& b) {
    return a.head != b.head ? a.head < b.head : a.last > b.last;
  });
  return loops;
}

bool sameExpr(const Expr& a, const Expr& b) {
  return std::visit(
      Overloaded{[](const ConstantExpr& x, const ConstantExpr& y) { return x.value == y.value; },
                 [](const RegisterExpr& x, const RegisterExpr& y) { return x.reg == y.reg; },
                 [](const UnaryExpr& x, const UnaryExpr& y) {
                   return x.op == y.op && sameExpr(*x.operand, *y.operand);
                 },
                 [](const BinaryExpr& x, const BinaryExpr& y) {
                   return x.op == y.op && sameExpr(*x.left, *y.left) && sameExpr(*x.right, *y.right);
                 },
                 [](const SelectExpr& x, const SelectExpr& y) {
                   return sameExpr(*x.condition, *y.condition) && sameExpr(*x.whenTrue, *y.whenTrue) &&
                          sameExpr(*x.whenFalse, *y.whenFalse);
                 },
                 [](const auto&, const auto&) { return false; }},
      a.node, b.node);
}

std::optional<Value> constantValue(const Expr& expr) {
  const auto* c = std::get_if<ConstantExpr>(&expr.node);
  return c == nullptr ? std::nullopt : std::optional(c->value);
}

ExprPtr foldBinary(BinaryOp op, ExprPtr left, ExprPtr right) {
  const auto a = constantValue(*left);
  const auto b = constantValue(*right);
  if (a && b) {
    if (const auto value = apply(op, *a, *b)) {
      return constant(*value);
    }
  }
  if (sameExpr(*left, *right)) {
    if (op == BinaryOp::Eq || op == BinaryOp::Le || op == BinaryOp::Ge) {
      return constant(1);
    }
    if (op == BinaryOp::Ne || op == BinaryOp::Lt || op == BinaryOp::Gt) {
      return constant(0);
    }
  }
  if (op == BinaryOp::LogicalAnd && ((a && *a == 0) || (b && *b == 0))) {
    return constant(0);
  }
  if (op == BinaryOp::LogicalOr && ((a && *a != 0) || (b && *b != 0))) {
    return constant(1);
  }
  return binary(op, std::move(left), std::move(right));
}

/// The expression with registers replaced, constants folded.
ExprPtr substitute(const ExprPtr& expr, const std::map<RegisterId, ExprPtr>& values) {
  return std::visit(
      Overloaded{[&](const ConstantExpr&) { return expr; },
                 [&](const RegisterExpr& e) {
                   const auto found = values.find(e.reg);
                   return found == values.end() ? expr : found->second;
                 },
                 [&](const UnaryExpr& e) {
                   ExprPtr operand = substitute(e.operand, values);
                   const auto c = constantValue(*operand);
                   const auto value = c ? apply(e.op, *c) : std::nullopt;
                   return value ? constant(*value) : unary(e.op, std::move(operand));
                 },
                 [&](const BinaryExpr& e) {
                   return foldBinary(e.op, substitute(e.left, values), substitute(e.right, values));
                 },
                 [&](const SelectExpr& e) {
                   const ExprPtr condition = substitute(e.condition, values);
                   if (const auto c = constantValue(*condition)) {
                     return substitute(*c != 0 ? e.whenTrue : e.whenFalse, values);
                   }
                   return select(condition, substitute(e.whenTrue, values), substitute(e.whenFalse, values));
                 }},
      expr->node);
}

struct Uses {
  std::vector<RegisterId> read;
  std::optional<RegisterId> written;
};

Uses usesOf(const Instruction& instruction) {
  Uses uses;
  const auto reads = [&](const ExprPtr& expr) {
    if (expr) {
      const std::vector<RegisterId> registers = registersOf(*expr);
      uses.read.insert(uses.read.end(), registers.begin(), registers.end());
    }
  };
  if (instruction.predicate) {
    uses.read.push_back(instruction.predicate->reg);
  }
  std::visit(
      Overloaded{[&](const LoadOp& o) {
                   reads(o.address);
                   uses.written = o.target;
                 },
                 [&](const StoreOp& o) {
                   reads(o.address);
                   reads(o.value);
                 },
                 [&](const RmwOperation& o) {
                   reads(o.address);
                   reads(o.operand);
                   reads(o.expected);
                   uses.written = o.target;
                 },
                 [&](const AssignOp& o) {
                   reads(o.value);
                   uses.written = o.target;
                 },
                 [&](const BranchOp& o) { reads(o.condition); }, [](const FenceOp&) {},
                 [](const BarrierOp&) {}, [](const JumpOp&) {}, [](const ExitOp&) {}, [](const NopOp&) {}},
      instruction.operation);
  return uses;
}

/// A compare-and-swap on a path, with what it expects.
struct Swap {
  RegisterId symbol;
  ExprPtr expected;
};

/// One path of a round, from the head to where it leaves the loop or comes back to the head.
struct Path {
  std::uint32_t at = 0;
  std::map<RegisterId, ExprPtr> values;         ///< registers written so far
  std::vector<std::pair<ExprPtr, bool>> taken;  ///< branch conditions, and whether they held
  std::vector<Swap> swaps;
  bool stores = false;
};

class SpinCheck {
 public:
  SpinCheck(const Thread& thread, const Loop& loop) : thread_(thread), loop_(loop) {
    firstSymbol_ = static_cast<RegisterId>(thread.registers.size());
    nextSymbol_ = firstSymbol_;
    for (std::uint32_t i = loop.head; i <= loop.last; ++i) {
      if (const auto written = usesOf(thread.instructions[i]).written) {
        writes_.insert(*written);
      }
    }
  }

  bool run() {
    if (enteredInTheMiddle()) {
      return false;
    }
    Path start;
    start.at = loop_.head;
    walk(std::move(start));
    return !spoilt_ && waits_ && outcomesOfLastRoundOnly();
  }

 private:
  static constexpr std::size_t kMostPaths = 256;

  bool inside(std::uint32_t i) const { return loop_.head <= i && i <= loop_.last; }

  bool enteredInTheMiddle() const {
    for (std::uint32_t i = 0; i < thread_.instructions.size(); ++i) {
      const auto target = jumpTarget(thread_.instructions[i].operation);
      if (target && !inside(i) && inside(*target) && *target != loop_.head) {
        return true;
      }
    }
    return false;
  }

  bool outcomesOfLastRoundOnly() const {
    return std::all_of(leaving_.begin(), leaving_.end(), [&](const std::set<RegisterId>& written) {
      return std::all_of(writes_.begin(), writes_.end(),
                         [&](RegisterId r) { return written.contains(r) || everyRound_.contains(r); });
    });
  }

  static std::set<RegisterId> writtenOn(const Path& path) {
    std::set<RegisterId> result;
    for (const auto& [reg, value] : path.values) {
      result.insert(reg);
    }
    return result;
  }

  void walk(Path path) {
    while (!spoilt_) {
      if (!inside(path.at)) {
        leave(path);
        return;
      }
      const Instruction& instruction = thread_.instructions[path.at];
      if (!readsAreFresh(instruction, path)) {
        spoilt_ = true;
        return;
      }
      if (instruction.predicate) {
        // Run or skipped: such rounds are not worth following.
        spoilt_ = true;
        return;
      }
      if (const auto* branch = std::get_if<BranchOp>(&instruction.operation)) {
        const ExprPtr condition = substitute(branch->condition, path.values);
        Path jumps = path;
        jumps.taken.emplace_back(condition, true);
        follow(std::move(jumps), branch->target);
        path.taken.emplace_back(condition, false);
        path.at += 1;
        continue;
      }
      if (const auto* jump = std::get_if<JumpOp>(&instruction.operation)) {
        follow(std::move(path), jump->target);
        return;
      }
      if (std::holds_alternative<ExitOp>(instruction.operation)) {
        leave(path);
        return;
      }
      execute(instruction, path);
      path.at += 1;
    }
  }

  void follow(Path path, std::uint32_t target) {
    if (target == loop_.head) {
      comeBack(path);
    } else if (target <= path.at) {
      spoilt_ = true;  // a loop inside
    } else {
      path.at = target;
      walk(std::move(path));
    }
  }

  bool readsAreFresh(const Instruction& instruction, const Path& path) const {
    const Uses uses = usesOf(instruction);
    return std::all_of(uses.read.begin(), uses.read.end(),
                       [&](RegisterId r) { return !writes_.contains(r) || path.values.contains(r); });
  }

  void execute(const Instruction& instruction, Path& path) {
    std::visit(
        Overloaded{[&](const LoadOp& o) { path.values[o.target] = registerRef(nextSymbol_++); },
                   [&](const StoreOp&) { path.stores = true; },
                   [&](const RmwOperation& o) { executeRmw(o, path); },
                   [&](const AssignOp& o) {
                     ExprPtr value = substitute(o.value, path.values);
                     path.values[o.target] = std::move(value);
                   },
                   [&](const BarrierOp&) { path.stores = true; }, [](const FenceOp&) {},
                   [](const BranchOp&) {}, [](const JumpOp&) {}, [](const ExitOp&) {}, [](const NopOp&) {}},
        instruction.operation);
  }

  void executeRmw(const RmwOperation& o, Path& path) {
    const RegisterId symbol = nextSymbol_++;
    if (o.op == RmwOp::CompareSwap) {
      path.swaps.push_back({symbol, substitute(o.expected, path.values)});
    } else {
      path.stores = true;
    }
    if (o.target) {
      path.values[*o.target] = registerRef(symbol);
    }
  }

  bool dependsOnRead(const Expr& expr) const {
    const std::vector<RegisterId> registers = registersOf(expr);
    return std::any_of(registers.begin(), registers.end(), [&](RegisterId r) { return r >= firstSymbol_; });
  }

  void leave(const Path& path) {
    countPath();
    leaving_.push_back(writtenOn(path));
    waits_ = waits_ || std::any_of(path.taken.begin(), path.taken.end(),
                                   [&](const auto& t) { return dependsOnRead(*t.first); });
  }

  void comeBack(const Path& path) {
    countPath();
    const bool writes = path.stores || std::any_of(path.swaps.begin(), path.swaps.end(), [&](const Swap& s) {
                          return !contradictsSuccess(path, s);
                        });
    spoilt_ = spoilt_ || writes;
    const std::set<RegisterId> written = writtenOn(path);
    if (!comesBack_) {
      everyRound_ = written;
      comesBack_ = true;
    } else {
      std::erase_if(everyRound_, [&](RegisterId r) { return !written.contains(r); });
    }
  }

  static bool contradictsSuccess(const Path& path, const Swap& swap) {
    const std::map<RegisterId, ExprPtr> success{{swap.symbol, swap.expected}};
    return std::any_of(path.taken.begin(), path.taken.end(), [&](const auto& t) {
      const auto value = constantValue(*substitute(t.first, success));
      return value && (*value != 0) != t.second;
    });
  }

  void countPath() { spoilt_ = spoilt_ || ++paths_ > kMostPaths; }

  const Thread& thread_;
  const Loop& loop_;
  std::set<RegisterId> writes_;  ///< registers that the loop writes
  RegisterId firstSymbol_ = 0;
  RegisterId nextSymbol_ = 0;
  bool spoilt_ = false;
  bool waits_ = false;
  bool comesBack_ = false;
  std::size_t paths_ = 0;
  std::vector<std::set<RegisterId>> leaving_;  ///< by path that leaves: what it wrote
  std::set<RegisterId> everyRound_;            ///< what every path back to the head wrote
};

}  // namespace

std::vector<Loop> findLoops(const Thread& thread) {
  std::vector<Loop> loops = loopRanges(thread);
  for (Loop& loop : loops) {
    loop.spin = SpinCheck(thread, loop).run();
  }
  return loops;
}

}  // namespace hrfcheck
