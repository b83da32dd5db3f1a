// The LTS with histories: pairs of a state under interleaving (interleaving.h) and the set of threads that
// have executed, breadth first.
//
// Why who has executed belongs to the state. What obe, hsa+obe and lobe promise depends on it, and one state
// of memory and places may be reached with different histories: a thread that spins at its first instruction
// has executed, but stands where it started. A promise that is read off the first history found gives wrong
// answers there.

#include "termination/lts.h"

#include <fmt/format.h>

#include <array>
#include <bit>

#include "termination/interleaving.h"
#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

constexpr unsigned kBitsPerWord = 32;
/// States between two looks at the clock.
constexpr StateId kStatesPerLook = 1024;

}  // namespace

class Lts::Explored {
 public:
  Explored(std::shared_ptr<const Program> program, const Options& options)
      : options_(options),
        interleaving_(std::move(program), options.agents, options.deadline),
        table_(kWidth) {
    add(Interleaving::kStart, 0);
    parents_.push_back(0);
    explore();
    expanded_ = static_cast<StateId>(firstEdges_.size() - 1);
    targets_.resize(firstEdges_.back());
    actors_.resize(firstEdges_.back());
    firstEdges_.resize(table_.size() + 1, targets_.size());
  }

  const Interleaving& interleaving() const { return interleaving_; }
  const std::string& incomplete() const { return incomplete_; }
  std::size_t states() const { return table_.size(); }
  std::size_t edges() const { return targets_.size(); }
  StateId base(StateId s) const { return table_.row(s)[0]; }
  AgentMask executed(StateId s) const {
    const auto row = table_.row(s);
    return row[1] | AgentMask{row[2]} << kBitsPerWord;
  }
  AgentMask enabled(StateId s) const { return interleaving_.enabled(base(s)); }
  /// None where the exploration stopped before it.
  bool expanded(StateId s) const { return s < expanded_; }
  Adjacency adjacency() const { return {firstEdges_, targets_}; }
  std::span<const std::uint8_t> actors(StateId s) const {
    return std::span(actors_).subspan(firstEdges_[s], firstEdges_[s + 1] - firstEdges_[s]);
  }
  StateId parent(StateId s) const { return parents_[s]; }
  std::size_t baseEdges() const {
    std::size_t edges = 0;
    for (StateId base = 0; base < interleaving_.states(); ++base) {
      for (AgentMask left = interleaving_.enabled(base); left != 0; left &= left - 1) {
        edges += interleaving_.choices(base, static_cast<AgentId>(std::countr_zero(left)));
      }
    }
    return edges;
  }

 private:
  static constexpr std::size_t kWidth = 3;  ///< the state under interleaving, and 64 bits

  std::pair<StateId, bool> add(StateId base, AgentMask executed) {
    const std::array<std::uint32_t, kWidth> row{base, static_cast<std::uint32_t>(executed),
                                                static_cast<std::uint32_t>(executed >> kBitsPerWord)};
    return table_.insert(row);
  }

  void explore() {
    for (StateId s = 0; s < table_.size(); ++s) {
      if (s % kStatesPerLook == 0 && options_.activity != nullptr) {
        options_.activity->begin("", "states");
        options_.activity->count = table_.size();
      }
      if (!interleaving_.fault().empty()) {
        incomplete_ = interleaving_.fault();
      } else if (s % kStatesPerLook == 0 && options_.deadline.expired()) {
        incomplete_ = "time limit";
      } else if (table_.size() > options_.mostStates) {
        incomplete_ = "state limit";
      }
      if (!incomplete_.empty()) {
        return;
      }
      expand(s);
    }
    if (!interleaving_.fault().empty()) {
      incomplete_ = interleaving_.fault();
    }
  }

  void expand(StateId s) {
    const StateId from = base(s);
    const AgentMask ran = executed(s);
    for (AgentMask left = interleaving_.enabled(from); left != 0; left &= left - 1) {
      if (!interleaving_.fault().empty()) {
        return;
      }
      const auto a = static_cast<AgentId>(std::countr_zero(left));
      const AgentMask runs = options_.whoHasExecuted ? ran | AgentMask{1} << a : 0;
      for (std::uint32_t choice = 0; choice < interleaving_.choices(from, a); ++choice) {
        const auto [to, isNew] = add(interleaving_.after(from, a, choice), runs);
        targets_.push_back(to);
        actors_.push_back(static_cast<std::uint8_t>(a));
        if (isNew) {
          parents_.push_back(s);
        }
      }
    }
    firstEdges_.push_back(targets_.size());
  }

  Options options_;
  Interleaving interleaving_;
  StateTable table_;
  std::vector<std::size_t> firstEdges_{0};
  std::vector<StateId> targets_;      ///< of the enabled agents, in their order
  std::vector<std::uint8_t> actors_;  ///< by edge, the agent
  std::vector<StateId> parents_;
  StateId expanded_ = 0;  ///< so many states have their edges
  std::string incomplete_;
};

Lts::Lts(std::shared_ptr<const Program> program, const Options& options)
    : explored_(std::make_shared<const Explored>(std::move(program), options)) {}

std::size_t Lts::states() const {
  return explored_->states();
}

std::size_t Lts::edges() const {
  return explored_->edges();
}

const std::string& Lts::incomplete() const {
  return explored_->incomplete();
}

bool Lts::faulty() const {
  return !explored_->interleaving().fault().empty();
}

AgentMask Lts::enabled(StateId s) const {
  return explored_->enabled(s);
}

AgentMask Lts::executed(StateId s) const {
  return explored_->executed(s);
}

AgentMask Lts::finished(StateId s) const {
  return explored_->interleaving().finished(explored_->base(s));
}

bool Lts::ended(StateId s) const {
  return static_cast<std::size_t>(std::popcount(finished(s))) == agents().size();
}

std::vector<LtsEdge> Lts::edgesFrom(StateId s) const {
  std::vector<LtsEdge> edges;
  if (!explored_->expanded(s)) {
    return edges;
  }
  const auto targets = explored_->adjacency().from(s);
  const auto actors = explored_->actors(s);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const bool another = i > 0 && actors[i - 1] == actors[i];
    edges.push_back({actors[i], another ? edges.back().choice + 1 : 0, targets[i]});
  }
  return edges;
}

StateId Lts::parent(StateId s) const {
  return explored_->parent(s);
}

std::string Lts::describe(StateId s) const {
  std::string text = explored_->interleaving().describe(explored_->base(s));
  std::string ran;
  for (AgentMask left = executed(s); left != 0; left &= left - 1) {
    const auto a = static_cast<AgentId>(std::countr_zero(left));
    ran += " " + program().threads[agents().firstLane(a)].name;
  }
  return ran.empty() ? text : text + "; ran" + ran;
}

std::vector<Value> Lts::finalState(StateId s) const {
  std::vector<Value> values;
  for (const StateVariable& variable : finalVariables()) {
    values.push_back(explored_->interleaving().valueAt(explored_->base(s), variable));
  }
  return values;
}

const Agents& Lts::agents() const {
  return explored_->interleaving().agents();
}

const Program& Lts::program() const {
  return explored_->interleaving().program();
}

const std::vector<StateVariable>& Lts::finalVariables() const {
  return explored_->interleaving().finalVariables();
}

Adjacency Lts::adjacency() const {
  return explored_->adjacency();
}

bool Lts::expanded(StateId s) const {
  return explored_->expanded(s);
}

std::span<const std::uint8_t> Lts::actors(StateId s) const {
  return explored_->actors(s);
}

ScheduleStep Lts::step(StateId s, const LtsEdge& edge) const {
  ScheduleStep step = explored_->interleaving().step(explored_->base(s), edge.agent, edge.choice);
  step.from = s;
  step.to = edge.to;
  return step;
}

std::size_t Lts::baseStates() const {
  return explored_->interleaving().states();
}

std::size_t Lts::baseEdges() const {
  return explored_->baseEdges();
}

}  // namespace hrfcheck::inline termination
