#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "program/local_run.h"
#include "progress/live_registers.h"

namespace hrfcheck {

using PlaceId = std::uint32_t;

/// Where a thread stands between two actions: before its next action, with registers that are dead there at
/// 0, or behind its arrival at a barrier that has not opened.
struct ThreadPlace {
  LocalState state;
  Action action;
  bool waits = false;

  bool finished() const { return action.kind == Action::Kind::End; }
};

/// All places of one thread, found as they are needed and numbered; what a thread does is worked out once.
class ThreadPlaces {
 public:
  /// @param program must outlive this
  /// @param liveAtEnd registers that somebody looks at when the thread has finished
  ThreadPlaces(const Program& program, ThreadId thread, const std::set<RegisterId>& liveAtEnd);

  const ThreadPlace& operator[](PlaceId place) const { return places_[place]; }
  PlaceId start();
  /// Behind the action of a place (behind the barrier, for one that waits), up to the next one.
  /// @param read the value that a load or a read-modify-write finds
  PlaceId after(PlaceId place, std::optional<Value> read);
  /// The same place, having arrived at its barrier.
  PlaceId waitingAt(PlaceId place);
  const Instruction& instruction(PlaceId place) const { return runner_.instruction(places_[place].action); }
  bool live(PlaceId place, RegisterId reg) const { return live_.live(places_[place].state.at, reg); }

 private:
  struct Step {
    PlaceId place;
    Value read;
    friend bool operator==(const Step&, const Step&) = default;
  };
  struct StepHash {
    std::size_t operator()(const Step& step) const {
      return (static_cast<std::uint64_t>(step.read) * 0x9e3779b97f4a7c15ULL) ^ (step.place * 0xff51afd7ULL);
    }
  };
  PlaceId runOn(LocalState state);
  PlaceId numberOf(ThreadPlace place);

  LocalRunner runner_;
  LiveRegisters live_;
  std::vector<ThreadPlace> places_;
  std::map<std::tuple<Action::Kind, bool, LocalState>, PlaceId> numbers_;
  std::unordered_map<Step, PlaceId, StepHash> after_;
};

}  // namespace hrfcheck
