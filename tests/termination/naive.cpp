#include "termination/naive.h"

#include <algorithm>

namespace hrfcheck::test {
namespace {

/// No program asks for more arrivals.
constexpr unsigned kMostCount = 8;

}  // namespace

NaiveProgress::NaiveProgress(std::shared_ptr<const Program> program) : program_(std::move(program)) {
  State start;
  for (const MemoryLocation& location : program_->locations) {
    start.memory.push_back(location.initial);
  }
  for (ThreadId t = 0; t < program_->threads.size(); ++t) {
    runners_.emplace_back(*program_, t, CodeRunner::Fences::Pass);
    start.threads.push_back(runners_.back().start());
    settle(start, t);
  }
  std::map<State, std::size_t> numbers{{start, 0}};
  states_ = {start};
  for (std::size_t s = 0; s < states_.size(); ++s) {
    edges_.emplace_back();
    bool unfinished = false;
    for (ThreadId t = 0; t < program_->threads.size(); ++t) {
      LocalState at = states_[s].threads[t];
      const bool ended = runners_[t].next(at).kind == Action::Kind::End;
      unfinished = unfinished || !ended;
      if (ended || states_[s].waiting.contains(t)) {
        continue;
      }
      const State next = after(states_[s], t);
      const auto [known, isNew] = numbers.try_emplace(next, states_.size());
      if (isNew) {
        states_.push_back(next);
      }
      edges_[s][t] = known->second;
    }
    deadlock_ = deadlock_ || (unfinished && edges_[s].empty());
  }
}

/// Runs what a thread does by itself.
void NaiveProgress::settle(State& state, ThreadId t) const {
  runners_[t].next(state.threads[t]);
}

/// Every barrier in the code of others that is this one, or may be before they arrive, has been arrived at.
bool NaiveProgress::metByAll(const State& state, ThreadId t, const Action& action) const {
  const auto levelOf = [](const Instruction& i) { return std::get<BarrierOp>(i.operation).level; };
  const std::uint32_t level = levelOf(runners_[t].instruction(action));
  for (ThreadId other = 0; other < program_->threads.size(); ++other) {
    const auto& code = program_->threads[other].instructions;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      const auto* op = std::get_if<BarrierOp>(&code[i].operation);
      const bool meets = op != nullptr && op->amongNamed && op->level == level &&
                         program_->scopes.instanceOf(t, level) == program_->scopes.instanceOf(other, level) &&
                         (op->instance.reg || op->instance.value == action.instance) &&
                         (op->id.reg || op->id.value == action.id);
      const auto came = state.came.find({other, i});
      if (meets && (came == state.came.end() || came->second < state.came.at({t, action.instruction}))) {
        return false;
      }
    }
  }
  return true;
}

bool NaiveProgress::released(const State& state, ThreadId t) const {
  LocalState at = state.threads[t];
  const Action action = runners_[t].next(at);
  const auto& op = std::get<BarrierOp>(runners_[t].instruction(action).operation);
  if (op.amongNamed) {
    return metByAll(state, t, action);
  }
  const auto& arrivals = state.arrivals.at(
      {program_->scopes.instanceOf(t, op.level), action.instance, action.id, op.count.has_value()});
  return op.count ? arrivals[0] >= static_cast<unsigned>(*action.count) : arrivals[t] == 0;
}

NaiveProgress::State NaiveProgress::after(State state, ThreadId t) const {
  state.executed.insert(t);
  const Action action = runners_[t].next(state.threads[t]);
  const Instruction& instruction = runners_[t].instruction(action);
  if (action.isAccess()) {
    const Value old = state.memory[action.location];
    if (const auto written = writtenBy(instruction, action, old)) {
      state.memory[action.location] = *written;
    }
    const bool reads = action.kind != Action::Kind::Store;
    runners_[t].complete(state.threads[t], action, reads ? std::optional(old) : std::nullopt);
    settle(state, t);
    return state;
  }
  if (action.kind == Action::Kind::Diverges) {
    return state;
  }
  const auto& op = std::get<BarrierOp>(instruction.operation);
  const ScopeInstanceId scope = program_->scopes.instanceOf(t, op.level);
  auto& arrivals = state.arrivals[{scope, action.instance, action.id, op.count.has_value()}];
  arrivals.resize(program_->threads.size(), 0);
  if (op.amongNamed) {
    ++state.came[{t, action.instruction}];
  } else if (op.count) {
    arrivals[0] = std::min(arrivals[0] + 1, kMostCount);
  } else {
    ++arrivals[t];
    const auto& agents = program_->scopes.instances()[scope].agents;
    if (std::ranges::all_of(agents, [&](ThreadId agent) { return arrivals[agent] > 0; })) {
      for (const ThreadId agent : agents) {
        --arrivals[agent];
      }
    }
  }
  state.waiting.insert(t);
  if (!op.waits) {
    state.waiting.erase(t);
    runners_[t].complete(state.threads[t], action);
    settle(state, t);
  }
  for (ThreadId other = 0; other < program_->threads.size(); ++other) {
    if (state.waiting.contains(other) && released(state, other)) {
      state.waiting.erase(other);
      runners_[other].complete(state.threads[other], runners_[other].next(state.threads[other]));
      settle(state, other);
    }
  }
  return state;
}

std::set<ThreadId> NaiveProgress::fair(Scheduler scheduler, std::size_t s) const {
  std::set<ThreadId> result;
  for (const auto& [t, to] : edges_[s]) {
    const bool lowest = edges_[s].begin()->first == t;
    const bool ran = states_[s].executed.contains(t);
    const bool below = std::ranges::any_of(states_[s].executed, [t = t](ThreadId u) { return u >= t; });
    const std::map<Scheduler, bool> criteria{{Scheduler::Unfair, false}, {Scheduler::Hsa, lowest},
                                             {Scheduler::Obe, ran},      {Scheduler::HsaObe, lowest || ran},
                                             {Scheduler::Lobe, below},   {Scheduler::Weak, true}};
    if (criteria.at(scheduler)) {
      result.insert(t);
    }
  }
  return result;
}

/// The states inside that lead to one of `goal`, by ways inside.
NaiveProgress::States NaiveProgress::reach(const States& inside, const States& goal) const {
  States result = goal;
  bool changed = true;
  while (changed) {
    changed = false;
    for (const std::size_t s : inside) {
      for (const auto& [t, to] : edges_[s]) {
        changed = (result.contains(to) && result.insert(s).second) || changed;
      }
    }
  }
  return result;
}

/// The greatest set from each of whose states, for every thread, there is a way inside to a step by which the
/// thread runs, or at which it is owed nothing.
bool NaiveProgress::weakLoop(Scheduler scheduler) const {
  States inside;
  for (std::size_t s = 0; s < states_.size(); ++s) {
    inside.insert(s);
  }
  std::size_t before = 0;
  do {
    before = inside.size();
    for (ThreadId agent = 0; agent < program_->threads.size(); ++agent) {
      States goal;
      for (const std::size_t s : inside) {
        for (const auto& [t, to] : edges_[s]) {
          if (inside.contains(to) && (t == agent || !fair(scheduler, s).contains(agent))) {
            goal.insert(s);
          }
        }
      }
      inside = reach(inside, goal);
    }
  } while (inside.size() != before);
  return !inside.empty();
}

/// Drops states that lie on no cycle of what is left, and those with an owed step from which there is no way
/// back.
bool NaiveProgress::strongLoop(Scheduler scheduler) const {
  States inside;
  for (std::size_t s = 0; s < states_.size(); ++s) {
    inside.insert(s);
  }
  std::size_t before = 0;
  do {
    before = inside.size();
    const States now = inside;
    for (const std::size_t s : now) {
      const States back = reach(now, {s});
      const auto returns = [&](std::size_t to) { return now.contains(to) && back.contains(to); };
      const auto owed = fair(scheduler, s);
      const bool cyclic =
          std::ranges::any_of(edges_[s], [&](const auto& edge) { return returns(edge.second); });
      const bool closed = std::ranges::all_of(owed, [&](ThreadId t) { return returns(edges_[s].at(t)); });
      if (!cyclic || !closed) {
        inside.erase(s);
      }
    }
  } while (inside.size() != before);
  return !inside.empty();
}

bool NaiveProgress::terminates(const SchedulerSpec& spec) const {
  return !deadlock_ && !(spec.strong ? strongLoop(spec.scheduler) : weakLoop(spec.scheduler));
}

}  // namespace hrfcheck::test
