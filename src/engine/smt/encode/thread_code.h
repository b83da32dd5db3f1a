#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "engine/smt/encode/free_reads.h"
#include "engine/smt/formula/guarded_values.h"
#include "program/structure/event_structure.h"
#include "program/structure/reach.h"

namespace hrfcheck::inline engine::smt {

/// One event, symbolically. `values`, `locations` and `occurrence` are meaningful where `exec` holds.
struct EventCode {
  Lit exec = kFalse;
  GuardedValues values;      ///< read or written
  GuardedValues locations;   ///< LocationIds of accesses
  GuardedValues operand;     ///< writes of read-modify-writes: what the old value is combined with
  GuardedValues occurrence;  ///< barrier halves: how many of the same (instance, id) came before in the run
};

/// A way for a thread to stop early: `when` it does, at `instruction`.
struct EarlyEnd {
  std::uint32_t instruction;
  Lit when;
};

/// A thread goes round a spin loop for ever: `when` it does, and the last node of the round.
struct SpinEnd {
  NodeId node;
  Lit when;
};

/// Something that a thread decides on its way: it is decided where `guard` holds, and then as `holds` says.
struct Decision {
  Lit guard;
  Lit holds;
};

/// One thread, symbolically. Exactly one of the ends holds.
struct ThreadCode {
  Lit completed = kFalse;
  std::vector<GuardedValues> finalRegisters;  ///< meaningful where `completed` holds
  std::vector<EarlyEnd> bound, fault, blocked;
  std::vector<SpinEnd> spinning;    ///< empty where such runs are omitted
  std::vector<Decision> decisions;  ///< with free reads: all that makes up its path and what it accesses
};

/// (read, event that depends on it, under which condition); meaningful where both events happen.
using Dependency = std::tuple<EventId, EventId, Lit>;

/// All threads of a structure, symbolically: control and value flow for unknown values of reads. What reads
/// return and whether barriers let pass are free variables here; candidate_formula.h ties them to writes and
/// arrivals.
struct ProgramCode {
  std::vector<EventCode> events;  ///< by EventId; initial writes too
  std::vector<ThreadCode> threads;
  std::vector<Dependency> addr, data, ctrl;
  std::map<EventId, Lit> passes;  ///< by arrival: the barrier lets the thread continue
  /// With free reads: some access is to a location that the structure has no event for, or something is
  /// computed that circuits do not tell (OpenResult::inexact).
  std::vector<Lit> escapes, inexact;
};

/// @param free reads that may return what no write computes from the test's constants, if there are any
ProgramCode encodeThreads(Formula& formula, const EventStructure& structure, SpinningRuns spinning,
                          const FreeReads* free = nullptr);

}  // namespace hrfcheck::inline engine::smt
