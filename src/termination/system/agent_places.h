#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "program/agents/agent.h"
#include "program/flow/live_registers.h"

namespace hrfcheck::inline termination {

using PlaceId = std::uint32_t;

/// Where an agent stands between two actions: before the actions that it chooses from, with registers that
/// are dead there at 0, or after its arrival at a barrier that has not opened.
struct AgentPlace {
  AgentState state;
  std::vector<Action> actions;         ///< at least one
  std::optional<std::uint32_t> waits;  ///< behind the arrival by this one of them

  bool finished() const { return actions.front().kind == Action::Kind::End; }
  bool diverges() const { return actions.front().kind == Action::Kind::Diverges; }
};

/// All places of one agent, found as they are needed and numbered; what an agent does is worked out once.
class AgentPlaces {
 public:
  /// @param program must outlive this
  /// @param liveAtEnd by lane, registers that somebody looks at when the agent has finished
  /// @throws OutOfTime when the deadline has expired
  AgentPlaces(const Program& program, std::shared_ptr<const Agent> agent,
              const std::vector<std::set<RegisterId>>& liveAtEnd, const Deadline& deadline = {});

  const AgentPlace& operator[](PlaceId place) const { return places_[place]; }
  PlaceId start();
  /// Behind an action of a place (behind the barrier, for one that waits), up to the next ones.
  PlaceId after(PlaceId place, std::uint32_t action, const Seen& seen);
  /// The same place, having arrived at a barrier, or voted, by one of its actions.
  PlaceId waitingAt(PlaceId place, std::uint32_t action);
  bool live(PlaceId place, std::size_t lane, RegisterId reg) const {
    return live_[lane].live(places_[place].state.lanes[lane].at, reg);
  }
  bool liveBefore(std::size_t lane, std::uint32_t instruction, RegisterId reg) const {
    return live_[lane].live(instruction, reg);
  }
  /// The lanes that execute what comes next there, and those that have not ended.
  LaneMask active(PlaceId place) const { return agent_->active(places_[place].state); }
  LaneMask liveLanes(PlaceId place) const { return agent_->live(places_[place].state); }

 private:
  struct Step {
    PlaceId place;
    std::uint32_t action;
    Value read;
    bool locked;
    friend bool operator==(const Step&, const Step&) = default;
  };
  struct StepHash {
    std::size_t operator()(const Step& step) const {
      return (static_cast<std::uint64_t>(step.read) * 0x9e3779b97f4a7c15ULL) ^
             ((static_cast<std::uint64_t>(step.action) << 32U | step.place) * 0xff51afd7ULL) ^
             static_cast<std::uint64_t>(step.locked) << 17U;
    }
  };
  PlaceId runOn(AgentState state);
  PlaceId numberOf(AgentPlace place);

  std::shared_ptr<const Agent> agent_;
  std::vector<LiveRegisters> live_;  ///< by lane
  std::vector<AgentPlace> places_;
  std::map<std::tuple<Action::Kind, std::optional<std::uint32_t>, AgentState>, PlaceId> numbers_;
  std::unordered_map<Step, PlaceId, StepHash> after_;
};

}  // namespace hrfcheck::inline termination
