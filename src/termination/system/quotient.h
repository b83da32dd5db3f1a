#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "relation/adjacency.h"
#include "termination/system/history_graph.h"
#include "termination/system/interleaving.h"
#include "termination/system/lts.h"

namespace hrfcheck::inline termination {

/// What renames slots: slot i becomes slot renaming[i].
using Renaming = std::vector<AgentId>;

/// The agents of a program that may be renamed into each other without a difference to who hangs, where the
/// scheduler does not compare thread numbers.
class AgentSymmetry {
 public:
  explicit AgentSymmetry(const Interleaving& interleaving);

  bool trivial() const { return groups_.empty(); }
  /// Sorts the agents of a state, words and who has executed alike; how they were renamed.
  Renaming sort(std::vector<std::uint32_t>& words, AgentMask& executed) const;

 private:
  struct Group {
    std::vector<AgentId> agents;
    std::vector<std::vector<std::size_t>> words;  ///< by agent, the words that are its own
  };
  std::size_t agents_;
  std::vector<Group> groups_;
};

/// Whether the answer is the same however agents are renamed.
bool ignoresThreadNumbers(const SchedulerSpec& spec);

/// The LTS of a program up to renaming of interchangeable agents: one state of those that differ by that
/// only. What an agent is in a state is called a slot here; an edge is of a slot, and says which slot goes
/// where.
class Quotient {
 public:
  Quotient(std::shared_ptr<const Program> program, const Lts::Options& options);

  bool trivial() const { return symmetry_.trivial(); }
  std::size_t states() const { return graph_.states(); }
  std::size_t edges() const { return graph_.edges(); }
  const std::string& incomplete() const { return graph_.incomplete(); }
  bool faulty() const { return !interleaving_.fault().empty(); }
  Adjacency adjacency() const { return graph_.adjacency(); }
  bool expanded(StateId s) const { return graph_.expanded(s); }

  AgentMask enabled(StateId s) const { return interleaving_.enabled(base(s)); }
  AgentMask finished(StateId s) const { return interleaving_.finished(base(s)); }
  AgentMask executed(StateId s) const { return graph_.executed(s); }
  bool ended(StateId s) const { return interleaving_.ended(base(s)); }
  StateId parent(StateId s) const { return graph_.parent(s); }
  /// By slot and choice; `agent` of an edge is the slot.
  std::vector<LtsEdge> edgesFrom(StateId s) const { return graph_.edgesFrom(s); }
  /// Where the slots of an edge's source go.
  Renaming renaming(StateId s, const LtsEdge& edge);
  /// What happens on an edge of a state, told in slots.
  ScheduleStep step(StateId s, const LtsEdge& edge) const;

  const Program& program() const { return interleaving_.program(); }
  const Agents& agents() const { return interleaving_.agents(); }
  const std::vector<StateVariable>& finalVariables() const { return interleaving_.finalVariables(); }
  std::vector<Value> finalState(StateId s) const { return interleaving_.finalState(base(s)); }
  std::size_t baseStates() const;
  std::size_t baseEdges() const;

 private:
  struct Sorted {
    StateId base;
    AgentMask executed;
    Renaming renaming;
  };
  StateId base(StateId s) const { return graph_.base(s); }
  Sorted sorted(StateId base, AgentMask executed);
  Sorted behind(StateId s, AgentId slot, std::uint32_t choice);
  std::set<StateId> bases() const;
  void explore();

  bool whoHasExecuted_;
  Interleaving interleaving_;
  AgentSymmetry symmetry_;
  HistoryGraph graph_;  ///< edges are of slots
};

}  // namespace hrfcheck::inline termination
