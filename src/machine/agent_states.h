#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "machine/machine_state.h"
#include "program/agents/agent.h"

namespace hrfcheck::inline machine {

/// A table of a simulation is full: what it has found is not all.
class TableFull : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The values that a simulation meets, by the order in which it does; 0 first.
class ValueTable {
 public:
  ValueTable() : values_{0} {}
  /// @throws TableFull
  ValueIndex indexOf(Value value);
  Value operator[](ValueIndex i) const { return values_[i]; }

 private:
  std::vector<Value> values_;
};

/// The states of an agent between actions, numbered as they are met, each with the action it stands before;
/// so the code of an agent is interpreted once for each of them and not once for each state of the machine.
class AgentStates {
 public:
  struct Entry {
    AgentState state;
    Action action;
    std::uint64_t mayRead = 0;  ///< locations, as bits, that it may read from here on (all beyond 64)
    std::vector<std::pair<ValueIndex, std::uint16_t>> next;  ///< by the value read
    std::optional<std::uint16_t> nextWithout;                ///< after an action that reads nothing
  };

  /// @param program must outlive the table
  /// @param agent one of its threads, or another agent that never has a choice of actions
  AgentStates(const Program& program, std::shared_ptr<const Agent> agent);

  std::uint16_t start();
  const Entry& operator[](std::uint16_t id) const { return entries_[id]; }
  /// The thread that takes the action of a state.
  ThreadId actor(std::uint16_t id) const { return agent_->lanes()[entries_[id].action.lane()]; }
  /// Past the action; `read` where it reads.
  /// @throws TableFull
  /// @throws UserError where the code faults
  std::uint16_t after(std::uint16_t id, std::optional<ValueIndex> read, const ValueTable& values);

 private:
  std::uint16_t intern(AgentState state);
  void findReads(ThreadId lane);

  const Program* program_;
  std::shared_ptr<const Agent> agent_;
  std::vector<std::vector<std::uint64_t>> readsFrom_;  ///< by lane and instruction
  std::deque<Entry> entries_;                          ///< references to them stay valid
  std::map<AgentState, std::uint16_t> known_;
};

}  // namespace hrfcheck::inline machine
