// Every thread runs by itself, from each of its states on once: what it may hold in the end, and which of its
// writes may be the last one of its thread in coherence. That is the last one in program order where the
// model says so of the two at hand; where it does not, nothing is concluded.

#include "engine/explicit/possible_findings.h"

#include <algorithm>
#include <map>

#include "engine/explicit/found_flags.h"
#include "execution/witness/structure_stepper.h"

namespace hrfcheck::inline engine {
namespace {

/// More states of a thread, or more outcomes, are not worth the look.
constexpr std::size_t kMostStates = 2000;
constexpr std::size_t kMostOutcomes = 100;

/// A thread's last write to each location that it wrote to.
using LastWrites = std::map<LocationId, std::pair<EventId, Value>>;

/// How a thread may end: the final values of its observed registers, and what it leaves in memory.
struct Completion {
  std::vector<Value> registers;
  std::map<LocationId, Value> memory;
  friend auto operator<=>(const Completion&, const Completion&) = default;
};

class ThreadEnds {
 public:
  ThreadEnds(const EventStructure& structure, ThreadId thread, CoherenceRules& rules, PossibleFindings& found,
             PacedLook& look)
      : structure_(structure),
        thread_(thread),
        rules_(rules),
        found_(found),
        look_(look),
        stepper_(structure, thread) {}

  /// False where there are too many states, or a write may come last that is not.
  bool find() {
    Writes writes(*this);
    ThreadState state = stepper_.start();
    const Pause pause = stepper_.run(state, writes);
    goOn(std::move(state), pause, writes);
    return known_;
  }

  const std::set<Completion>& completions() const { return completions_; }

 private:
  class Writes : public RunSink {
   public:
    explicit Writes(ThreadEnds& owner) : owner_(&owner) {}

    void happens(EventId event, Value value, LocationId location, std::uint32_t) override {
      if (owner_->structure_.events()[event].kind != EventKind::Write) {
        return;
      }
      const auto [last, first] = last_.try_emplace(location, event, value);
      if (!first) {
        owner_->known_ = owner_->known_ && owner_->rules_.staysBehind(last->second.first, event);
        last->second = {event, value};
      }
    }
    void depends(Dependency, EventId, EventId) override {}

    const LastWrites& last() const { return last_; }

   private:
    ThreadEnds* owner_;
    LastWrites last_;
  };

  void goOn(ThreadState state, const Pause& pause, const Writes& writes) {
    look_.spend(1);
    if (!known_ || !seen_.emplace(state.at, state.ended, state.registers, writes.last()).second) {
      return;
    }
    known_ = seen_.size() <= kMostStates;
    switch (pause.kind) {
      case Pause::Kind::End:
        end(state, writes);
        return;
      case Pause::Kind::Read:
        for (const Value value : structure_.domain(pause.event, pause.location)) {
          ThreadState next = state;
          Writes later = writes;
          const Pause then = stepper_.giveValue(next, value, later);
          goOn(std::move(next), then, later);
        }
        return;
      case Pause::Kind::Barrier: {
        ThreadState waits = state;
        stepper_.block(waits);
        end(waits, writes);
        Writes later = writes;
        const Pause then = stepper_.passBarrier(state, later);
        goOn(std::move(state), then, later);
        return;
      }
    }
  }

  void end(const ThreadState& state, const Writes& writes) {
    for (const auto& incident : incidentsOf({{state.end, state.lastInstruction}})) {
      found_.incidents.emplace(incident.first, InstructionRef{thread_, state.lastInstruction});
    }
    if (state.end != ThreadEnd::Completed) {
      return;
    }
    Completion completion;
    for (const StateVariable& v : structure_.program().observed) {
      if (v.isRegister() && v.thread == thread_) {
        completion.registers.push_back(state.registers[v.reg]);
      } else if (!v.isRegister()) {
        if (const auto last = writes.last().find(v.location); last != writes.last().end()) {
          completion.memory.emplace(v.location, last->second.second);
        }
      }
    }
    completions_.insert(std::move(completion));
  }

  using Seen = std::tuple<NodeId, bool, std::vector<Value>, LastWrites>;

  const EventStructure& structure_;
  ThreadId thread_;
  CoherenceRules& rules_;
  PossibleFindings& found_;
  PacedLook& look_;
  EventStructureStepper stepper_;
  bool known_ = true;
  std::set<Seen> seen_;
  std::set<Completion> completions_;
};

/// Every way to choose one completion of each thread, and one thread's write as the last of each location.
class Combinations {
 public:
  Combinations(const EventStructure& structure, const std::vector<std::set<Completion>>& threads,
               std::set<std::vector<Value>>& outcomes, PacedLook& look)
      : program_(structure.program()), threads_(threads), outcomes_(outcomes), look_(look) {}

  bool addAll() {
    chosen_.assign(threads_.size(), nullptr);
    return chooseThread(0);
  }

 private:
  bool chooseThread(ThreadId t) {
    look_.spend(1);
    if (t == threads_.size()) {
      values_.clear();
      next_.assign(threads_.size(), 0);
      return chooseValue(0);
    }
    return std::ranges::all_of(threads_[t], [&](const Completion& completion) {
      chosen_[t] = &completion;
      return chooseThread(t + 1);
    });
  }

  bool chooseValue(std::size_t index) {
    if (index == program_.observed.size()) {
      outcomes_.insert(values_);
      return outcomes_.size() <= kMostOutcomes && ++tried_ <= kMostStates;
    }
    const StateVariable& v = program_.observed[index];
    std::set<Value> choices;
    if (v.isRegister()) {
      choices.insert(chosen_[v.thread]->registers[next_[v.thread]++]);
    } else {
      for (const Completion* completion : chosen_) {
        if (const auto last = completion->memory.find(v.location); last != completion->memory.end()) {
          choices.insert(last->second);
        }
      }
      if (choices.empty()) {
        choices.insert(program_.locations[v.location].initial);
      }
    }
    const bool goOn = std::ranges::all_of(choices, [&](Value value) {
      values_.push_back(value);
      const bool more = chooseValue(index + 1);
      values_.pop_back();
      return more;
    });
    if (v.isRegister()) {
      --next_[v.thread];
    }
    return goOn;
  }

  const Program& program_;
  const std::vector<std::set<Completion>>& threads_;
  std::set<std::vector<Value>>& outcomes_;
  PacedLook& look_;
  std::vector<const Completion*> chosen_;
  std::vector<std::size_t> next_;  ///< by thread: which of its observed registers comes next
  std::vector<Value> values_;
  std::size_t tried_ = 0;
};

}  // namespace

std::optional<PossibleFindings> possibleFindings(const EventStructure& structure, CoherenceRules& rules,
                                                 const Deadline& deadline) {
  PacedLook look(deadline);
  PossibleFindings found;
  std::vector<std::set<Completion>> threads;
  for (ThreadId t = 0; t < structure.threads().size(); ++t) {
    ThreadEnds ends(structure, t, rules, found, look);
    if (!ends.find()) {
      return std::nullopt;
    }
    threads.push_back(ends.completions());
  }
  const bool all = Combinations(structure, threads, found.outcomes, look).addAll();
  return all ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace hrfcheck::inline engine
