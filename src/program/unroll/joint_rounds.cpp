// Whether loops of several threads are one wait: joint_waits.cpp says what that is, and why each condition.

#include "program/unroll/joint_rounds.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "program/expr/substitute.h"
#include "program/flow/control_flow.h"
#include "program/flow/ended_threads.h"
#include "program/ir/operands.h"
#include "program/ir/scope_levels.h"
#include "program/unroll/joint_values.h"

namespace hrfcheck::inline program {
namespace {

/// By level, id and instance of a barrier.
using Arrivals = std::map<std::tuple<std::uint32_t, Value, Value>, std::size_t>;

/// Whether control can come to an instruction from each of those before it: no path stays away from it.
bool allLeadTo(const Thread& code, std::uint32_t end, const std::map<std::uint32_t, Arrivals>& before) {
  std::set<std::uint32_t> leading{end};
  for (std::size_t known = 0; known != leading.size();) {
    known = leading.size();
    for (const auto& [at, arrivals] : before) {
      if (at != end) {
        const Exits exits = exitsOf(code, at);
        if (leading.contains(exits.next) || leading.contains(exits.taken)) {
          leading.insert(at);
        }
      }
    }
  }
  return leading.size() == before.size();
}

/// How often a thread has passed each barrier when it comes to the loop; nothing where that differs, or it
/// may end before.
std::optional<Arrivals> arrivalsBefore(const JointView& view, std::size_t t) {
  const Thread& code = view.thread(t);
  std::map<std::uint32_t, Arrivals> seen{{0, {}}};
  std::vector<std::uint32_t> work{0};
  while (!work.empty()) {
    const std::uint32_t at = work.back();
    work.pop_back();
    if (at == code.instructions.size() || std::holds_alternative<ExitOp>(code.instructions[at].operation)) {
      return std::nullopt;
    }
    if (at == view.loop(t).head) {
      continue;
    }
    Arrivals behind = seen.at(at);
    if (const auto* barrier = std::get_if<BarrierOp>(&code.instructions[at].operation)) {
      if (barrier->isNamedByRegister() || code.instructions[at].predicate) {
        return std::nullopt;
      }
      ++behind[{barrier->level, barrier->id.value, barrier->instance.value}];
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
  const auto found = seen.find(view.loop(t).head);
  const bool comes = found != seen.end() && allLeadTo(code, view.loop(t).head, seen);
  return comes ? std::optional(found->second) : std::nullopt;
}

/// Whether all threads come to their loop, having passed the same barriers as often: so the k-th round of one
/// meets the k-th one of the others.
bool arriveAlike(const JointView& view) {
  const std::optional<Arrivals> first = arrivalsBefore(view, 0);
  for (std::size_t t = 1; first && t < view.count(); ++t) {
    if (arrivalsBefore(view, t) != first) {
      return false;
    }
  }
  return first.has_value();
}

class Analysis {
 public:
  Analysis(const Program& program, std::vector<ThreadId> threads, std::vector<JointLoop> loops)
      : view_(program, rounds_) {
    rounds_.threads = std::move(threads);
    rounds_.loops = std::move(loops);
  }

  std::optional<JointRounds> run() {
    if (!sameBarriers() || !arriveAlike(view_) || !findLeader() || !exchangesAreApart() ||
        !nothingIsCarried()) {
      return std::nullopt;
    }
    rounds_.goesOn = whetherAllGoOn(view_);
    return rounds_.goesOn == nullptr ? std::nullopt : std::optional(std::move(rounds_));
  }

 private:
  /// All threads meet at the same barriers of all of them, which order their accesses, and the test is
  /// between the same two.
  bool sameBarriers() const {
    const std::vector<const BarrierOp*> first = view_.barriersOf(0);
    if (first.empty()) {
      return false;
    }
    const auto orders = [&](const BarrierOp& b) {
      const bool whole = !b.count && b.waits && !b.amongNamed && !b.isNamedByRegister();
      const bool strong = !b.order || (*b.order == Order::AcquireRelease && b.spaces.global &&
                                       b.spaces.local && b.memoryLevel.value_or(b.level) >= b.level);
      return whole && strong && keepsAccessesApart(view_.program(), b) && b.level == first.front()->level;
    };
    for (std::size_t t = 0; t < view_.count(); ++t) {
      const std::vector<const BarrierOp*> own = view_.barriersOf(t);
      const bool same = std::ranges::equal(own, first, [](const BarrierOp* a, const BarrierOp* b) {
        return a->id == b->id && a->instance == b->instance && a->memoryLevel == b->memoryLevel;
      });
      if (!same || !std::ranges::all_of(own, [&](const BarrierOp* b) { return orders(*b); }) ||
          view_.phase(t, view_.loop(t).test) != view_.phase(0, view_.loop(0).test)) {
        return false;
      }
    }
    return true;
  }

  /// One thread alone does anything but to exchange and to meet: in one piece, at known places.
  bool findLeader() {
    std::optional<std::size_t> leader;
    std::set<Value> looked;
    std::set<Value> exchanged;
    for (std::size_t t = 0; t < view_.count(); ++t) {
      for (std::size_t at = 0; at < view_.loop(t).round.size(); ++at) {
        const Operation& op = view_.operation(t, at);
        if (const auto exchange = view_.exchangeAt(t, at)) {
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
        if (accesses && !looked.insert(*address).second) {
          return false;
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
      if (view_.exchangeAt(*leader, at) || view_.barrierAt(*leader, at) != nullptr ||
          at == view_.loop(*leader).test) {
        return false;
      }
    }
    rounds_.testedBefore = view_.loop(*leader).test < rounds_.lookBegin;
    const std::size_t lookPhase = view_.phase(*leader, rounds_.lookBegin);
    rounds_.twice = rounds_.testedBefore || lookPhase == 0 || exchangesInPhase(0);
    return !rounds_.testedBefore || lookPhase > 0;
  }

  /// Threads outside of the scope instance; threads of other work-groups have local memory of their own, what
  /// they compute of addresses leads nowhere else, but within a cluster.
  bool othersAccess(const std::set<Value>& exchanged) const {
    const bool wholeGroup = view_.barriersOf(0).front()->level >= kGroupLevel &&
                            (idleClusterLevel(view_.program().scopes) ||
                             std::ranges::find(view_.program().scopes.levels(), "cluster") ==
                                 view_.program().scopes.levels().end());
    for (ThreadId t = 0; t < view_.program().threads.size(); ++t) {
      if (std::ranges::find(rounds_.threads, t) != rounds_.threads.end()) {
        continue;
      }
      for (const Instruction& instruction : view_.program().threads[t].instructions) {
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
    for (std::size_t t = 0; t < view_.count(); ++t) {
      for (std::size_t at = 0; at < view_.loop(t).round.size(); ++at) {
        if (view_.exchangeAt(t, at) && view_.phase(t, at) == wanted) {
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
    const std::size_t phases = view_.barriersOf(0).size();
    std::map<std::pair<Value, std::size_t>, Users> users;
    for (std::size_t t = 0; t < view_.count(); ++t) {
      for (std::size_t at = 0; at < view_.loop(t).round.size(); ++at) {
        if (const auto exchange = view_.exchangeAt(t, at)) {
          Users& here = users[{exchange->address, view_.phase(t, at) % phases}];
          here.all.insert(t);
          here.stores = here.stores || exchange->stores;
        }
      }
    }
    return std::ranges::all_of(
        users, [](const auto& entry) { return !entry.second.stores || entry.second.all.size() == 1; });
  }

  /// No round uses a register that one before has written, but what the leader has seen; and what it looks at
  /// does not depend on the round.
  bool nothingIsCarried() const {
    for (std::size_t t = 0; t < view_.count(); ++t) {
      std::set<RegisterId> outside;
      std::set<RegisterId> all;
      for (std::size_t at = 0; at < view_.loop(t).round.size(); ++at) {
        for (const RegisterId r : targetsOf(view_.operation(t, at))) {
          all.insert(r);
          if (!view_.looks(t, at)) {
            outside.insert(r);
          }
        }
      }
      std::set<RegisterId> written;
      for (std::size_t at = 0; at < view_.loop(t).round.size(); ++at) {
        for (const RegisterId r : registersReadBy(view_.thread(t).instructions[view_.loop(t).round[at]])) {
          const bool carried = all.contains(r) && !written.contains(r);
          const bool untilTested = rounds_.testedBefore && at <= view_.loop(t).test;
          const bool seenBefore =
              t == rounds_.leader && !outside.contains(r) && (view_.looks(t, at) || untilTested);
          if ((carried && !seenBefore) || (view_.looks(t, at) && outside.contains(r))) {
            return false;
          }
        }
        for (const RegisterId r : targetsOf(view_.operation(t, at))) {
          written.insert(r);
        }
      }
    }
    return true;
  }

  JointRounds rounds_;
  JointView view_;
};

}  // namespace

std::optional<JointRounds> jointRounds(const Program& program, std::vector<ThreadId> threads,
                                       std::vector<JointLoop> loops) {
  return Analysis(program, std::move(threads), std::move(loops)).run();
}

}  // namespace hrfcheck::inline program
