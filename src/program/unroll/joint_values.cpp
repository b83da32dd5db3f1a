// A round is computed over what the leader has seen, barrier by barrier, from where it looks to where that
// decides. What is computed there may be left out, for all but the last round: so nothing in it may end a
// thread, and nothing of rounds before may be noticed after the loop.

#include "program/unroll/joint_values.h"

#include <algorithm>
#include <map>
#include <set>

#include "program/expr/expr_parts.h"
#include "program/expr/operators.h"
#include "program/expr/substitute.h"
#include "program/flow/live_registers.h"
#include "program/ir/operands.h"
#include "program/ir/program.h"

namespace hrfcheck::inline program {

std::size_t JointView::phase(std::size_t t, std::size_t at) const {
  std::size_t barriers = 0;
  for (std::size_t i = 0; i < at; ++i) {
    barriers += barrierAt(t, i) != nullptr ? 1 : 0;
  }
  return barriers;
}

std::vector<const BarrierOp*> JointView::barriersOf(std::size_t t) const {
  std::vector<const BarrierOp*> result;
  for (std::size_t at = 0; at < loop(t).round.size(); ++at) {
    if (const BarrierOp* barrier = barrierAt(t, at)) {
      result.push_back(barrier);
    }
  }
  return result;
}

std::optional<Exchange> JointView::exchangeAt(std::size_t t, std::size_t at) const {
  const Operation& op = operation(t, at);
  if (accessKindOf(op) == AccessKind::None || accessKindOf(op) == AccessKind::Rmw ||
      atomicityOf(op) != nullptr) {
    return std::nullopt;
  }
  const std::optional<Value> address = constantValue(*operandsOf(op).address);
  const auto location = address ? program_.locationAt(*address) : std::nullopt;
  if (!location || program_.locations[*location].space != AddressSpace::Local) {
    return std::nullopt;
  }
  return Exchange{*address, accessKindOf(op) == AccessKind::Store};
}

namespace {

class RoundValuesSearch {
 public:
  explicit RoundValuesSearch(const JointView& view) : view_(view) {}

  ExprPtr run() {
    for (std::size_t t = 0; t < view_.count(); ++t) {
      std::set<RegisterId>& written = written_.emplace_back();
      for (std::size_t at = 0; at < view_.loop(t).round.size(); ++at) {
        const std::vector<RegisterId> targets = targetsOf(view_.operation(t, at));
        written.insert(targets.begin(), targets.end());
      }
      if (exchangesElsewhere(t)) {
        return nullptr;
      }
    }
    if (view_.rounds().testedBefore && !firstTestsAgree()) {
      return nullptr;
    }
    memory_.clear();
    std::vector<Known> known(view_.count());
    std::vector<std::vector<std::size_t>> ways;
    for (std::size_t t = 0; t < view_.count(); ++t) {
      ways.push_back(wayToTest(t));
    }
    if (!goThrough(ways, known)) {
      return nullptr;
    }
    for (std::size_t t = 0; t < view_.count(); ++t) {
      if (takesAlong(t, known[t])) {
        return nullptr;
      }
    }
    return commonCondition(known);
  }

 private:
  /// What a register or an exchanged location holds in a round.
  enum class Basis {
    Fixed,  ///< the same in every round
    Seen,   ///< what depends on what the leader has seen in this round, and on nothing else that differs
    Differs
  };
  struct Held {
    Basis basis = Basis::Fixed;
    ExprPtr expr = nullptr;  ///< over the leader's registers where it has looked; null where there is none
  };
  using Known = std::map<RegisterId, Held>;

  Held heldBy(std::size_t t, RegisterId r, const Known& known) const {
    const auto found = known.find(r);
    if (found != known.end()) {
      return found->second;
    }
    if (written_[t].contains(r)) {
      return {Basis::Differs, nullptr};
    }
    return {Basis::Fixed, t == view_.rounds().leader ? registerRef(r) : nullptr};
  }

  Held valueOf(std::size_t t, const ExprPtr& expr, const Known& known) const {
    Held result;
    std::map<RegisterId, ExprPtr> values;
    for (const RegisterId r : registersOf(*expr)) {
      const Held held = heldBy(t, r, known);
      result.basis = std::max(result.basis, held.basis);
      if (held.expr != nullptr) {
        values[r] = held.expr;
      }
    }
    if (result.basis != Basis::Differs && values.size() == registersOf(*expr).size()) {
      result.expr = substitute(expr, values);
    }
    return result;
  }

  /// An expression without a value ends its thread, perhaps in a round that is left out. (That nobody knows
  /// what it depends on is no reason to keep that round: it is the same to what is left, whatever it is.)
  static bool mayEnd(const Expr& expr) {
    return anyPart(expr, [](const Expr& part) {
      if (const auto* e = std::get_if<UnaryExpr>(&part.node)) {
        return e->op == UnaryOp::Assert || e->op == UnaryOp::Undefined ||
               (e->op == UnaryOp::Minus && e->kind.strict);
      }
      const auto* e = std::get_if<BinaryExpr>(&part.node);
      if (e == nullptr) {
        return false;
      }
      const OperatorGroup group = groupOf(e->op);
      return (e->kind.strict && !givesTruth(e->op) && group != OperatorGroup::Further) ||
             group == OperatorGroup::Index ||
             (group == OperatorGroup::Quotient && constantValue(*e->right).value_or(0) <= 0);
    });
  }

  bool step(std::size_t t, std::size_t at, Known& known) {
    const Operation& op = view_.operation(t, at);
    if (view_.looks(t, at)) {
      for (const RegisterId r : targetsOf(op)) {
        known[r] = {Basis::Seen, registerRef(r)};
      }
      return true;
    }
    if (const auto exchange = view_.exchangeAt(t, at)) {
      if (exchange->stores) {
        const ExprPtr& value = std::get<StoreOp>(op).value;
        Held held = valueOf(t, value, known);
        // The store of a round that is left out may be what is read after the loop.
        const bool fails = held.basis == Basis::Differs || mayEnd(*value);
        memory_[exchange->address] = std::move(held);
        return !fails;
      }
      if (first_) {
        memory_.emplace(exchange->address, contentBefore());
      }
      const auto found = memory_.find(exchange->address);
      if (found == memory_.end()) {
        return false;
      }
      known[std::get<LoadOp>(op).target] = found->second;
    } else if (const auto* assign = std::get_if<AssignOp>(&op)) {
      if (mayEnd(*assign->value)) {
        return false;
      }
      known[assign->target] = valueOf(t, assign->value, known);
    }
    return true;
  }

  /// The instructions between the leader's look and the test that uses it, for all threads.
  std::vector<std::size_t> wayToTest(std::size_t t) const {
    std::vector<std::size_t> way;
    const std::size_t test = view_.loop(t).test;
    for (std::size_t at = test + 1; view_.rounds().testedBefore && at < view_.loop(t).round.size(); ++at) {
      way.push_back(at);
    }
    for (std::size_t at = 0; at <= test; ++at) {
      way.push_back(at);
    }
    return way;
  }

  /// Whether something is exchanged outside of that way: what is read comes from a round before, and what is
  /// stored is left out, or kept of the first round alone.
  bool exchangesElsewhere(std::size_t t) const {
    for (std::size_t at = view_.loop(t).test + 1;
         !view_.rounds().testedBefore && at < view_.loop(t).round.size(); ++at) {
      if (view_.exchangeAt(t, at)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a thread takes something along that other rounds than the last one leave in a register: what
  /// they have written behind their test; but where the test is before the look the round before the last
  /// one is there, with what depends on its look.
  bool takesAlong(std::size_t t, const Known& known) const {
    const JointLoop& own = view_.loop(t);
    std::set<RegisterId> last;
    for (std::size_t at = 0; at <= own.test; ++at) {
      for (const RegisterId r : targetsOf(view_.operation(t, at))) {
        last.insert(r);
      }
    }
    const LiveRegisters live(view_.thread(t), observedRegisters(view_.program(), view_.rounds().threads[t]));
    return std::ranges::any_of(written_[t], [&](RegisterId r) {
      const auto held = known.find(r);
      const bool settled =
          view_.rounds().testedBefore && held != known.end() && held->second.basis != Basis::Differs;
      return !last.contains(r) && !settled && live.live(own.exit, r);
    });
  }

  /// What a location holds before the loop, whatever that is: a register that nobody has stands for it.
  Held contentBefore() const {
    constexpr RegisterId kNobodys = 1'000'000;
    return {Basis::Seen, registerRef(kNobodys + static_cast<RegisterId>(memory_.size()))};
  }

  /// Where the test comes before the look, the first one is of what was there before. Threads that leave by
  /// it leave together.
  bool firstTestsAgree() {
    first_ = true;
    std::vector<Known> known(view_.count());
    std::vector<std::vector<std::size_t>> ways(view_.count());
    for (std::size_t t = 0; t < view_.count(); ++t) {
      for (std::size_t at = 0; at <= view_.loop(t).test; ++at) {
        ways[t].push_back(at);
      }
    }
    const std::size_t leader = view_.rounds().leader;
    for (const RegisterId r : written_[leader]) {
      known[leader][r] = {Basis::Seen, registerRef(r)};
    }
    const bool agree = goThrough(ways, known) && commonCondition(known) != nullptr;
    first_ = false;
    return agree;
  }

  /// Barrier by barrier.
  bool goThrough(const std::vector<std::vector<std::size_t>>& ways, std::vector<Known>& known) {
    std::vector<std::size_t> next(view_.count(), 0);
    for (bool more = true; more;) {
      more = false;
      for (std::size_t t = 0; t < view_.count(); ++t) {
        for (; next[t] < ways[t].size(); ++next[t]) {
          const std::size_t at = ways[t][next[t]];
          if (view_.barrierAt(t, at) != nullptr) {
            ++next[t];
            more = true;
            break;
          }
          if (!step(t, at, known[t])) {
            return false;
          }
        }
      }
    }
    return true;
  }

  ExprPtr commonCondition(const std::vector<Known>& known) const {
    ExprPtr common;
    for (std::size_t t = 0; t < view_.count(); ++t) {
      const ExprPtr own = valueOf(t, view_.loop(t).goesOn, known[t]).expr;
      if (own == nullptr || constantValue(*own) || mayEnd(*own)) {
        return nullptr;
      }
      common = common == nullptr ? own : common;
      const Truth mine = truthOf(own);
      const Truth first = truthOf(common);
      if (mine.negated != first.negated || !sameExpr(*mine.expr, *first.expr)) {
        return nullptr;
      }
    }
    return common;
  }

  const JointView& view_;
  std::vector<std::set<RegisterId>> written_;  ///< by thread, in a round
  std::map<Value, Held> memory_;
  bool first_ = false;  ///< what was there before the loop is looked at
};

}  // namespace

ExprPtr whetherAllGoOn(const JointView& view) {
  return RoundValuesSearch(view).run();
}

}  // namespace hrfcheck::inline program
