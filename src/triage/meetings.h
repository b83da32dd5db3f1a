#pragma once

#include <optional>
#include <vector>

#include "engine/engine.h"
#include "triage/candidates.h"

namespace hrfcheck::inline triage {

// Questions that the model itself does not ask: whether accesses ever meet. Each puts one flag in the place
// of the model's own, so that both engines answer it as they answer any model.

/// How two events of an execution meet.
enum class PairMeeting {
  Conflict,  ///< of different threads, at one location, one of them a write
  Together   ///< both happen
};

/// An execution in which two accesses meet, with the choices that the model makes of it.
struct FoundMeeting {
  Execution execution;
  EventId first = kNoEvent;
  EventId second = kNoEvent;
};

/// Of each group whether some pair of it meets in some execution that the model allows, and one that shows
/// it.
struct PairMeetings {
  std::vector<std::optional<FoundMeeting>> groups;
  std::optional<std::string> undecided;  ///< why a group without one may have one
};

/// @param test prepared for `asking`, which askingFor() made of `model`
/// @param groups each sorted
/// @throws OutOfTime
PairMeetings meetingsOf(Engine& engine, const PreparedTest& test, const Model& asking, const Model& model,
                        const std::vector<std::vector<InstructionPair>>& groups,
                        const AnalysisOptions& options);

/// The requirements of a model with the flag for such meetings alone.
Model askingFor(const Model& model, PairMeeting meeting);

}  // namespace hrfcheck::inline triage
