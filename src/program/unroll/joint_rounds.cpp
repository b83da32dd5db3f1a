// Whether loops of several threads are one wait: joint_waits.cpp says what that is, and why each condition.

#include "program/unroll/joint_rounds.h"

#include <algorithm>
#include <map>
#include <set>

#include "program/ir/control_flow.h"
#include "program/ir/ended_threads.h"
#include "program/ir/operands.h"
#include "program/ir/register_uses.h"
#include "program/ir/scope_levels.h"
#include "program/ir/substitute.h"

namespace hrfcheck::inline program {
namespace {

/// An ordinary access to a known location of the memory that the threads share, by which they tell each other
/// what the leader has seen.
struct Exchange {
  Value address = 0;
  bool stores = false;
};

class Analysis {
 public:
  Analysis(const Program& program, std::vector<ThreadId> threads, std::vector<JointLoop> loops)
      : program_(program) {
    rounds_.threads = std::move(threads);
    rounds_.loops = std::move(loops);
  }

  std::optional<JointRounds> run() {
    if (!sameBarriers() || !sameArrivals() || !findLeader() || !exchangesAreApart() || !nothingIsCarried() ||
        !evaluate()) {
      return std::nullopt;
    }
    return std::move(rounds_);
  }

 private:
  using Arrivals = std::map<std::pair<Value, Value>, std::size_t>;

  std::size_t count() const { return rounds_.threads.size(); }
  const Thread& thread(std::size_t t) const { return program_.threads[rounds_.threads[t]]; }
  const JointLoop& loop(std::size_t t) const { return rounds_.loops[t]; }
  const Operation& operation(std::size_t t, std::size_t at) const {
    return thread(t).instructions[loop(t).round[at]].operation;
  }
  const BarrierOp* barrierAt(std::size_t t, std::size_t at) const {
    return std::get_if<BarrierOp>(&operation(t, at));
  }
  bool looks(std::size_t t, std::size_t at) const {
    return t == rounds_.leader && rounds_.lookBegin <= at && at < rounds_.lookEnd;
  }

  /// Barriers passed in the round before an instruction.
  std::size_t phase(std::size_t t, std::size_t at) const {
    std::size_t barriers = 0;
    for (std::size_t i = 0; i < at; ++i) {
      barriers += barrierAt(t, i) != nullptr ? 1 : 0;
    }
    return barriers;
  }

  std::vector<const BarrierOp*> barriersOf(std::size_t t) const {
    std::vector<const BarrierOp*> result;
    for (std::size_t at = 0; at < loop(t).round.size(); ++at) {
      if (const BarrierOp* barrier = barrierAt(t, at)) {
        result.push_back(barrier);
      }
    }
    return result;
  }

  /// All threads meet at the same barriers of all of them, which order their accesses, and the test is
  /// between the same two.
  bool sameBarriers() const {
    const std::vector<const BarrierOp*> first = barriersOf(0);
    if (first.empty()) {
      return false;
    }
    const auto orders = [&](const BarrierOp& b) {
      const bool whole = !b.count && b.waits && !b.amongNamed && !b.isNamedByRegister();
      const bool strong = !b.order || (*b.order == Order::AcquireRelease && b.spaces.global &&
                                       b.spaces.local && b.memoryLevel.value_or(b.level) >= b.level);
      return whole && strong && keepsAccessesApart(program_, b) && b.level == first.front()->level;
    };
    for (std::size_t t = 0; t < count(); ++t) {
      const std::vector<const BarrierOp*> own = barriersOf(t);
      const bool same = std::ranges::equal(own, first, [](const BarrierOp* a, const BarrierOp* b) {
        return a->id == b->id && a->instance == b->instance;
      });
      if (!same || !std::ranges::all_of(own, [&](const BarrierOp* b) { return orders(*b); }) ||
          phase(t, loop(t).test) != phase(0, loop(0).test)) {
        return false;
      }
    }
    return true;
  }

  /// How often a thread has passed each barrier when it comes to the loop; nothing where that differs, or it
  /// may end before.
  std::optional<Arrivals> arrivalsBefore(std::size_t t) const {
    const Thread& code = thread(t);
    std::map<std::uint32_t, Arrivals> seen{{0, {}}};
    std::vector<std::uint32_t> work{0};
    while (!work.empty()) {
      const std::uint32_t at = work.back();
      work.pop_back();
      if (at == code.instructions.size() || std::holds_alternative<ExitOp>(code.instructions[at].operation)) {
        return std::nullopt;
      }
      if (at == loop(t).head) {
        continue;
      }
      Arrivals behind = seen.at(at);
      if (const auto* barrier = std::get_if<BarrierOp>(&code.instructions[at].operation)) {
        if (barrier->isNamedByRegister()) {
          return std::nullopt;
        }
        ++behind[{barrier->id.value, barrier->instance.value}];
      }
      const Exits exits = exitsOf(code, at);
      for (const std::uint32_t next : {exits.next, exits.taken}) {
        const auto [entry, fresh] = seen.emplace(next, behind);
        if (fresh) {
          work.push_back(next);
        } else if (entry->second != behind) {
          return std::nullopt;
        }
      }
    }
    const auto found = seen.find(loop(t).head);
    return found == seen.end() ? std::nullopt : std::optional(found->second);
  }

  bool sameArrivals() const {
    const std::optional<Arrivals> first = arrivalsBefore(0);
    for (std::size_t t = 1; first && t < count(); ++t) {
      if (arrivalsBefore(t) != first) {
        return false;
      }
    }
    return first.has_value();
  }

  std::optional<Exchange> exchangeAt(std::size_t t, std::size_t at) const {
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

  /// One thread alone does anything but to exchange and to meet: in one piece, at known places.
  bool findLeader() {
    std::optional<std::size_t> leader;
    std::set<Value> looked;
    std::set<Value> exchanged;
    for (std::size_t t = 0; t < count(); ++t) {
      for (std::size_t at = 0; at < loop(t).round.size(); ++at) {
        const Operation& op = operation(t, at);
        if (const auto exchange = exchangeAt(t, at)) {
          exchanged.insert(exchange->address);
          continue;
        }
        const bool accesses = accessKindOf(op) != AccessKind::None;
        if (!accesses && !std::holds_alternative<FenceOp>(op)) {
          continue;
        }
        const std::optional<Value> address =
            accesses ? constantValue(*operandsOf(op).address) : std::optional<Value>(0);
        if (!address || (leader && *leader != t)) {
          return false;
        }
        if (accesses) {
          looked.insert(*address);
        }
        rounds_.lookBegin = leader ? rounds_.lookBegin : at;
        rounds_.lookEnd = at + 1;
        leader = t;
      }
    }
    if (!leader || std::ranges::any_of(looked, [&](Value v) { return exchanged.contains(v); }) ||
        othersAccess(exchanged)) {
      return false;
    }
    rounds_.leader = *leader;
    for (std::size_t at = rounds_.lookBegin; at < rounds_.lookEnd; ++at) {
      if (exchangeAt(*leader, at) || barrierAt(*leader, at) != nullptr || at == loop(*leader).test) {
        return false;
      }
    }
    rounds_.testedBefore = loop(*leader).test < rounds_.lookBegin;
    const std::size_t lookPhase = phase(*leader, rounds_.lookBegin);
    rounds_.twice = rounds_.testedBefore || lookPhase == 0 || exchangesInPhase(0);
    return !rounds_.testedBefore || lookPhase > 0;
  }

  /// Threads outside of the scope instance; threads of other work-groups have local memory of their own, what
  /// they compute of addresses leads nowhere else.
  bool othersAccess(const std::set<Value>& exchanged) const {
    const bool wholeGroup = barriersOf(0).front()->level >= kGroupLevel;
    for (ThreadId t = 0; t < program_.threads.size(); ++t) {
      if (std::ranges::find(rounds_.threads, t) != rounds_.threads.end()) {
        continue;
      }
      for (const Instruction& instruction : program_.threads[t].instructions) {
        const ExprPtr address = operandsOf(instruction.operation).address;
        const std::optional<Value> known = address == nullptr ? std::nullopt : constantValue(*address);
        if (known ? exchanged.contains(*known) : address != nullptr && !wholeGroup) {
          return true;
        }
      }
    }
    return false;
  }

  bool exchangesInPhase(std::size_t wanted) const {
    for (std::size_t t = 0; t < count(); ++t) {
      for (std::size_t at = 0; at < loop(t).round.size(); ++at) {
        if (exchangeAt(t, at) && phase(t, at) == wanted) {
          return true;
        }
      }
    }
    return false;
  }

  /// Between two barriers, who stores to a location is the only one who accesses it. What is behind the last
  /// barrier of a round and before the first one of the next is between the same two.
  bool exchangesAreApart() const {
    struct Users {
      std::set<std::size_t> all = {};
      bool stores = false;
    };
    const std::size_t phases = barriersOf(0).size();
    std::map<std::pair<Value, std::size_t>, Users> users;
    for (std::size_t t = 0; t < count(); ++t) {
      for (std::size_t at = 0; at < loop(t).round.size(); ++at) {
        if (const auto exchange = exchangeAt(t, at)) {
          Users& here = users[{exchange->address, phase(t, at) % phases}];
          here.all.insert(t);
          here.stores = here.stores || exchange->stores;
        }
      }
    }
    return std::ranges::all_of(
        users, [](const auto& entry) { return !entry.second.stores || entry.second.all.size() == 1; });
  }

  /// No round uses a register that one before has written, but what the leader has seen; and what it looks at
  /// does not hang on the round.
  bool nothingIsCarried() const {
    for (std::size_t t = 0; t < count(); ++t) {
      std::set<RegisterId> outside;
      std::set<RegisterId> all;
      for (std::size_t at = 0; at < loop(t).round.size(); ++at) {
        for (const RegisterId r : targetsOf(operation(t, at))) {
          all.insert(r);
          if (!looks(t, at)) {
            outside.insert(r);
          }
        }
      }
      std::set<RegisterId> written;
      for (std::size_t at = 0; at < loop(t).round.size(); ++at) {
        for (const RegisterId r : registersReadBy(thread(t).instructions[loop(t).round[at]])) {
          const bool carried = all.contains(r) && !written.contains(r);
          const bool seenBefore =
              t == rounds_.leader && !outside.contains(r) && (looks(t, at) || rounds_.testedBefore);
          if ((carried && !seenBefore) || (looks(t, at) && outside.contains(r))) {
            return false;
          }
        }
        for (const RegisterId r : targetsOf(operation(t, at))) {
          written.insert(r);
        }
      }
    }
    return true;
  }

  /// What is known in a round of registers and exchanged locations, over the leader's registers where it has
  /// looked; null where something else matters.
  struct Known {
    std::map<RegisterId, ExprPtr> registers = {};
    bool seen = false;  ///< of the leader: it has looked
  };

  ExprPtr valueOf(const ExprPtr& expr, const Known& known) const {
    for (const RegisterId r : registersOf(*expr)) {
      const auto found = known.registers.find(r);
      if (found == known.registers.end() ? !known.seen : found->second == nullptr) {
        return nullptr;
      }
    }
    return substitute(expr, known.registers);
  }

  bool step(std::size_t t, std::size_t at, Known& known) {
    if (looks(t, at)) {
      known.registers.clear();
      known.seen = true;
      return true;
    }
    const Operation& op = operation(t, at);
    if (const auto exchange = exchangeAt(t, at)) {
      if (exchange->stores) {
        memory_[exchange->address] = valueOf(std::get<StoreOp>(op).value, known);
        return true;
      }
      const auto found = memory_.find(exchange->address);
      if (found == memory_.end()) {
        return false;
      }
      known.registers[std::get<LoadOp>(op).target] = found->second;
    } else if (const auto* assign = std::get_if<AssignOp>(&op)) {
      known.registers[assign->target] = valueOf(assign->value, known);
    }
    return true;
  }

  /// The instructions between the leader's look and the test that uses it, for all threads.
  std::vector<std::size_t> wayToTest(std::size_t t) const {
    std::vector<std::size_t> way;
    const std::size_t test = loop(t).test;
    for (std::size_t at = test + 1; rounds_.testedBefore && at < loop(t).round.size(); ++at) {
      way.push_back(at);
    }
    for (std::size_t at = 0; at <= test; ++at) {
      way.push_back(at);
    }
    return way;
  }

  /// Whether what is exchanged is read outside of that way: then it comes from a round before.
  bool readsElsewhere(std::size_t t) const {
    for (std::size_t at = loop(t).test + 1; !rounds_.testedBefore && at < loop(t).round.size(); ++at) {
      const auto exchange = exchangeAt(t, at);
      if (exchange && !exchange->stores) {
        return true;
      }
    }
    return false;
  }

  /// All threads go on alike, by what the leader has seen.
  bool evaluate() {
    std::vector<Known> known(count());
    std::vector<std::vector<std::size_t>> ways;
    std::vector<std::size_t> next(count(), 0);
    for (std::size_t t = 0; t < count(); ++t) {
      ways.push_back(wayToTest(t));
      if (readsElsewhere(t)) {
        return false;
      }
    }
    for (bool more = true; more;) {  // barrier by barrier
      more = false;
      for (std::size_t t = 0; t < count(); ++t) {
        for (; next[t] < ways[t].size(); ++next[t]) {
          const std::size_t at = ways[t][next[t]];
          if (barrierAt(t, at) != nullptr) {
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
    for (std::size_t t = 0; t < count(); ++t) {
      const ExprPtr own = valueOf(loop(t).goesOn, known[t]);
      if (own == nullptr || constantValue(*own)) {
        return false;
      }
      rounds_.goesOn = t == 0 ? own : rounds_.goesOn;
      const Truth mine = truthOf(own);
      const Truth first = truthOf(rounds_.goesOn);
      if (mine.negated != first.negated || !sameExpr(*mine.expr, *first.expr)) {
        return false;
      }
    }
    return true;
  }

  const Program& program_;
  JointRounds rounds_;
  std::map<Value, ExprPtr> memory_;
};

}  // namespace

std::optional<JointRounds> jointRounds(const Program& program, std::vector<ThreadId> threads,
                                       std::vector<JointLoop> loops) {
  return Analysis(program, std::move(threads), std::move(loops)).run();
}

}  // namespace hrfcheck::inline program
