// Fairness up to renaming.
//
// In a component C of the quotient, follow a thread: it is in slot i of state s, and after an edge in slot
// sigma(i) of the next state. Call two pairs (state, slot) alike when some way in C leads a thread from one
// to the other; since C is strongly connected and renamings have finite order, every way can be undone, so
// this is the equivalence that single edges generate (union-find). A thread that stays in C for ever stays in
// one class, and can be led to every pair of it. So there is an allowed infinite schedule in C just when
// every class has a pair whose slot runs on an edge of C, or is not in the fair set of the state: a schedule
// leads every thread there again and again. If a class has no such pair, its threads are in the fair set for
// ever and never run.
//
// This needs that the fair set of a renamed state is the renamed fair set: so it is for unfair, obe and weak.
//
// To show a schedule, walk in C as lasso.cpp does, with the threads in mind: lead the first thread that has
// not been paid to the nearest pair that pays it, and so on, then go back to the first state. There threads
// may have changed slots: the walk, repeated as often as the order of that renaming, is a loop.

#include "progress/symmetric_hangs.h"

#include <algorithm>
#include <numeric>
#include <ranges>

#include "progress/lasso.h"
#include "util/invariant.h"

namespace hrfcheck {
namespace {

constexpr AgentMask bitOf(ThreadId t) {
  return AgentMask{1} << t;
}

bool has(AgentMask mask, ThreadId t) {
  return (mask & bitOf(t)) != 0;
}

/// A walk in the quotient, and where the threads are: told in threads.
class Track {
 public:
  explicit Track(Quotient& quotient) : quotient_(quotient), threadIn_(quotient.program().threads.size()) {
    std::iota(threadIn_.begin(), threadIn_.end(), ThreadId{0});
  }

  StateId at() const { return at_; }
  /// By slot, the thread.
  const std::vector<ThreadId>& threadIn() const { return threadIn_; }
  AgentMask threads(AgentMask slots) const {
    AgentMask threads = 0;
    for (const ThreadId slot : threadsOf(slots)) {
      threads |= bitOf(threadIn_[slot]);
    }
    return threads;
  }

  ScheduleStep go(ThreadId slot) {
    ScheduleStep step = quotient_.step(at_, slot);
    step.thread = threadIn_[slot];
    const Renaming renaming = quotient_.renaming(at_, slot);
    std::vector<ThreadId> next(threadIn_.size());
    for (ThreadId i = 0; i < next.size(); ++i) {
      next[renaming[i]] = threadIn_[i];
    }
    threadIn_ = std::move(next);
    at_ = static_cast<StateId>(step.to);
    return step;
  }

 private:
  Quotient& quotient_;
  StateId at_ = 0;
  std::vector<ThreadId> threadIn_;
};

/// The slots that run on a way by which the exploration found a state.
std::vector<ThreadId> slotsTo(const Quotient& quotient, StateId s) {
  std::vector<ThreadId> slots;
  while (s != 0) {
    const StateId before = quotient.parent(s);
    const std::vector<ThreadId> enabled = threadsOf(quotient.enabled(before));
    const auto slot =
        std::ranges::find_if(enabled, [&](ThreadId t) { return quotient.after(before, t) == s; });
    INVARIANT(slot != enabled.end(), "a state is found from its parent");
    slots.push_back(*slot);
    s = before;
  }
  std::ranges::reverse(slots);
  return slots;
}

}  // namespace

/// The pairs of a state of a component and a slot, in classes.
struct SymmetricHangs::Slots {
  Slots(Quotient& quotient, const Components& components, std::uint32_t component)
      : states(components.nodes(component)),
        threads(quotient.program().threads.size()),
        above(states.size() * threads),
        runs(above.size(), false) {
    std::iota(above.begin(), above.end(), std::size_t{0});
    for (const StateId s : states) {
      for (const ThreadId slot : threadsOf(quotient.expanded(s) ? quotient.enabled(s) : 0)) {
        const StateId to = quotient.after(s, slot);
        if (components.of(to) == component) {
          runs[pair(s, slot)] = true;
          join(s, to, quotient.renaming(s, slot));
        }
      }
    }
  }

  std::size_t pair(StateId s, ThreadId slot) const {
    const auto local = std::ranges::lower_bound(states, s) - states.begin();
    return static_cast<std::size_t>(local) * threads + slot;
  }
  std::size_t classOf(std::size_t member) {
    while (above[member] != member) {
      member = above[member] = above[above[member]];
    }
    return member;
  }
  void join(StateId from, StateId to, const Renaming& renaming) {
    for (ThreadId slot = 0; slot < threads; ++slot) {
      above[classOf(pair(from, slot))] = classOf(pair(to, renaming[slot]));
    }
  }

  /// By the number of a class, whether it has a pair of this kind.
  template <typename Kind>
  std::vector<bool> classesWith(Kind kind) {
    std::vector<bool> result(above.size(), false);
    for (const StateId s : states) {
      for (ThreadId slot = 0; slot < threads; ++slot) {
        if (kind(s, slot)) {
          result[classOf(pair(s, slot))] = true;
        }
      }
    }
    return result;
  }
  template <typename Kind>
  bool everyClassHas(Kind kind) {
    const std::vector<bool> with = classesWith(kind);
    for (std::size_t member = 0; member < above.size(); ++member) {
      if (!with[classOf(member)]) {
        return false;
      }
    }
    return true;
  }

  std::span<const StateId> states;
  std::size_t threads;
  std::vector<std::size_t> above;
  std::vector<bool> runs;
};

SymmetricHangs::SymmetricHangs(Quotient& quotient)
    : quotient_(&quotient), components_(quotient.adjacency()), reachesEnd_(components_.size(), false) {
  for (StateId s = 0; s < quotient.states() && !deadlock_; ++s) {
    if (quotient.enabled(s) == 0 && !quotient.ended(s)) {
      deadlock_ = s;
    }
  }
  for (std::uint32_t component = 0; component < components_.size(); ++component) {
    lookAt(component);
  }
  std::ranges::sort(cyclic_, {},
                    [&](std::uint32_t component) { return components_.nodes(component).front(); });
}

void SymmetricHangs::lookAt(std::uint32_t component) {
  bool reaches = false;
  bool cyclic = false;
  for (const StateId s : components_.nodes(component)) {
    reaches = reaches || !quotient_->expanded(s) || quotient_->ended(s);
    for (const StateId to : quotient_->adjacency().from(s)) {
      cyclic = cyclic || components_.of(to) == component;
      reaches = reaches || (components_.of(to) != component && reachesEnd_[components_.of(to)]);
    }
  }
  reachesEnd_[component] = reaches;
  if (cyclic) {
    cyclic_.push_back(component);
  }
}

bool SymmetricHangs::stuck() const {
  return std::ranges::find(reachesEnd_, false) != reachesEnd_.end();
}

std::optional<Lasso> SymmetricHangs::hangUnder(const FairSets& fair) const {
  if (deadlock_) {
    return deadlock();
  }
  for (const std::uint32_t component : cyclic_) {
    Slots slots(*quotient_, components_, component);
    if (slots.everyClassHas([&](StateId s, ThreadId slot) {
          const Owed owed = fair.owed(quotient_->enabled(s), quotient_->executed(s));
          return slots.runs[slots.pair(s, slot)] || !owed.test(slot);
        })) {
      return lassoIn(component, fair, slots);
    }
  }
  return std::nullopt;
}

Lasso SymmetricHangs::deadlock() const {
  Lasso lasso;
  Track track(*quotient_);
  for (const ThreadId slot : slotsTo(*quotient_, *deadlock_)) {
    lasso.stem.push_back(track.go(slot));
  }
  const AgentMask all = quotient_->enabled(0) | quotient_->finished(0);
  lasso.unfinished = threadsOf(track.threads(all & ~quotient_->finished(*deadlock_)));
  lasso.blocked = lasso.unfinished;
  return lasso;
}

/// One round in a component, as slots that run.
class SymmetricHangs::LoopFinder {
 public:
  LoopFinder(const SymmetricHangs& hangs, std::uint32_t component, const FairSets& fair, const Slots& slots,
             bool everybodyRuns)
      : quotient_(*hangs.quotient_),
        components_(hangs.components_),
        component_(component),
        fair_(fair),
        slots_(slots),
        everybodyRuns_(everybodyRuns) {}

  std::vector<ThreadId> run() {
    at_ = slots_.states.front();
    for (ThreadId slot = 0; slot < slots_.threads; ++slot) {
      slotOf_.push_back(slot);
    }
    paid_.assign(slots_.threads, false);
    payIdle();
    for (ThreadId thread = 0; thread < slots_.threads; ++thread) {
      if (!paid_[thread]) {
        follow(thread);
      }
    }
    if (loop_.empty() || at_ != slots_.states.front()) {
      goBack();
    }
    return loop_;
  }

 private:
  struct Visit {
    std::size_t from;
    ThreadId slot;
  };

  /// Who is owed nothing here is paid (in a livelock: who will never be able to run).
  void payIdle() {
    const Owed owed = fair_.owed(quotient_.enabled(at_), quotient_.executed(at_));
    for (ThreadId thread = 0; thread < slots_.threads; ++thread) {
      paid_[thread] = paid_[thread] || pays(at_, slotOf_[thread], owed);
    }
  }
  bool pays(StateId s, ThreadId slot, const Owed& owed) const {
    return everybodyRuns_ ? has(quotient_.finished(s), slot) : !owed.test(slot);
  }

  void go(ThreadId slot) {
    loop_.push_back(slot);
    const Renaming renaming = quotient_.renaming(at_, slot);
    for (ThreadId thread = 0; thread < slots_.threads; ++thread) {
      paid_[thread] = paid_[thread] || slotOf_[thread] == slot;
      slotOf_[thread] = renaming[slotOf_[thread]];
    }
    at_ = quotient_.after(at_, slot);
    payIdle();
  }

  /// Leads a thread, by the shortest way, to where it is paid; nowhere if it never can be (blocked for ever).
  void follow(ThreadId thread) {
    walkTo(slotOf_[thread], [&](StateId, ThreadId slot, ThreadId running, StateId to, ThreadId next) {
      const Owed owed = fair_.owed(quotient_.enabled(to), quotient_.executed(to));
      return running == slot || pays(to, next, owed);
    });
  }

  void goBack() {
    const StateId goal = slots_.states.front();
    const bool there =
        walkTo(0, [&](StateId, ThreadId, ThreadId, StateId to, ThreadId) { return to == goal; });
    INVARIANT(there, "a component is strongly connected");
  }

  /// Goes, by the shortest way inside, to the end of a wanted edge, looking at what becomes of a slot.
  template <typename Wanted>
  bool walkTo(ThreadId slot, Wanted wanted) {
    std::vector<std::pair<StateId, ThreadId>> queue{{at_, slot}};
    std::vector<bool> seen(slots_.above.size(), false);
    seen[slots_.pair(at_, slot)] = true;
    std::vector<Visit> visits{{0, 0}};
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const auto [s, here] = queue[next];
      for (const ThreadId running : threadsOf(quotient_.expanded(s) ? quotient_.enabled(s) : 0)) {
        const StateId to = quotient_.after(s, running);
        if (components_.of(to) != component_) {
          continue;
        }
        const ThreadId then = quotient_.renaming(s, running)[here];
        if (wanted(s, here, running, to, then)) {
          take(visits, next, running);
          return true;
        }
        if (!seen[slots_.pair(to, then)]) {
          seen[slots_.pair(to, then)] = true;
          queue.emplace_back(to, then);
          visits.push_back({next, running});
        }
      }
    }
    return false;
  }

  void take(const std::vector<Visit>& visits, std::size_t last, ThreadId running) {
    std::vector<ThreadId> way{running};
    for (std::size_t visit = last; visit != 0; visit = visits[visit].from) {
      way.push_back(visits[visit].slot);
    }
    for (const ThreadId slot : way | std::views::reverse) {
      go(slot);
    }
  }

  Quotient& quotient_;
  const Components& components_;
  std::uint32_t component_;
  const FairSets& fair_;
  const Slots& slots_;
  bool everybodyRuns_;
  StateId at_ = 0;
  std::vector<ThreadId> slotOf_;  ///< by thread, as they are at the start of the round
  std::vector<bool> paid_;        ///< by thread
  std::vector<ThreadId> loop_;
};

Lasso SymmetricHangs::lassoIn(std::uint32_t component, const FairSets& fair, const Slots& classes) const {
  Slots slots = classes;
  const auto able = slots.classesWith([&](StateId s, ThreadId t) { return has(quotient_->enabled(s), t); });
  const auto running = slots.classesWith([&](StateId s, ThreadId t) { return slots.runs[slots.pair(s, t)]; });
  const StateId start = slots.states.front();
  Lasso lasso;
  lasso.kind = !reachesEnd_[component] ? HangKind::DeadRegion
               : able == running       ? HangKind::Livelock
                                       : HangKind::Starvation;
  const std::vector<ThreadId> round =
      LoopFinder(*this, component, fair, slots, lasso.kind == HangKind::Livelock).run();
  Track track(*quotient_);
  for (const ThreadId slot : slotsTo(*quotient_, start)) {
    lasso.stem.push_back(track.go(slot));
  }
  const std::vector<ThreadId> first = track.threadIn();
  AgentMask ran = 0;
  AgentMask enabled = 0;
  AgentMask always = ~AgentMask{0};
  const AgentMask all = quotient_->enabled(0) | quotient_->finished(0);
  const AgentMask unfinished = track.threads(all & ~quotient_->finished(start));
  do {
    for (const ThreadId slot : round) {
      const StateId at = track.at();
      const Owed owed = fair.owed(quotient_->enabled(at), quotient_->executed(at));
      always &= track.threads(fair.threadsIn(owed));
      enabled |= track.threads(quotient_->enabled(at));
      lasso.loop.push_back(track.go(slot));
      ran |= bitOf(lasso.loop.back().thread);
    }
  } while (track.threadIn() != first);
  lasso.fair = threadsOf(always);
  lasso.starved = threadsOf(enabled & ~ran);
  lasso.blocked = threadsOf(unfinished & ~enabled);
  lasso.unfinished = threadsOf(unfinished);
  return lasso;
}

}  // namespace hrfcheck
