#include "differential/kernel_interleavings.h"

#include <fmt/format.h>

#include <algorithm>

#include "differential/kernel_arithmetic.h"
#include "differential/kernel_ids.h"
#include "differential/kernel_steps.h"

namespace hrfcheck::kernels {
namespace {

using Numbers = std::vector<std::int64_t>;

enum class Status : std::uint8_t { Runs, Waits, Ended, Failed };

struct ThreadState {
  std::size_t at = 0;
  Status status = Status::Runs;
  Numbers slots;

  friend auto operator<=>(const ThreadState&, const ThreadState&) = default;
};

struct State {
  Numbers memory;
  std::vector<ThreadState> threads;

  friend auto operator<=>(const State&, const State&) = default;
};

/// Where an object begins in memory: local ones have an instance for each work-group.
struct Place {
  const Object* object = nullptr;
  std::vector<std::size_t> begins;
};

class Explorer {
 public:
  Explorer(const Kernel& kernel, unsigned bound, std::size_t mostStates)
      : kernel_(kernel), code_(stepsOf(kernel)), bound_(bound), mostStates_(mostStates) {}

  Interleavings run() {
    State first = initial();
    for (unsigned t = 0; t < kernel_.threads(); ++t) {
      runAlone(first, t);
    }
    openBarriers(first);
    visit(std::move(first));
    while (!open_.empty() && seen_.size() <= mostStates_) {
      const State state = std::move(open_.back());
      open_.pop_back();
      expand(state);
    }
    result_.complete = open_.empty();
    result_.states = seen_.size();
    return std::move(result_);
  }

 private:
  State initial() {
    State state;
    for (const Object& object : kernel_.objects) {
      Place& place = places_[object.name];
      place.object = &object;
      for (unsigned g = 0; g < (object.local ? kernel_.groups : 1); ++g) {
        place.begins.push_back(state.memory.size());
        state.memory.insert(state.memory.end(), object.initial.begin(), object.initial.end());
      }
    }
    ThreadState thread;
    thread.slots.resize(code_.slots);
    for (const Variable& v : kernel_.variables) {
      const Slot slot = code_.kernelNames->variables.at(v.name);
      thread.slots[slot.first] = v.initial;
    }
    state.threads.assign(kernel_.threads(), thread);
    return state;
  }

  void visit(State state) {
    if (seen_.insert(state).second) {
      open_.push_back(std::move(state));
    }
  }

  void expand(const State& state) {
    bool any = false;
    for (unsigned t = 0; t < state.threads.size(); ++t) {
      if (state.threads[t].status == Status::Runs) {
        any = true;
        State next = state;
        access(next, t);
        runAlone(next, t);
        openBarriers(next);
        visit(std::move(next));
      }
    }
    if (!any) {
      finish(state);
    }
  }

  void finish(const State& state) {
    // Who waits where another one has failed has no failure of its own.
    const bool failed =
        std::ranges::any_of(state.threads, [](const ThreadState& t) { return t.status == Status::Failed; });
    bool ended = true;
    for (unsigned t = 0; t < state.threads.size(); ++t) {
      ended = ended && state.threads[t].status == Status::Ended;
      if (!failed && state.threads[t].status == Status::Waits) {
        result_.failures.emplace(Failure::Divergence, t, code_.steps[state.threads[t].at].origin);
      }
    }
    if (ended) {
      result_.finalStates.insert(valuesIn(state));
    }
  }

  std::map<std::string, std::int64_t> valuesIn(const State& state) const {
    std::map<std::string, std::int64_t> values;
    for (const auto& [name, place] : places_) {
      for (unsigned g = 0; g < place.begins.size(); ++g) {
        const std::string instance = place.object->local ? instanceName(kernel_, name, g, false) : name;
        for (unsigned i = 0; i < place.object->cells(); ++i) {
          values[place.object->elements == 0 ? instance : fmt::format("{}[{}]", instance, i)] =
              state.memory[place.begins[g] + i];
        }
      }
    }
    for (const auto& [thread, variable] : kernel_.observed) {
      const Slot slot = code_.kernelNames->variables.at(variable);
      values[fmt::format("{}:{}", thread, variable)] = state.threads[thread].slots[slot.first];
    }
    return values;
  }

  void fail(ThreadState& thread, unsigned t, Failure failure) {
    result_.failures.emplace(failure, t, code_.steps[thread.at].origin);
    thread.status = Status::Failed;
  }

  Reader readerOf(const ThreadState& thread, unsigned t, const NamesPtr& names) const {
    return {[&thread, names](const std::string& name) {
              const Slot slot = names->variables.at(name);
              return Typed{thread.slots[slot.first], slot.type};
            },
            [&thread, names](const std::string& name, std::int64_t index) -> std::optional<Typed> {
              const Slot slot = names->variables.at(name);
              if (index < 0 || index >= static_cast<std::int64_t>(slot.elements)) {
                return std::nullopt;
              }
              return Typed{thread.slots[slot.first + static_cast<std::size_t>(index)], slot.type};
            },
            [this, t](Id id) {
              return Typed{idOf(kernel_, t, id), kSizeType};
            },
            [names](const std::string& name) { return names->variables.at(name).type; }};
  }

  std::optional<Typed> value(const State& state, unsigned t, const Step& step, const ExprPtr& expr) const {
    return valueOf(*expr, readerOf(state.threads[t], t, step.valueNames ? step.valueNames : step.names));
  }

  /// Everything up to the next access or barrier.
  void runAlone(State& state, unsigned t) {
    ThreadState& thread = state.threads[t];
    while (thread.status == Status::Runs) {
      if (thread.at == code_.steps.size()) {
        thread.status = Status::Ended;
      } else if (const Step& step = code_.steps[thread.at]; step.kind == StepKind::Barrier) {
        thread.status = Status::Waits;
      } else if (step.isShared()) {
        return;
      } else {
        alone(state, t, step);
      }
    }
  }

  void alone(State& state, unsigned t, const Step& step) {
    ThreadState& thread = state.threads[t];
    if (step.kind == StepKind::Jump) {
      thread.at = step.goal;
      return;
    }
    if (step.kind == StepKind::Restart || step.kind == StepKind::Round) {
      std::int64_t& rounds = thread.slots[step.target->first];
      rounds = step.kind == StepKind::Restart ? 0 : rounds + 1;
      rounds > static_cast<std::int64_t>(bound_) ? fail(thread, t, Failure::Bound) : void(++thread.at);
      return;
    }
    if (step.kind == StepKind::PointTo) {
      pointTo(state, t, step);
      return;
    }
    const std::optional<Typed> computed = value(state, t, step, step.value);
    if (!computed) {
      fail(thread, t, Failure::Fault);
      return;
    }
    withValue(state, t, step, *computed);
  }

  void withValue(State& state, unsigned t, const Step& step, Typed computed) {
    ThreadState& thread = state.threads[t];
    if (step.kind == StepKind::Branch) {
      thread.at = (computed.value != 0) == step.negated ? step.goal : thread.at + 1;
      return;
    }
    if (step.kind == StepKind::Assert && computed.value == 0) {
      fail(thread, t, Failure::Fault);
      return;
    }
    std::size_t slot = step.target ? step.target->first : 0;
    if (step.kind == StepKind::ArrayStore) {
      const std::optional<Typed> index = value(state, t, step, step.index);
      if (!index || index->value < 0 || index->value >= static_cast<std::int64_t>(step.target->elements)) {
        fail(thread, t, Failure::Fault);
        return;
      }
      slot += static_cast<std::size_t>(index->value);
    }
    if (step.through) {
      computed = {converted(computed, *step.through), *step.through};
    }
    if (step.target) {
      thread.slots[slot] = converted(computed, step.target->type);
    }
    ++thread.at;
  }

  /// The index of a cell; of what a function's pointer points to, the one that it was given.
  std::optional<std::int64_t> indexOf(const State& state, unsigned t, const Step& step,
                                      const ExprPtr& index) const {
    if (step.names->pointee) {
      return state.threads[t].slots[step.names->pointee->second];
    }
    if (!index) {
      return 0;
    }
    const std::optional<Typed> computed = value(state, t, step, index);
    return computed ? std::optional(computed->value) : std::nullopt;
  }

  void pointTo(State& state, unsigned t, const Step& step) {
    ThreadState& thread = state.threads[t];
    if (const auto index = indexOf(state, t, step, step.index)) {
      thread.slots[step.target->first] = *index;
      ++thread.at;
    } else {
      fail(thread, t, Failure::Fault);
    }
  }

  /// Null where the access is to no cell.
  std::int64_t* cellOf(State& state, unsigned t, const Step& step) const {
    const Cell& cell = step.origin->cell;
    const Place& place = placeOf(step);
    const std::optional<std::int64_t> index = indexOf(state, t, step, cell.index);
    if (!index || *index < 0 || *index >= static_cast<std::int64_t>(place.object->cells())) {
      return nullptr;
    }
    const std::size_t begin = place.begins[place.object->local ? groupOf(kernel_, t) : 0];
    return &state.memory[begin + static_cast<std::size_t>(*index)];
  }
  const Place& placeOf(const Step& step) const {
    return places_.at(step.names->pointee ? step.names->pointee->first : step.origin->cell.object);
  }

  void access(State& state, unsigned t) {
    const Step& step = code_.steps[state.threads[t].at];
    ThreadState& thread = state.threads[t];
    const IntegerType type = placeOf(step).object->type;
    std::int64_t* cell = cellOf(state, t, step);
    const std::optional<Typed> operand = step.value ? value(state, t, step, step.value) : Typed{0, type};
    if (cell == nullptr || !operand || !perform(thread, step, *cell, type, *operand)) {
      fail(thread, t, Failure::Fault);
      return;
    }
    ++thread.at;
  }

  /// @return false where an operator has no result
  bool perform(ThreadState& thread, const Step& step, std::int64_t& cell, IntegerType type, Typed operand) {
    const std::int64_t given = converted(operand, type);
    switch (step.kind) {
      case StepKind::Load:
        thread.slots[step.target->first] = converted({cell, type}, step.target->type);
        return true;
      case StepKind::Store:
        return store(thread, step, cell, type, operand);
      case StepKind::Update: {
        const std::int64_t old = cell;
        cell = updated(step.origin->function, type, old, given);
        thread.slots[step.target->first] = converted({old, type}, step.target->type);
        return cell < (std::int64_t{1} << 48) || cell >= (std::int64_t{1} << 49);
      }
      case StepKind::CompareExchange: {
        const Slot expected = step.names->variables.at(step.origin->expected);
        const bool equal = cell == thread.slots[expected.first];
        if (equal) {
          cell = given;
        } else {
          thread.slots[expected.first] = cell;
        }
        thread.slots[step.target->first] = equal ? 1 : 0;
        return true;
      }
      case StepKind::Assign:
      case StepKind::ArrayStore:
      case StepKind::Barrier:
      case StepKind::Assert:
      case StepKind::Branch:
      case StepKind::Jump:
      case StepKind::Restart:
      case StepKind::Round:
      case StepKind::PointTo:
        break;
    }
    return false;
  }

  static bool store(const ThreadState& thread, const Step& step, std::int64_t& cell, IntegerType type,
                    Typed operand) {
    if (step.compound) {
      const std::optional<Typed> made =
          result(*step.compound, {thread.slots[step.target->first], type}, operand);
      if (!made) {
        return false;
      }
      operand = *made;
    }
    cell = converted(operand, type);
    return true;
  }

  bool meet(unsigned a, unsigned b, bool subGroup) const {
    return groupOf(kernel_, a) == groupOf(kernel_, b) &&
           (!subGroup || subGroupOf(kernel_, a) == subGroupOf(kernel_, b));
  }

  /// Threads go on that all wait at one barrier; where that leads to the next barrier, again.
  void openBarriers(State& state) {
    for (bool opened = true; opened;) {
      opened = false;
      for (unsigned t = 0; t < state.threads.size() && !opened; ++t) {
        opened = state.threads[t].status == Status::Waits && open(state, t);
      }
    }
  }

  bool open(State& state, unsigned t) {
    const std::size_t at = state.threads[t].at;
    std::vector<unsigned> all;
    for (unsigned other = 0; other < state.threads.size(); ++other) {
      if (meet(t, other, code_.steps[at].origin->subGroup)) {
        all.push_back(other);
      }
    }
    const bool here = std::ranges::all_of(all, [&](unsigned other) {
      return state.threads[other].status == Status::Waits && state.threads[other].at == at;
    });
    for (const unsigned other : here ? all : std::vector<unsigned>()) {
      state.threads[other].status = Status::Runs;
      ++state.threads[other].at;
      runAlone(state, other);
    }
    return here;
  }

  const Kernel& kernel_;
  const Steps code_;
  unsigned bound_;
  std::size_t mostStates_;
  std::map<std::string, Place> places_;
  std::set<State> seen_;
  std::vector<State> open_;
  Interleavings result_;
};

}  // namespace

Interleavings interleavingsOf(const Kernel& kernel, unsigned bound, std::size_t mostStates) {
  return Explorer(kernel, bound, mostStates).run();
}

}  // namespace hrfcheck::kernels
