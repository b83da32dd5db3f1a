#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/agents/wavefronts.h"
#include "termination/waits/cells.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline termination {

/// A loop in which a lane may wait for ever for lanes of its own wave, where waves are executed with a stack
/// of reconvergence points: what would let it go on is done by lanes that are masked off as long as it goes
/// round (ElTantawy and Aamodt, "MIMD Synchronization on SIMT Architectures", MICRO 2016; the SIMD deadlock
/// of Li et al., ICS 2015, section 4.4.1).
struct SimtWait {
  std::vector<ThreadId> wave;          ///< its lanes
  std::uint32_t branch = 0;            ///< where lanes part
  std::uint32_t meeting = 0;           ///< where they meet again; the number of instructions: the end
  std::vector<std::uint32_t> loop;     ///< its instructions, ascending
  std::uint32_t read = 0;              ///< the instruction in it that reads what is waited for
  Cell cell;                           ///< what is waited for: a word or a lock bit
  std::optional<LocationId> location;  ///< of that read, where its address is known
  ThreadId waiting = 0;                ///< a lane that may be in the loop
  ThreadId masked = 0;                 ///< a lane that may be masked off at the time
  /// What it would do: a write, a stsul, an arrival at a barrier. Nothing for a lock bit that it may have,
  /// but does not free behind that.
  std::optional<std::uint32_t> change;
  Cell changed;              ///< by that: `cell`, or what `through` waits for
  bool onOtherSide = false;  ///< before lanes meet, on the other side of the branch
  /// Where the change does not let `waiting` go on itself, but somebody of another wave: who waits for it,
  /// and at which instruction.
  std::optional<std::pair<ThreadId, std::uint32_t>> through;
};

/// What is asked.
struct SimtWaitOptions {
  std::uint64_t lockBits = 1024;  ///< of each work-group; 0: one for each word
  Deadline deadline;
};

/// The answer.
struct SimtWaits {
  std::vector<SimtWait> waits;  ///< by wave and reading instruction, one for each cell that is waited for
  std::size_t waves = 0;        ///< of several lanes
};

/// Looks for such loops without exploring anything. Every SIMD deadlock that exploration finds is among them;
/// not all of them need happen: what is written may be something else than what is waited for, branches may
/// not part lanes, and addresses that are computed may be any.
/// @param program one that these wavefronts can run (simtSetup)
/// @throws OutOfTime when the deadline expires
SimtWaits simtWaits(const Program& program, const Wavefronts& wavefronts, const SimtWaitOptions& options);

}  // namespace hrfcheck::inline termination
