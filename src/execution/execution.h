#pragma once

#include <map>
#include <vector>

#include "program/structure/event_structure.h"
#include "relation/relation.h"

namespace hrfcheck::inline execution {

/// How a thread's run ends. Only executions whose threads all complete have an outcome; all raise flags.
enum class ThreadEnd {
  Completed,
  BoundReached,  ///< a backward jump more than the unroll bound
  Spinning,      ///< it repeats the last round of a spin loop for ever (spin_loops.h)
  Blocked,       ///< waiting at a barrier (its arrival happened, its departure did not)
  Fault          ///< an address of no location, or a division by zero
};

/// One thread's run for given read values: what its code does, seen alone.
struct ThreadRun {
  ThreadEnd end = ThreadEnd::Completed;
  std::uint32_t lastInstruction = 0;  ///< where it blocked, faulted, reached the bound or keeps spinning
  NodeId lastNode = 0;                ///< the copy of that instruction
  std::vector<EventId> events;        ///< that happen, in program order
  std::vector<Value> values;          ///< of `events`: read or written; 0 for others
  std::vector<LocationId> locations;  ///< of `events`; kNoLocation for fences and barrier halves
  std::vector<std::uint32_t>
      occurrences;  ///< of `events`: for barrier halves which occurrence of its (instance, id), from 0
  std::vector<Value> registers;  ///< final values by RegisterId
  /// Dependencies as pairs (read event, event that depends on it), docs/cat.md, "Events".
  std::vector<std::pair<EventId, EventId>> addr, data, ctrl;

  friend bool operator==(const ThreadRun&, const ThreadRun&) = default;
};

/// By barrier (EventStructure::barriers) that opened before everybody had come: the arrivals behind those
/// that opened it, in the order in which they came. There is no entry without an arrival.
using LateArrivals = std::map<std::uint32_t, std::vector<EventId>>;

/// One candidate execution: a structure with its choices made. Events that do not happen are in no relation.
/// Built by `assemble` (from runs and choices); a value that can be copied and compared.
struct Execution {
  std::shared_ptr<const EventStructure> structure;
  std::vector<ThreadRun> runs;       ///< by thread
  EventSet happened;                 ///< includes every initial write
  std::vector<Value> value;          ///< by event
  std::vector<LocationId> location;  ///< by event; kNoLocation where there is none
  std::vector<EventId> readsFrom;    ///< by event; kNoEvent for what is not a read that happened
  Relation rf;                       ///< write to read
  Relation co;                       ///< total per location, initial write first, transitive
  Relation loc;                      ///< same location, over memory accesses that happened; reflexive
  Relation addr, data, ctrl;
  LateArrivals late;     ///< at barriers that count
  Relation syncBarrier;  ///< arrival to departure of the same barrier instance and occurrence, other threads'
                         ///< and own; a departure follows the arrivals that opened the barrier and all that
                         ///< came before its own
  std::vector<Relation> choices;  ///< one total order per Model::choices, where a model made any

  /// All threads completed.
  bool complete() const;
  /// The final value of a register or location (the co-last write).
  Value finalValue(const StateVariable& v) const;
};

/// Why a set of choices is not a candidate execution, or nothing if it is one: reads-from of equal location
/// and value, co a strict total order per location with the initial write first, barriers passed only when
/// all have arrived, what a thread reads for ever is last in co (spinning.h), runs as the code produces them
/// (replayed). Used on every witness of the SMT engine and in tests.
std::optional<std::string> whyNotCandidate(const Execution& execution);

/// Puts an execution together from one run per thread, reads-from by read event, a coherence order, and the
/// late arrivals at barriers. Nothing is checked beyond sizes; see whyNotCandidate.
Execution assemble(std::shared_ptr<const EventStructure> structure, std::vector<ThreadRun> runs,
                   const std::vector<EventId>& readsFrom, const Relation& co, const LateArrivals& late = {});

}  // namespace hrfcheck::inline execution
