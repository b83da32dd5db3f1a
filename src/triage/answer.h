#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/check.h"
#include "triage/lines.h"
#include "util/enum_names.h"

namespace hrfcheck::inline triage {

/// What a model says of two accesses that a tool takes for a race.
enum class PairVerdict : std::uint8_t {
  Race,           ///< some execution has it
  Ordered,        ///< impossible: wherever the two meet, the model orders them
  Synchronizing,  ///< impossible: they may come in any order, and the model calls that no race (atomics whose
                  ///< scopes fit)
  OneThread,      ///< impossible: only one thread executes them
  OnlyReads,      ///< impossible: neither of them writes
  Apart,          ///< impossible: they never access one location
  Exclusive,   ///< impossible: both happen, but never in one execution; a value that is shared decides which
  NotReached,  ///< impossible: no thread executes one of them under this launch
  NotFound,    ///< the code has no such access on one of the lines
  Undecided
};
inline constexpr std::array kPairVerdictNames{EnumName{PairVerdict::Race, "race"},
                                              EnumName{PairVerdict::Ordered, "ordered"},
                                              EnumName{PairVerdict::Synchronizing, "synchronizing"},
                                              EnumName{PairVerdict::OneThread, "one-thread"},
                                              EnumName{PairVerdict::OnlyReads, "only-reads"},
                                              EnumName{PairVerdict::Apart, "apart"},
                                              EnumName{PairVerdict::Exclusive, "exclusive"},
                                              EnumName{PairVerdict::NotReached, "not-reached"},
                                              EnumName{PairVerdict::NotFound, "not-found"},
                                              EnumName{PairVerdict::Undecided, "undecided"}};
static_assert(coversUpTo(kPairVerdictNames, PairVerdict::Undecided));

/// Whether the two cannot race: a false alarm.
inline bool isImpossible(PairVerdict verdict) {
  return verdict != PairVerdict::Race && verdict != PairVerdict::NotFound &&
         verdict != PairVerdict::Undecided;
}

/// An execution in which the two meet.
struct ShownMeeting {
  Execution execution;
  EventId first = kNoEvent;
  EventId second = kNoEvent;
  std::vector<RaceStep> steps;  ///< what orders the one before the other (Ordered)
};

/// The answer for one pair.
struct PairAnswer {
  PairVerdict verdict = PairVerdict::Undecided;
  std::string why;                    ///< one clause: why it is undecided, what was not found, what decides
  std::optional<std::size_t> race;    ///< index into Verdict::races
  std::optional<ShownMeeting> shown;  ///< Ordered, Synchronizing; not where there was no time for it
};

/// The answers of one model.
struct TriageAnswer {
  Verdict verdict;                ///< of the question about races; its races are those of the pairs
  std::vector<PairAnswer> pairs;  ///< in the order of the question
};

/// Whether each pair can race.
/// @param test under a model that says what a race is
/// @param options the analysis, and whether races are explained; what is asked is set here
/// @throws OutOfTime where not even the pairs are known
TriageAnswer answerPairs(Engine& engine, const PreparedTest& test, const std::vector<ReportedPair>& pairs,
                         CheckOptions options);

/// The model with the flag by which it is asked: where it has no flag of that kind but one called `data-race`
/// (models of PTX mark races, and leave programs with races their meaning), that one.
Model withRaces(Model model);

}  // namespace hrfcheck::inline triage
