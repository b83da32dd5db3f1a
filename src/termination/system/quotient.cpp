// Exploration up to renaming of agents (after Emerson and Sistla, Utilizing symmetry when model-checking
// under fairness assumptions, TOPLAS 1997).
//
// A state stands for all that are got from it by permuting interchangeable agents (quotient.h); it is the
// one whose agents are sorted by place, arrivals and whether they have executed. The same agent may be in
// another slot after each step, so an edge comes with the renaming that sorted its target; fairness, which is
// about agents, is followed along these (symmetric_hangs.cpp). Renamings are worked out again when asked
// for, not kept.

#include "termination/system/quotient.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

namespace hrfcheck::inline termination {

// Which agents are interchangeable.
//
// Agents with the same code on the same initial registers (an id that is used is a constant in the code, so
// it tells threads apart), of whose registers no final state speaks. Lane by lane they have to lie in one
// instance of each level at which there are barriers, so that they arrive at the same ones. Renaming such
// agents maps steps to steps: memory knows no agents, and barriers count arrivals.
//
// Lock bits know their holders, and what wavefronts do is reported by lane: there all states are explored.
//
// hsa, hsa+obe and lobe compare thread numbers, and levels put threads into groups: no renaming there. The
// strong variants are not offered either; they are explored in full.

namespace {

/// The levels at which threads meet at barriers.
std::set<std::uint32_t> barrierLevels(const Program& program) {
  std::set<std::uint32_t> levels;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (const auto* op = std::get_if<BarrierOp>(&instruction.operation)) {
        levels.insert(op->level);
      }
    }
  }
  return levels;
}

}  // namespace

AgentSymmetry::AgentSymmetry(const Interleaving& interleaving) : agents_(interleaving.agents().size()) {
  const Program& program = interleaving.program();
  const Agents& agents = interleaving.agents();
  const std::set<std::uint32_t> levels = barrierLevels(program);
  const auto meetAlike = [&](AgentId a, AgentId b) {
    return std::ranges::equal(agents[a].lanes(), agents[b].lanes(), [&](ThreadId s, ThreadId t) {
      return std::ranges::all_of(levels, [&](std::uint32_t level) {
        return program.scopes.instanceOf(s, level) == program.scopes.instanceOf(t, level);
      });
    });
  };
  if (!interleaving.knowsNoLanes()) {
    return;
  }
  std::set<AgentId> named;
  for (const StateVariable& variable : interleaving.finalVariables()) {
    if (variable.isRegister()) {
      named.insert(agents.agentOf(variable.thread));
    }
  }
  std::vector<Group> groups;
  for (AgentId a = 0; a < agents_; ++a) {
    if (named.contains(a)) {
      continue;
    }
    const auto group = std::ranges::find_if(groups, [&](const Group& g) {
      const AgentId like = g.agents.front();
      return interleaving.placesOf(like) == interleaving.placesOf(a) && meetAlike(like, a);
    });
    Group& home = group == groups.end() ? groups.emplace_back() : *group;
    home.agents.push_back(a);
    home.words.push_back(interleaving.arrivalWords(a));
    home.words.back().insert(home.words.back().begin(), interleaving.agentWord(a));
  }
  std::ranges::copy_if(groups, std::back_inserter(groups_),
                       [](const Group& g) { return g.agents.size() > 1; });
}

Renaming AgentSymmetry::sort(std::vector<std::uint32_t>& words, AgentMask& executed) const {
  Renaming renaming(agents_);
  std::iota(renaming.begin(), renaming.end(), AgentId{0});
  const std::vector<std::uint32_t> before = words;
  const AgentMask ran = executed;
  for (const Group& group : groups_) {
    std::vector<std::size_t> order(group.agents.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
      const auto differ = std::ranges::mismatch(group.words[a], group.words[b],
                                                [&](auto x, auto y) { return before[x] == before[y]; });
      if (differ.in1 != group.words[a].end()) {
        return before[*differ.in1] < before[*differ.in2];
      }
      return (ran >> group.agents[a] & 1U) < (ran >> group.agents[b] & 1U);
    });
    for (std::size_t k = 0; k < order.size(); ++k) {
      const AgentId from = group.agents[order[k]];
      const AgentId to = group.agents[k];
      renaming[from] = to;
      executed = (executed & ~(AgentMask{1} << to)) | (ran >> from & 1U) << to;
      for (std::size_t w = 0; w < group.words[k].size(); ++w) {
        words[group.words[k][w]] = before[group.words[order[k]][w]];
      }
    }
  }
  return renaming;
}

bool ignoresThreadNumbers(const SchedulerSpec& spec) {
  return !spec.strong && !spec.hierarchical() &&
         (spec.scheduler == Scheduler::Unfair || spec.scheduler == Scheduler::Obe ||
          spec.scheduler == Scheduler::Weak);
}

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
