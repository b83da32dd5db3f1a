#pragma once

#include <memory>
#include <string>
#include <vector>

#include "relation/adjacency.h"
#include "termination/lts.h"
#include "termination/symmetry.h"

namespace hrfcheck::inline termination {

/// The LTS of a program up to renaming of interchangeable agents: one state of those that differ by that
/// only. What an agent is in a state is called a slot here; an edge is of a slot, and says which slot goes
/// where.
class Quotient {
 public:
  Quotient(std::shared_ptr<const Program> program, const Lts::Options& options);

  bool trivial() const { return symmetry_.trivial(); }
  std::size_t states() const { return table_.size(); }
  std::size_t edges() const { return targets_.size(); }
  const std::string& incomplete() const { return incomplete_; }
  bool faulty() const { return !interleaving_.fault().empty(); }
  Adjacency adjacency() const { return {firstEdges_, targets_}; }
  bool expanded(StateId s) const { return s < expanded_; }

  AgentMask enabled(StateId s) const { return interleaving_.enabled(base(s)); }
  AgentMask finished(StateId s) const { return interleaving_.finished(base(s)); }
  AgentMask executed(StateId s) const;
  bool ended(StateId s) const;
  StateId parent(StateId s) const { return parents_[s]; }
  /// By slot and choice; `agent` of an edge is the slot.
  std::vector<LtsEdge> edgesFrom(StateId s) const;
  /// Where the slots of an edge's source go.
  Renaming renaming(StateId s, const LtsEdge& edge);
  /// What happens on an edge of a state, told in slots.
  ScheduleStep step(StateId s, const LtsEdge& edge) const;

  const Program& program() const { return interleaving_.program(); }
  const Agents& agents() const { return interleaving_.agents(); }
  const std::vector<StateVariable>& finalVariables() const { return interleaving_.finalVariables(); }
  std::vector<Value> finalState(StateId s) const;
  std::size_t baseStates() const;
  std::size_t baseEdges() const;

 private:
  struct Sorted {
    StateId base;
    AgentMask executed;
    Renaming renaming;
  };
  StateId base(StateId s) const { return table_.row(s)[0]; }
  Sorted sorted(StateId base, AgentMask executed);
  Sorted behind(StateId s, AgentId slot, std::uint32_t choice);
  std::pair<StateId, bool> add(const Sorted& state);
  bool stop(StateId s);
  void explore();

  Lts::Options options_;
  Interleaving interleaving_;
  AgentSymmetry symmetry_;
  StateTable table_;  ///< the state under interleaving, and who has executed
  std::vector<std::size_t> firstEdges_{0};
  std::vector<StateId> targets_;
  std::vector<std::uint8_t> slots_;  ///< by edge
  std::vector<StateId> parents_;
  StateId expanded_ = 0;
  std::string incomplete_;
};

}  // namespace hrfcheck::inline termination
