#pragma once

#include <map>
#include <utility>
#include <vector>

#include "engine/engine.h"

namespace hrfcheck::inline engine {

/// How a thread's run ends, and where.
struct Ending {
  ThreadEnd end;
  std::uint32_t lastInstruction;
};

/// What an execution that does not complete shows, by the ends of its threads. A thread that waits at a
/// barrier where another one spins, met the bound or a fault is not an incident of its own, and nor is
/// spinning.
std::vector<std::pair<IncidentKind, InstructionRef>> incidentsOf(const std::vector<Ending>& endings);

/// Whether some flag may be raised under one linearisation and not under another.
bool flagsHangOnChoices(const Model& model);

/// Flags and incidents found so far, each with the first execution that shows it.
struct FoundFlags {
  struct Flag {
    Witness witness;
    std::map<InstructionPair, Witness> pairs;
  };
  std::map<std::size_t, Flag> flags;  ///< by index into Model::checks
  std::map<std::pair<IncidentKind, InstructionRef>, Witness> incidents;

  /// Moves everything into an analysis, sorted.
  void moveTo(Analysis& analysis);
};

}  // namespace hrfcheck::inline engine
