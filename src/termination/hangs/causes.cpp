// Why no agent can finish.
//
// A state is stuck when no schedule leads from it to the end. From stuck states one comes, at last, into a
// bottom component of the LTS, and stays. There, a lane that fails to take a lock bit again and again waits
// for the bit's holder, if that is the same one in the whole component; a lane that reads a word again and
// again waits for those that could still write it. A holder or a writer that is masked off waits for the
// lanes that its wavefront executes; one whose wavefront is at a barrier waits for that; one that spins has a
// wait of its own. Following these, one comes to one of the causes of Cause::Kind, or back to where one has
// been.

#include "termination/hangs/causes.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "program/expr/substitute.h"
#include "program/flow/control_flow.h"
#include "program/ir/operands.h"
#include "termination/system/interleaving.h"

namespace hrfcheck::inline termination {
namespace {

/// What a lane waits for in a component.
struct LaneWait {
  std::uint32_t instruction = 0;
  LocationId word = 0;
  std::optional<LockHolder> holder;  ///< of the lock bit; nothing where it waits for the value
};

class ComponentCause {
 public:
  ComponentCause(const Lts& lts, const Components& components, std::uint32_t component)
      : lts_(lts), graph_(lts.interleaving()), states_(components.nodes(component)) {
    for (const StateId s : states_) {
      bases_.push_back(lts.base(s));
    }
    for (const StateId base : bases_) {
      lookAt(base);
    }
  }

  std::optional<Cause> find() {
    if (lts_.enabled(states_.front()) == 0) {
      return nobodyEnabled();
    }
    for (const std::map<ThreadId, LaneWait>* waits : {&locks_, &reads_}) {
      for (const auto& [lane, wait] : *waits) {
        visited_.clear();
        if (auto cause = follow(lane, wait)) {
          return cause;
        }
      }
    }
    return std::nullopt;
  }

 private:
  const Agents& agents() const { return lts_.agents(); }
  const Program& program() const { return lts_.program(); }
  bool isBitOf(LaneMask lanes, ThreadId lane) const { return (lanes >> agents().laneOf(lane) & 1U) != 0; }

  /// Waits on the steps of a state.
  void lookAt(StateId base) {
    for (AgentMask left = graph_.enabled(base); left != 0; left &= left - 1) {
      const auto a = static_cast<AgentId>(std::countr_zero(left));
      for (const Action& action : graph_.placeOf(base, a).actions) {
        if (!action.reads()) {
          continue;
        }
        const ThreadId lane = agents().actor(a, action);
        const auto holder = action.kind == Action::Kind::LockLoad ? graph_.holderFor(base, a, action)
                                                                  : std::optional<LockHolder>();
        const LaneWait wait{action.instruction, action.location, holder};
        reads_.try_emplace(lane, LaneWait{action.instruction, action.location, {}});
        if (action.kind != Action::Kind::LockLoad) {
          continue;
        }
        const auto [known, isNew] = locks_.try_emplace(lane, wait);
        const bool same = known->second.instruction != action.instruction || known->second.holder == holder;
        if (!holder || !same) {
          unstable_.insert(lane);
        }
      }
    }
    std::erase_if(locks_, [&](const auto& entry) { return unstable_.contains(entry.first); });
  }

  template <typename Test>
  bool throughout(const Test& test) const {
    return std::ranges::all_of(bases_, test);
  }
  bool ended(ThreadId lane) const {
    return !isBitOf(graph_.liveLanes(bases_.front(), agents().agentOf(lane)), lane);
  }
  bool maskedOff(ThreadId lane) const {
    const AgentId a = agents().agentOf(lane);
    return throughout([&](StateId base) {
      return isBitOf(graph_.liveLanes(base, a), lane) && !isBitOf(graph_.activeLanes(base, a), lane);
    });
  }
  bool meets(AgentId a) const {
    return throughout([&](StateId base) { return graph_.placeOf(base, a).waits.has_value(); });
  }
  std::uint32_t standsAt(ThreadId lane) const {
    return graph_.placeOf(bases_.front(), agents().agentOf(lane)).state.lanes[agents().laneOf(lane)].at;
  }

  std::vector<ThreadId> lanesIn(AgentId a, LaneMask mask) const {
    std::vector<ThreadId> lanes;
    for (; mask != 0; mask &= mask - 1) {
      lanes.push_back(agents()[a].lanes()[static_cast<std::size_t>(std::countr_zero(mask))]);
    }
    return lanes;
  }

  Cause causeFor(CauseKind kind, ThreadId lane, const LaneWait& wait) const {
    Cause cause;
    cause.kind = kind;
    cause.lane = lane;
    cause.instruction = wait.instruction;
    cause.word = wait.word;
    cause.onLock = wait.holder.has_value();
    const AgentId a = agents().agentOf(lane);
    const LaneMask active = graph_.activeLanes(bases_.front(), a);
    cause.active = lanesIn(a, active);
    cause.masked = lanesIn(a, graph_.liveLanes(bases_.front(), a) & ~active);
    if (wait.holder) {
      cause.other = wait.holder->lane;
      cause.otherWord = wait.holder->word;
      cause.otherAt = standsAt(wait.holder->lane);
    }
    cause.alias = alias_ || (wait.holder && wait.holder->word != wait.word);
    return cause;
  }

  std::optional<Cause> nobodyEnabled() const {
    for (AgentId a = 0; a < agents().size(); ++a) {
      const AgentPlace& at = graph_.placeOf(bases_.front(), a);
      if (at.waits) {
        const Action& arrived = at.actions[*at.waits];
        const bool votes = arrived.kind == Action::Kind::Vote;
        Cause cause = causeFor(votes ? CauseKind::VoteDeadlock : CauseKind::BarrierDeadlock,
                               agents().actor(a, arrived), {arrived.instruction, 0, {}});
        return cause;
      }
    }
    return std::nullopt;
  }

  std::optional<Cause> follow(ThreadId lane, const LaneWait& wait) {
    if (!visited_.insert(lane).second) {
      return causeFor(CauseKind::LockOrder, lane, wait);
    }
    return wait.holder ? followHolder(lane, wait) : followWriters(lane, wait);
  }

  /// The wait of a lane that is not masked off.
  std::optional<Cause> followWaitOf(ThreadId lane) {
    for (const std::map<ThreadId, LaneWait>* waits : {&locks_, &reads_}) {
      if (const auto found = waits->find(lane); found != waits->end()) {
        return follow(lane, found->second);
      }
    }
    return std::nullopt;
  }

  std::optional<Cause> followHolder(ThreadId lane, const LaneWait& wait) {
    const LockHolder& holder = *wait.holder;
    const bool alias = holder.word != wait.word;
    const AgentId a = agents().agentOf(holder.lane);
    if (holder.lane == lane) {
      return causeFor(alias ? CauseKind::SelfAlias : CauseKind::Relock, lane, wait);
    }
    if (ended(holder.lane)) {
      return causeFor(CauseKind::AbandonedLock, lane, wait);
    }
    if (meets(a)) {
      return causeFor(alias ? CauseKind::AliasAtBarrier : CauseKind::LockAcrossBarrier, lane, wait);
    }
    if (maskedOff(holder.lane) && a == agents().agentOf(lane)) {
      return causeFor(CauseKind::SimtDeadlock, lane, wait);
    }
    alias_ = alias_ || alias;
    return followOther(lane, wait, holder.lane);
  }

  /// What another lane waits for, or the lanes for which it is masked off.
  std::optional<Cause> followOther(ThreadId lane, const LaneWait& wait, ThreadId other) {
    if (!maskedOff(other)) {
      return followWaitOf(other);
    }
    const AgentId a = agents().agentOf(other);
    for (const ThreadId active : lanesIn(a, graph_.activeLanes(bases_.front(), a))) {
      if (visited_.contains(active)) {
        return causeFor(CauseKind::SimtDeadlock, lane, wait);
      }
      if (auto cause = followWaitOf(active)) {
        return cause;
      }
    }
    return std::nullopt;
  }

  std::optional<Cause> followWriters(ThreadId lane, const LaneWait& wait) {
    std::vector<std::pair<ThreadId, std::uint32_t>> writers;
    for (ThreadId other = 0; other < program().threads.size(); ++other) {
      const bool mayWrite = other != lane && !ended(other) && !waitsForSame(other, wait);
      if (const auto write = mayWrite ? nextWrite(other, wait.word) : std::nullopt) {
        writers.emplace_back(other, *write);
      }
    }
    if (writers.empty()) {
      return causeFor(CauseKind::NeverWritten, lane, wait);
    }
    for (const auto& [other, write] : writers) {
      const AgentId a = agents().agentOf(other);
      Cause cause = causeFor(CauseKind::SimtDeadlock, lane, wait);
      cause.other = other;
      cause.otherWord = wait.word;
      cause.otherAt = write;
      if (maskedOff(other) && a == agents().agentOf(lane)) {
        return cause;
      }
      if (meets(a)) {
        cause.kind = CauseKind::WriteBehindBarrier;
        return cause;
      }
    }
    for (const auto& [other, write] : writers) {
      if (auto further = followOther(lane, wait, other)) {
        return further;
      }
    }
    return std::nullopt;
  }

  /// Whether a lane that is not masked off spins on that word, too: then it writes it no sooner.
  bool waitsForSame(ThreadId lane, const LaneWait& wait) const {
    const auto reads = reads_.find(lane);
    return !maskedOff(lane) && reads != reads_.end() && reads->second.word == wait.word;
  }

  /// An instruction that a lane can still reach and by which it may write a location.
  std::optional<std::uint32_t> nextWrite(ThreadId lane, LocationId location) const {
    const Thread& thread = program().threads[lane];
    std::vector<bool> seen(thread.instructions.size() + 1, false);
    std::vector<std::uint32_t> open{standsAt(lane)};
    seen[open.front()] = true;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open[i] == thread.instructions.size()) {
        continue;
      }
      const Operation& operation = thread.instructions[open[i]].operation;
      const ExprPtr address = writesMemory(operation) ? operandsOf(operation).address : nullptr;
      const auto known = address ? constantValue(*address) : std::nullopt;
      if (address && (!known || program().locationAt(*known) == location)) {
        return open[i];
      }
      const Exits exits = exitsOf(thread, open[i]);
      for (const std::uint32_t next : {exits.next, exits.taken}) {
        if (!seen[next]) {
          seen[next] = true;
          open.push_back(next);
        }
      }
    }
    return std::nullopt;
  }

  const Lts& lts_;
  const Interleaving& graph_;
  std::span<const StateId> states_;
  std::vector<StateId> bases_;
  std::map<ThreadId, LaneWait> locks_;  ///< by lane: on a lock bit that one lane holds throughout
  std::map<ThreadId, LaneWait> reads_;
  std::set<ThreadId> unstable_;
  std::set<ThreadId> visited_;
  bool alias_ = false;
};

}  // namespace

std::vector<Cause> causesOf(const Lts& lts, const Hangs& hangs, const Deadline& deadline) {
  std::vector<Cause> causes;
  PacedLook look(deadline);
  const Components& components = hangs.components();
  std::vector<std::uint32_t> bottoms;
  for (std::uint32_t component = 0; component < components.size(); ++component) {
    const auto nodes = components.nodes(component);
    look.spend(nodes.size());
    const bool leaves = std::ranges::any_of(nodes, [&](StateId s) {
      return std::ranges::any_of(lts.adjacency().from(s),
                                 [&](StateId to) { return components.of(to) != component; });
    });
    if (!leaves && !hangs.reachesEnd(nodes.front())) {
      bottoms.push_back(component);
    }
  }
  std::ranges::sort(bottoms, {}, [&](std::uint32_t c) { return components.nodes(c).front(); });
  for (const std::uint32_t component : bottoms) {
    look.spend(1 + components.nodes(component).size() * lts.agents().size());
    auto cause = ComponentCause(lts, components, component).find();
    if (cause && std::ranges::find(causes, cause->kind, &Cause::kind) == causes.end()) {
      cause->must = !hangs.reachesEnd(0);
      causes.push_back(std::move(*cause));
    }
  }
  return causes;
}

}  // namespace hrfcheck::inline termination
