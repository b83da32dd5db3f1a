#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "machine/transitions.h"

namespace hrfcheck::inline machine {

/// What an access, a message or a cache does at a level of caches.
enum class LevelEvent {
  Hit,               ///< a read is answered
  Miss,              ///< a read goes on to the next level
  InvalidationMiss,  ///< of the misses, those whose line an invalidation had taken
  Write,             ///< a store, or the store of a read-modify-write, is performed here
  WriteBack,         ///< a dirty line goes to the next level
  Marker,            ///< a flush marker enters the FIFO
  Invalidated,       ///< a line that is no longer valid after an invalidation
  Dropped            ///< of these, dirty ones, whose value is lost
};
inline constexpr std::size_t kLevelEvents = static_cast<std::size_t>(LevelEvent::Dropped) + 1;

/// What is counted along executions, and what a step adds to it.
///
/// Whether the read of a line would have hit without an invalidation depends on what was before: one bit for
/// each line of each cache, which an invalidation sets and a fill or a store clears. Rules do not look at
/// these bits.
class CostCounters {
 public:
  using Counts = std::vector<std::uint16_t>;

  /// @param transitions must outlive it
  explicit CostCounters(const Transitions& transitions);

  const std::vector<std::string>& names() const { return names_; }
  /// Bytes of the bits; all 0 at the start.
  std::size_t historySize() const { return (caches_ * locations_ + 7) / 8; }
  /// @param history in: before the step, out: after it
  Counts of(const Step& step, const MachineState& before, const MachineState& after,
            std::uint8_t* history) const;

 private:
  std::size_t indexOf(LevelEvent event, MemoryNodeId n) const;
  void read(const Step& step, const MachineState& before, const std::uint8_t* history, Counts& counts) const;
  void takeOwnCopies(const Step& step, const MachineState& before, Counts& counts) const;
  void moved(const Step& step, const MachineState& before, const MachineState& after, Counts& counts) const;
  void stalls(const MachineState& before, const MachineState& after, Counts& counts) const;
  void remember(const Step& step, const MachineState& before, const MachineState& after,
                std::uint8_t* history) const;
  bool losesOwnership(const Step& step, MemoryNodeId n, std::uint32_t a, const MachineState& before,
                      const MachineState& after) const;
  void changeOwner(const Step& step, const MachineState& before, const MachineState& after,
                   Counts& counts) const;
  bool isRemote(const Step& step) const;

  const Transitions* transitions_;
  std::size_t caches_, locations_;
  std::vector<std::size_t> levelOf_;  ///< by node
  std::vector<std::string> names_;
  std::size_t remote_ = 0, stalls_ = 0;
};

}  // namespace hrfcheck::inline machine
