#pragma once

#include <memory>
#include <string>
#include <vector>

#include "progress/lts.h"
#include "progress/symmetry.h"
#include "relation/adjacency.h"

namespace hrfcheck {

/// The LTS of a program up to renaming of interchangeable threads: one state of those that differ by that
/// only. What an agent is in a state is called a slot here; an edge says which slot goes where.
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
  /// Where the slots of an edge's source go.
  Renaming renaming(StateId s, ThreadId slot);
  StateId after(StateId s, ThreadId slot) const;
  ScheduleStep step(StateId s, ThreadId slot) const;

  const Program& program() const { return interleaving_.program(); }
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
  Sorted behind(StateId s, ThreadId slot);
  std::pair<StateId, bool> add(const Sorted& state);
  bool stop(StateId s);
  void explore();

  Lts::Options options_;
  Interleaving interleaving_;
  ThreadSymmetry symmetry_;
  StateTable table_;  ///< the state under interleaving, and who has executed
  std::vector<std::size_t> firstEdges_{0};
  std::vector<StateId> targets_;
  std::vector<StateId> parents_;
  StateId expanded_ = 0;
  std::string incomplete_;
};

}  // namespace hrfcheck
