// Which loops (loop_ranges.h) only wait.
//
// Whether a loop spins is decided by walking every path of one round symbolically: what a register holds is
// an expression over the registers at the head and over the values read (fresh symbols). A compare-and-swap
// that would succeed on a path back to the head spoils the loop, unless the path's own branches contradict
// the success: the symbol of its read is put equal to what it expects, and a branch condition that then
// becomes a constant of the wrong kind shows that the path cannot be taken. Folding is structural (x == x);
// where it does not see a contradiction the loop counts as an ordinary one, which is unrolled and bounded.
//
// Why few earlier rounds are enough: a round that goes back to the head writes nothing, and nothing that it
// read is looked at after the loop, so leaving rounds out gives an execution of the same program with fewer
// reads. For models that hold of an execution with fewer reads when they hold of it (cat/licence/deletion.h)
// one earlier round is enough: a race of a read in round k is kept by leaving out all rounds but k and the
// last. If a model may flag two rounds of one loop together, one more is kept, whatever the model otherwise
// needs (RoundBounds::FewPaired, AllPaired). Other models look at what the earlier rounds acquired together.
// There a round matters only if it reads from another write than the round before, and coherence lets reads
// of one location step forward only; so as many rounds as there are writes to read from show everything
// (roundsThatMatter).
//
// In `while (flag == 0) waited = 1;` what is looked at after the loop tells whether some round went back,
// but not how many: one earlier round is always kept (Loop::leavesBehind).
//
// In `e = 0; while (!compare_exchange(x, &e, 1)) e = 0;` a round reads what the one before has written, but
// that is the same in every round but the first. So the first round stays, too: two earlier ones are enough.
//
// Executions in which the loop never ends have no outcome, but they may race: before the loop, in another
// thread, or in a round. Here all rounds go back to the head, and there are infinitely many. Writes do not
// stay unseen for ever, and the other threads end, wait or spin, too; so from some round on every atomic read
// of a round is of the write that is last in coherence, and since a round follows from what it reads, all
// these rounds are equal. They add nothing to each other: events of equal rounds, next to each other, read
// the same writes, precede the same events (there is nothing after the loop) and follow the same ones, but
// for what the first of them acquires, which the second one has and later ones have likewise. So a finite
// execution stands for them all: as many rounds as the unrolled loop has, the last of which reads what is
// last in coherence (execution/witness/spinning.h). The earlier ones are what they were above: where fewer
// reads suffice, one for the round that races, if it is not one of the last ones; otherwise one for each step
// forward in coherence, and W writes allow W steps between W + 1 different rounds, which is what the
// W earlier rounds and the last one make. Rounds that are missing are made up by repeating the last. Where
// registers are stale the first round stays, as above.
//
// The last round of a loop over ordinary reads is not bound to the last write: models may forbid a read of
// it. In such a loop a round more or less reads what the model lets it read; the rounds above are enough by
// the same count, as far as the model makes ordinary reads of one location step forward.
//
// `do { while (x != 1) ; ... } while (c);` has one head for two loops. Where the range up to one of the
// earlier jumps spins by itself, it is a loop inside of the other; else there is one loop.

#include "program/unroll/spin_loops.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "program/expr/addresses.h"
#include "program/expr/expr_parts.h"
#include "program/expr/substitute.h"
#include "program/flow/control_flow.h"
#include "program/flow/live_registers.h"
#include "program/flow/outside_models.h"
#include "program/ir/operands.h"
#include "program/unroll/loop_ranges.h"
#include "program/unroll/silent_updates.h"

namespace hrfcheck::inline program {
namespace {

/// A compare-and-swap on a path, with what it expects.
struct Swap {
  RegisterId symbol;
  ExprPtr expected;
};

/// Another read-modify-write on a path, or a load. An update may leave its location as it is.
struct Access {
  std::uint32_t instruction;
  RegisterId symbol;
  const RmwOperation* update = nullptr;  ///< null for what stores nothing, or what Swap is about
  ExprPtr operand = nullptr;             ///< of an update
};

/// One path of a round, from the head to where it leaves the loop or comes back to the head.
struct Path {
  std::uint32_t at = 0;
  std::map<RegisterId, ExprPtr> values;         ///< registers written so far
  std::map<RegisterId, std::size_t> sizes;      ///< of those of them that are no single symbol
  std::vector<std::pair<ExprPtr, bool>> taken;  ///< branch conditions, and whether they held
  std::vector<Swap> swaps;
  std::vector<Access> accesses;
  bool stores = false;
};

/// A path that leaves the loop: the registers that it wrote, and where it goes.
struct Leaving {
  std::set<RegisterId> written;
  std::uint32_t target;
};

class SpinCheck {
 public:
  SpinCheck(const Thread& thread, const Loop& loop, const LiveRegisters& live, const KnownAccesses& known,
            PacedLook& look)
      : thread_(thread), loop_(loop), liveRegisters_(live), old_(known.old), own_(known.own), look_(look) {
    nameOwnLocations();
    for (std::uint32_t i = loop.head; i <= loop.last; ++i) {
      const std::vector<RegisterId> written = targetsOf(thread.instructions[i].operation);
      writes_.insert(written.begin(), written.end());
    }
    for (const auto& [instruction, location] : own_) {
      if (inside(instruction) &&
          std::holds_alternative<StoreOp>(thread.instructions[instruction].operation)) {
        writes_.insert(names_.at(location));
        ownStored_.insert(names_.at(location));
      }
    }
  }

  /// The loop, with what was found of it.
  Loop run() {
    Loop result = loop_;
    result.spin = spins();
    const bool special =
        std::any_of(stale_.begin(), stale_.end(), [&](RegisterId r) { return !unchanged(r); });
    result.earlierRounds = special ? 2 : 1;
    if (!values_.rewritten.empty()) {
      result.spin = result.spin && !special;
      result.updates = result.spin;
    }
    result.storesOwn = result.spin && storesOwn_;
    result.leavesBehind = result.spin && leavesBehind();
    return result;
  }

  const RoundValues& values() const { return values_; }

 private:
  static constexpr std::size_t kMostPaths = 256;
  static constexpr std::size_t kLargestExpression = 1000;

  bool spins() {
    if (enteredInTheMiddle()) {
      return false;
    }
    Path start;
    start.at = loop_.head;
    walk(std::move(start));
    return !spoilt_ && waits_ && onlyLastRoundShows() && staleAreTheSame();
  }

  /// Registers that stand for the locations of the thread, and after them the symbols of what is read.
  void nameOwnLocations() {
    auto next = static_cast<RegisterId>(thread_.registers.size());
    for (const auto& [instruction, location] : own_) {
      next += names_.emplace(location, next).second ? 1 : 0;
    }
    firstSymbol_ = next;
    nextSymbol_ = next;
  }

  /// The register that stands for the location of a load or store, if that is the thread's own.
  std::optional<RegisterId> ownAt(std::uint32_t instruction) const {
    const auto found = own_.find(instruction);
    return found == own_.end() ? std::nullopt : std::optional(names_.at(found->second));
  }

  bool inside(std::uint32_t i) const { return loop_.contains(i); }

  bool enteredInTheMiddle() const {
    for (std::uint32_t i = 0; i < thread_.instructions.size(); ++i) {
      const auto target = jumpTarget(thread_.instructions[i].operation);
      if (target && !inside(i) && inside(*target) && *target != loop_.head) {
        return true;
      }
    }
    return false;
  }

  /// Whether its value may matter where a path has left the loop. Own locations may.
  bool isLive(RegisterId r, std::uint32_t target) const {
    return r < thread_.registers.size() ? liveRegisters_.live(target, r) : ownStored_.contains(r);
  }

  /// What is looked at after the loop is written by every path that leaves it, or is the same after any
  /// round.
  bool onlyLastRoundShows() const {
    return std::all_of(leaving_.begin(), leaving_.end(), [&](const Leaving& path) {
      return std::all_of(writes_.begin(), writes_.end(), [&](RegisterId r) {
        return path.written.contains(r) || !isLive(r, path.target) || unchanged(r) || sameEveryRound(r);
      });
    });
  }

  /// Whether a path that leaves keeps something that is looked at after the loop as rounds before left it.
  bool leavesBehind() const {
    return std::any_of(leaving_.begin(), leaving_.end(), [&](const Leaving& path) {
      return std::any_of(writes_.begin(), writes_.end(), [&](RegisterId r) {
        return !path.written.contains(r) && isLive(r, path.target) && !unchanged(r);
      });
    });
  }

  bool writtenEveryRound(RegisterId r) const {
    return !goingRound_.empty() && std::all_of(goingRound_.begin(), goingRound_.end(),
                                               [&](const auto& values) { return values.contains(r); });
  }

  /// Whether the registers that a round finds as the round before has left them are the same after each.
  bool staleAreTheSame() const {
    return std::all_of(stale_.begin(), stale_.end(),
                       [&](RegisterId r) { return unchanged(r) || sameEveryRound(r); });
  }

  /// Whether no round that goes back writes it: it holds what it held before the loop (`int done = 0; while
  /// (!done) { if (flag == 0) continue; ...; done = 1; }`).
  bool unchanged(RegisterId r) const {
    return std::none_of(goingRound_.begin(), goingRound_.end(),
                        [&](const auto& values) { return values.contains(r); });
  }

  bool sameEveryRound(RegisterId r) const {
    return writtenEveryRound(r) && neverChanges(*goingRound_.front().at(r)) &&
           std::all_of(goingRound_.begin(), goingRound_.end(), [&](const auto& values) {
             return sameExpr(*values.at(r), *goingRound_.front().at(r));
           });
  }

  bool neverChanges(const Expr& expr) const {
    const std::vector<RegisterId> registers = registersOf(expr);
    return std::all_of(registers.begin(), registers.end(),
                       [&](RegisterId r) { return r < firstSymbol_ && !writes_.contains(r); });
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
      look_.spend(1 + path.taken.size());
      if (!inside(path.at)) {
        leave(path);
        return;
      }
      const Instruction& instruction = thread_.instructions[path.at];
      noteStale(instruction, path);
      if (instruction.predicate && !runs(*instruction.predicate, path)) {
        path.at += 1;
        continue;
      }
      if (const auto* branch = std::get_if<BranchOp>(&instruction.operation)) {
        const ExprPtr condition = substitute(branch->condition, path.values);
        const std::optional<bool> known = decided(path, condition);
        if (known.value_or(true)) {
          Path jumps = path;
          jumps.taken.emplace_back(condition, true);
          follow(std::move(jumps), branch->target);
        }
        if (known.value_or(false)) {
          return;
        }
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

  /// Whether this path executes an instruction with such a predicate. Where that is open, the path is the one
  /// that does, and the other one is walked first.
  bool runs(const Predicate& predicate, Path& path) {
    const ExprPtr reg = registerRef(predicate.reg);
    const ExprPtr condition =
        substitute(predicate.negated ? unary(UnaryOp::LogicalNot, reg) : reg, path.values);
    if (const std::optional<bool> known = decided(path, condition)) {
      return *known;
    }
    Path skips = path;
    skips.taken.emplace_back(condition, false);
    skips.at += 1;
    walk(std::move(skips));
    path.taken.emplace_back(condition, true);
    return true;
  }

  /// What the branches and predicates so far say about a condition.
  static std::optional<bool> decided(const Path& path, const ExprPtr& condition) {
    if (const auto value = constantValue(*condition)) {
      return *value != 0;
    }
    const Truth wanted = truthOf(condition);
    for (const auto& [earlier, held] : path.taken) {
      const Truth known = truthOf(earlier);
      if (sameExpr(*known.expr, *wanted.expr)) {
        return held == (known.negated == wanted.negated);
      }
    }
    return std::nullopt;
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

  void noteStale(const Instruction& instruction, const Path& path) {
    for (const RegisterId r : registersReadBy(instruction)) {
      if (writes_.contains(r) && !path.values.contains(r)) {
        stale_.insert(r);
      }
    }
  }

  void execute(const Instruction& instruction, Path& path) {
    std::visit(Overloaded{[&](const LoadOp& o) { executeLoad(o, path); },
                          [&](const StoreOp& o) { executeStore(o, path); },
                          [&](const RmwOperation& o) { executeRmw(o, path); },
                          [&](const AssignOp& o) { assign(o.target, o.value, path); },
                          [&](const BarrierOp&) { path.stores = true; }, NoValuesMove{}},
               instruction.operation);
  }

  void assign(RegisterId target, const ExprPtr& value, Path& path) {
    const std::size_t size = sizeWith(*value, path);
    if (size > kLargestExpression) {
      spoilt_ = true;  // r = r + r doubles it every time
      return;
    }
    ExprPtr replaced = substitute(value, path.values);
    path.values[target] = std::move(replaced);
    path.sizes[target] = size;
  }

  void executeLoad(const LoadOp& o, Path& path) {
    if (const auto own = ownAt(path.at)) {
      if (writes_.contains(*own) && !path.values.contains(*own)) {
        stale_.insert(*own);
      }
      assign(o.target, registerRef(*own), path);
      return;
    }
    path.accesses.push_back({path.at, nextSymbol_});
    read(o.target, nextSymbol_++, path);
  }

  void executeStore(const StoreOp& o, Path& path) {
    if (const auto own = ownAt(path.at)) {
      storesOwn_ = true;
      assign(*own, o.value, path);
      return;
    }
    path.stores = true;
  }

  /// How large the expression is with the registers replaced: at most so much.
  static std::size_t sizeWith(const Expr& expr, const Path& path) {
    std::size_t size = 0;
    forEachPart(expr, [&](const Expr& part) {
      const auto* reg = std::get_if<RegisterExpr>(&part.node);
      const auto known = reg == nullptr ? path.sizes.end() : path.sizes.find(reg->reg);
      size += 1 + (known == path.sizes.end() ? 0 : known->second);
    });
    return size;
  }

  void executeRmw(const RmwOperation& o, Path& path) {
    const RegisterId symbol = nextSymbol_++;
    const bool asks = swapsForTheSame(o) && old_.contains(path.at);
    if (o.op == RmwOp::CompareSwap && !asks) {
      path.swaps.push_back({symbol, substitute(o.expected, path.values)});
      path.accesses.push_back({path.at, symbol});
    } else if (old_.contains(path.at) && sizeWith(*o.operand, path) <= kLargestExpression) {
      path.accesses.push_back({path.at, symbol, &o, substitute(o.operand, path.values)});
    } else {
      path.stores = true;
    }
    if (o.target) {
      read(*o.target, symbol, path);
    }
  }

  static void read(RegisterId target, RegisterId symbol, Path& path) {
    path.values[target] = registerRef(symbol);
    path.sizes.erase(target);
  }

  bool dependsOnRead(const Expr& expr) const {
    const std::vector<RegisterId> registers = registersOf(expr);
    return std::any_of(registers.begin(), registers.end(), [&](RegisterId r) { return r >= firstSymbol_; });
  }

  void leave(const Path& path) {
    countPath();
    for (const Access& access : path.accesses) {
      forEachOld(path, access, [&](Value old) { values_.leaving[access.instruction].insert(old); });
    }
    const auto end = static_cast<std::uint32_t>(thread_.instructions.size());
    leaving_.push_back({writtenOn(path), inside(path.at) ? end : path.at});
    waits_ = waits_ || std::any_of(path.taken.begin(), path.taken.end(),
                                   [&](const auto& t) { return dependsOnRead(*t.first); });
  }

  void comeBack(const Path& path) {
    countPath();
    const bool writes = path.stores || std::any_of(path.swaps.begin(), path.swaps.end(), [&](const Swap& s) {
                          return !contradictsSuccess(path, s);
                        });
    spoilt_ = spoilt_ || writes;
    for (const Access& access : path.accesses) {
      noteUpdate(path, access);
    }
    goingRound_.push_back(path.values);
  }

  /// What an access may read on this path, of what is in its location.
  template <typename Visit>
  void forEachOld(const Path& path, const Access& access, const Visit& visit) {
    const auto old = old_.find(access.instruction);
    if (old == old_.end()) {
      return;
    }
    for (const Value value : old->second) {
      look_.spend(1 + path.taken.size());
      if (!contradicts(path, access.symbol, constant(value))) {
        visit(value);
      }
    }
  }

  /// Where a path goes back to the head, an update must store what it has read.
  void noteUpdate(const Path& path, const Access& access) {
    if (access.update == nullptr) {
      return;
    }
    const std::optional<Value> operand = constantValue(*access.operand);
    const auto leavesAsItIs = [&](Value old) {
      const RmwOperation& o = *access.update;
      return o.op == RmwOp::CompareSwap || (operand && !forgedByRmw(o.op, o.kind, old, *operand) &&
                                            rmwResult(o.op, o.kind, old, *operand) == old);
    };
    forEachOld(path, access, [&](Value old) {
      spoilt_ = spoilt_ || !leavesAsItIs(old);
      values_.rewritten[access.instruction].insert(old);
    });
  }

  static bool contradictsSuccess(const Path& path, const Swap& swap) {
    return contradicts(path, swap.symbol, swap.expected);
  }

  /// Whether the branches of a path cannot have been taken if a read returns this.
  static bool contradicts(const Path& path, RegisterId symbol, const ExprPtr& value) {
    const std::map<RegisterId, ExprPtr> success{{symbol, value}};
    return std::any_of(path.taken.begin(), path.taken.end(), [&](const auto& t) {
      const auto holds = constantValue(*substitute(t.first, success));
      return holds && (*holds != 0) != t.second;
    });
  }

  void countPath() { spoilt_ = spoilt_ || ++paths_ > kMostPaths; }

  const Thread& thread_;
  const Loop& loop_;
  const LiveRegisters& liveRegisters_;
  const OldValues& old_;
  const OwnLocations& own_;
  PacedLook& look_;
  std::map<LocationId, RegisterId> names_;  ///< registers that stand for the thread's own locations
  bool storesOwn_ = false;
  RoundValues values_;
  std::set<RegisterId> writes_;     ///< registers that the loop writes
  std::set<RegisterId> ownStored_;  ///< those of them that stand for locations
  RegisterId firstSymbol_ = 0;
  RegisterId nextSymbol_ = 0;
  bool spoilt_ = false;
  bool waits_ = false;
  std::size_t paths_ = 0;
  std::vector<Leaving> leaving_;
  std::vector<std::map<RegisterId, ExprPtr>> goingRound_;  ///< by path back to the head: the same, and what
  std::set<RegisterId> stale_;                             ///< what a round reads before it writes it
};

class Finder {
 public:
  Finder(const Thread& thread, const std::set<RegisterId>& observed, const KnownAccesses& known,
         const Deadline& deadline)
      : thread_(thread), observed_(observed), known_(known), deadline_(deadline), look_(deadline) {}

  FoundLoops run() {
    const std::vector<Loop> ranges = loopRanges(thread_, look_);
    if (!ranges.empty()) {
      live_.emplace(thread_, observed_, deadline_);
    }
    for (const Loop& range : ranges) {
      add(range);
      if (!found_.loops.back().spin) {
        addSpinningPart(range, ranges);
      }
    }
    return std::move(found_);
  }

 private:
  bool add(const Loop& range) {
    SpinCheck check(thread_, range, *live_, known_, look_);
    found_.loops.push_back(check.run());
    found_.values.push_back(check.values());
    return found_.loops.back().spin;
  }

  /// The longest spin loop with the head of `loop` that is only part of it.
  void addSpinningPart(const Loop& loop, const std::vector<Loop>& loops) {
    for (std::uint32_t last = loop.last; last-- > loop.head;) {
      look_.spend(loops.size());
      const Loop part{loop.head, last};
      if (jumpTarget(thread_.instructions[last].operation) != loop.head ||
          std::any_of(loops.begin(), loops.end(), [&](const Loop& l) { return overlapOnly(l, part); })) {
        continue;
      }
      if (add(part)) {
        return;
      }
      found_.loops.pop_back();
      found_.values.pop_back();
    }
  }

  const Thread& thread_;
  const std::set<RegisterId>& observed_;
  const KnownAccesses& known_;
  const Deadline& deadline_;
  PacedLook look_;
  std::optional<LiveRegisters> live_;
  FoundLoops found_;
};

}  // namespace

std::vector<Loop> findLoops(const Thread& thread, const std::set<RegisterId>& observed,
                            const Deadline& deadline) {
  return findLoops(thread, observed, {}, deadline).loops;
}

FoundLoops findLoops(const Thread& thread, const std::set<RegisterId>& observed, const KnownAccesses& known,
                     const Deadline& deadline) {
  return Finder(thread, observed, known, deadline).run();
}

}  // namespace hrfcheck::inline program
