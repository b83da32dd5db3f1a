#pragma once

#include <memory>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "machine/timed/latency_table.h"
#include "machine/timed/timed_code.h"

namespace hrfcheck::inline machine {

// One run of a program on a machine, in time: the rules of the machine are those that explorations use
// (memory_steps.h, request_rules.h, rules/), and what they leave open is decided by latencies, sizes of
// caches and a seed. So the final state of a run is one that an exploration reaches (docs/price.md).

/// Which machine a program is run on, and how.
struct TimedOptions {
  std::string machine = "rsp-fix";
  std::shared_ptr<const MachineKind> described;  ///< by a file, if it is not one of the catalogue
  std::vector<std::string> without, with;        ///< rules switched off and on
  Hierarchy hierarchy = Hierarchy::H3;
  LatencyTable table = LatencyTable::ofPaper();
  std::uint64_t seed = 1;
  Deadline deadline;
  Activity* activity = nullptr;  ///< told how many operations there were, if there is one
};

/// What happened at a level of caches, or at the memory.
struct LevelCounts {
  std::string name;
  std::uint64_t hits = 0, misses = 0;
  std::uint64_t invalidationMisses = 0;  ///< of the misses, those of lines that an invalidation had taken
  std::uint64_t writes = 0;              ///< stores and read-modify-writes that are performed here
  std::uint64_t writeBacks = 0;          ///< lines that went to the next level
  std::uint64_t evictions = 0;           ///< lines that made room for others
  std::uint64_t markers = 0;
  std::uint64_t invalidated = 0;  ///< lines that invalidations took
  std::uint64_t dropped = 0;      ///< of these, with a value that was lost
  std::uint64_t requests = 0;     ///< accesses and write-backs that it served: its traffic
};

/// What a run took.
struct TimedReport {
  std::vector<LevelCounts> levels;  ///< inner to outer
  std::uint64_t cycles = 0;         ///< until the last work-item ended
  std::uint64_t operations = 0;     ///< accesses to memory
  std::uint64_t atomics = 0, remote = 0;
  std::uint64_t remoteCycles = 0, scopedCycles = 0, scoped = 0;  ///< of synchronization beyond a work-group
  std::uint64_t stalls = 0, stallCycles = 0;  ///< of work-items that stalls and locks kept out
  std::vector<std::uint64_t> ends;            ///< by thread: when it ended
  std::vector<Value> memory;                  ///< at the end, when all lines are clean
  /// Why the run did not end: "deadlock", "time limit", "a work-item loops for ever"; empty where it
  /// did.
  std::string unfinished;
  double seconds = 0;  ///< of the simulation
};

/// A run of a test or a launched kernel.
struct ProgramRun {
  TimedReport report;
  std::vector<Value> outcome;  ///< of Program::observed; empty where the run did not end
};

/// @throws UserError as below
ProgramRun runTimed(const Program& program, const TimedOptions& options);

/// @throws UserError for an unknown machine or rule, for what the machine has no rules for, and where code
///         faults
TimedReport runTimed(TimedCode& code, const TimedOptions& options);

}  // namespace hrfcheck::inline machine
