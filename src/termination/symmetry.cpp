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

#include "termination/symmetry.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace hrfcheck::inline termination {
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

}  // namespace hrfcheck::inline termination
