// Exploration up to renaming of agents (after Emerson and Sistla, Utilizing symmetry when model-checking
// under fairness assumptions, TOPLAS 1997).
//
// A state stands for all that are got from it by permuting interchangeable agents (symmetry.h); it is the
// one whose agents are sorted by place, arrivals and whether they have executed. The same agent may be in
// another slot after each step, so an edge comes with the renaming that sorted its target; fairness, which is
// about agents, is followed along these (symmetric_hangs.cpp). Renamings are worked out again when asked
// for, not kept.

#include "termination/quotient.h"

#include <bit>

namespace hrfcheck::inline termination {

Quotient::Quotient(std::shared_ptr<const Program> program, const Lts::Options& options)
    : whoHasExecuted_(options.whoHasExecuted),
      interleaving_(std::move(program), options.agents, options.rules, options.deadline),
      symmetry_(interleaving_),
      graph_(options) {
  if (!symmetry_.trivial()) {
    explore();
  }
}

Quotient::Sorted Quotient::sorted(StateId base, AgentMask executed) {
  const auto row = interleaving_.words(base);
  std::vector<std::uint32_t> words(row.begin(), row.end());
  Renaming renaming = symmetry_.sort(words, executed);
  return {interleaving_.stateWith(words), executed, std::move(renaming)};
}

Quotient::Sorted Quotient::behind(StateId s, AgentId slot, std::uint32_t choice) {
  const AgentMask runs = whoHasExecuted_ ? executed(s) | AgentMask{1} << slot : 0;
  return sorted(interleaving_.after(base(s), slot, choice), runs);
}

void Quotient::explore() {
  const Sorted start = sorted(Interleaving::kStart, 0);
  graph_.start(start.base, start.executed);
  for (StateId s = 0; s < states() && !graph_.stopsAt(s, interleaving_.fault()); ++s) {
    for (AgentMask left = enabled(s); left != 0 && !faulty(); left &= left - 1) {
      const auto slot = static_cast<AgentId>(std::countr_zero(left));
      for (std::uint32_t choice = 0; choice < interleaving_.choices(base(s), slot); ++choice) {
        const Sorted to = behind(s, slot, choice);
        graph_.addEdge(s, slot, to.base, to.executed);
      }
    }
    graph_.endState();
  }
  graph_.finish(interleaving_.fault());
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

std::set<StateId> Quotient::bases() const {
  std::set<StateId> bases;
  for (StateId s = 0; s < states(); ++s) {
    bases.insert(base(s));
  }
  return bases;
}

std::size_t Quotient::baseStates() const {
  return bases().size();
}

std::size_t Quotient::baseEdges() const {
  std::size_t edges = 0;
  for (const StateId base : bases()) {
    edges += interleaving_.actions(base);
  }
  return edges;
}

}  // namespace hrfcheck::inline termination
