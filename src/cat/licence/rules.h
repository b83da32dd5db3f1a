#pragma once

#include <cstdint>
#include <span>

#include "cat/licence/licences.h"

namespace hrfcheck {

/// What hrfcheck leaves out of the executions of a test.
enum class LeavingOutRule : std::uint8_t {
  FewRounds,  ///< of a spin loop, all earlier rounds but one (or two: FewPaired)
  LastRound,  ///< of a spin loop, all earlier rounds
  /// Of a spin loop, earlier rounds beyond one for each write that it may read from. Where a round is more
  /// than one read, this rests on Licence::TwinRounds and TestFact::FencesAtOneEnd instead of Twins and
  /// OneRead.
  RoundPerWrite,
  SilentRmws,        ///< rounds that store what they read (Loop::updates), all of them
  CountedUpdates,    ///< the same, beyond two for each write that they may read from
  SubsumedAcquires,  ///< reads that acquire what the next round acquires again
                     ///< (execution/elimination/subsumed_acquires.h)
  OwnStores,         ///< besides one of these, of rounds that store in locations of their thread alone
  JointRounds,       ///< rounds in which a block waits together, except for what one thread looks at
                     ///< (joint_waits.h)
  NarrowedValues,    ///< values that a read returns in no execution of the model (impossible_sources.h)
  SettledMemory,     ///< accesses of settled locations (program/settle)
  AlikeThreads       ///< executions that are others with their threads renamed (program/symmetry)
};

/// What a rule rests on besides, which is decided on the test, not on the model alone.
enum class TestFact : std::uint8_t {
  RaisesNothing,   ///< no event of an earlier round takes part in a flag (earlierRoundsRaiseNothing)
  StepsForward,    ///< reads of a round step forward in coherence (readsStepForward)
  FencesAtOneEnd,  ///< no fence of a round is between reads of it
  OneRead,         ///< a round is one read, and nothing else that is an event
  Atomic,          ///< nothing comes between what an update reads and stores (bearsOutStoringLoops)
  Forbidden        ///< a requirement fails on the pattern, whatever else there is (LocalRefutation)
};

/// The properties of the model that a rule needs, all of them.
std::span<const Licence> licencesNeeded(LeavingOutRule rule);
/// And what must be known of the test.
std::span<const TestFact> factsNeeded(LeavingOutRule rule);

}  // namespace hrfcheck
