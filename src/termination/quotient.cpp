// Exploration up to renaming of agents (after Emerson and Sistla, Utilizing symmetry when model-checking
// under fairness assumptions, TOPLAS 1997).
//
// A state stands for all that are got from it by permuting interchangeable agents (symmetry.h); it is the
// one whose agents are sorted by place, arrivals and whether they have executed. The same agent may be in
// another slot after each step, so an edge comes with the renaming that sorted its target; fairness, which is
// about agents, is followed along these (symmetric_hangs.cpp). Renamings are worked out again when asked
// for, not kept.

#include "termination/quotient.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

constexpr std::size_t kWidth = 3;
constexpr unsigned kBitsPerWord = 32;
constexpr StateId kStatesPerLook = 1024;

}  // namespace

Quotient::Quotient(std::shared_ptr<const Program> program, const Lts::Options& options)
    : options_(options),
      interleaving_(std::move(program), options.agents, options.deadline),
      symmetry_(interleaving_),
      table_(kWidth) {
  if (symmetry_.trivial()) {
    return;
  }
  add(sorted(Interleaving::kStart, 0));
  parents_.push_back(0);
  explore();
  expanded_ = static_cast<StateId>(firstEdges_.size() - 1);
  targets_.resize(firstEdges_.back());
  slots_.resize(firstEdges_.back());
  firstEdges_.resize(table_.size() + 1, targets_.size());
}

Quotient::Sorted Quotient::sorted(StateId base, AgentMask executed) {
  const auto row = interleaving_.words(base);
  std::vector<std::uint32_t> words(row.begin(), row.end());
  Renaming renaming = symmetry_.sort(words, executed);
  return {interleaving_.stateWith(words), executed, std::move(renaming)};
}

Quotient::Sorted Quotient::behind(StateId s, AgentId slot, std::uint32_t choice) {
  const AgentMask runs = options_.whoHasExecuted ? executed(s) | AgentMask{1} << slot : 0;
  return sorted(interleaving_.after(base(s), slot, choice), runs);
}

std::pair<StateId, bool> Quotient::add(const Sorted& state) {
  const std::array<std::uint32_t, kWidth> row{state.base, static_cast<std::uint32_t>(state.executed),
                                              static_cast<std::uint32_t>(state.executed >> kBitsPerWord)};
  return table_.insert(row);
}

bool Quotient::stop(StateId s) {
  if (s % kStatesPerLook == 0 && options_.activity != nullptr) {
    options_.activity->begin("", "states");
    options_.activity->count = table_.size();
  }
  if (faulty()) {
    incomplete_ = interleaving_.fault();
  } else if (s % kStatesPerLook == 0 && options_.deadline.expired()) {
    incomplete_ = "time limit";
  } else if (table_.size() > options_.mostStates) {
    incomplete_ = "state limit";
  }
  return !incomplete_.empty();
}

void Quotient::explore() {
  for (StateId s = 0; s < table_.size() && !stop(s); ++s) {
    for (AgentMask left = enabled(s); left != 0 && !faulty(); left &= left - 1) {
      const auto slot = static_cast<AgentId>(std::countr_zero(left));
      for (std::uint32_t choice = 0; choice < interleaving_.choices(base(s), slot); ++choice) {
        const auto [to, isNew] = add(behind(s, slot, choice));
        targets_.push_back(to);
        slots_.push_back(static_cast<std::uint8_t>(slot));
        if (isNew) {
          parents_.push_back(s);
        }
      }
    }
    firstEdges_.push_back(targets_.size());
  }
  if (faulty()) {
    incomplete_ = interleaving_.fault();
  }
}

AgentMask Quotient::executed(StateId s) const {
  const auto row = table_.row(s);
  return row[1] | AgentMask{row[2]} << kBitsPerWord;
}

bool Quotient::ended(StateId s) const {
  return static_cast<std::size_t>(std::popcount(finished(s))) == agents().size();
}

std::vector<LtsEdge> Quotient::edgesFrom(StateId s) const {
  std::vector<LtsEdge> edges;
  for (std::size_t i = expanded(s) ? firstEdges_[s] : 0; expanded(s) && i < firstEdges_[s + 1]; ++i) {
    const bool another = !edges.empty() && edges.back().agent == slots_[i];
    edges.push_back({slots_[i], another ? edges.back().choice + 1 : 0, targets_[i]});
  }
  return edges;
}

Renaming Quotient::renaming(StateId s, const LtsEdge& edge) {
  return behind(s, edge.agent, edge.choice).renaming;
}

ScheduleStep Quotient::step(StateId s, const LtsEdge& edge) const {
  ScheduleStep step = interleaving_.step(base(s), edge.agent, edge.choice);
  step.from = s;
  step.to = edge.to;
  return step;
}

std::vector<Value> Quotient::finalState(StateId s) const {
  std::vector<Value> values;
  for (const StateVariable& variable : finalVariables()) {
    values.push_back(interleaving_.valueAt(base(s), variable));
  }
  return values;
}

std::size_t Quotient::baseStates() const {
  std::set<StateId> bases;
  for (StateId s = 0; s < states(); ++s) {
    bases.insert(base(s));
  }
  return bases.size();
}

std::size_t Quotient::baseEdges() const {
  std::set<StateId> bases;
  std::size_t edges = 0;
  for (StateId s = 0; s < states(); ++s) {
    if (bases.insert(base(s)).second) {
      for (AgentMask left = enabled(s); left != 0; left &= left - 1) {
        edges += interleaving_.choices(base(s), static_cast<AgentId>(std::countr_zero(left)));
      }
    }
  }
  return edges;
}

}  // namespace hrfcheck::inline termination
