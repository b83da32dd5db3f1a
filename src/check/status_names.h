#pragma once

#include <array>
#include <optional>
#include <string>

#include "cat/licence/rules.h"
#include "check/check.h"
#include "check/check_options.h"
#include "util/enum_names.h"

namespace hrfcheck::inline check {

/// The words of JSON reports and results files.
inline constexpr std::array kRaceStatusNames{EnumName{RaceStatus::Racy, "racy"},
                                             EnumName{RaceStatus::RaceFree, "race-free"},
                                             EnumName{RaceStatus::Undecided, "undecided"},
                                             EnumName{RaceStatus::Vacuous, "vacuous"},
                                             EnumName{RaceStatus::NotDefined, "not-defined"},
                                             EnumName{RaceStatus::NotAsked, "not-asked"}};
static_assert(coversUpTo(kRaceStatusNames, RaceStatus::NotAsked), "every value has its name");
inline const char* nameOf(RaceStatus value) {
  return nameIn(kRaceStatusNames, value);
}

inline constexpr std::array kStatusNames{
    EnumName{Status::Allowed, "allowed"}, EnumName{Status::Forbidden, "forbidden"},
    EnumName{Status::Undecided, "undecided"}, EnumName{Status::Vacuous, "vacuous"},
    EnumName{Status::NotAsked, "not-asked"}};
static_assert(coversUpTo(kStatusNames, Status::NotAsked), "every value has its name");
inline const char* nameOf(Status value) {
  return nameIn(kStatusNames, value);
}

/// The words of herd's `Observation`, and ours.
inline constexpr std::array kObservationNames{
    EnumName{Observation::Sometimes, "Sometimes"}, EnumName{Observation::Always, "Always"},
    EnumName{Observation::Never, "Never"},         EnumName{Observation::Undecided, "Undecided"},
    EnumName{Observation::Vacuous, "Vacuous"},     EnumName{Observation::NotAsked, "NotAsked"}};
static_assert(coversUpTo(kObservationNames, Observation::NotAsked), "every value has its name");
inline const char* nameOf(Observation value) {
  return nameIn(kObservationNames, value);
}

inline constexpr std::array kHoldingNames{
    EnumName{Holding::Holds, "holds"},         EnumName{Holding::Fails, "fails"},
    EnumName{Holding::Undecided, "undecided"}, EnumName{Holding::Vacuous, "vacuous"},
    EnumName{Holding::Undefined, "undefined"}, EnumName{Holding::NotAsked, "not-asked"}};
static_assert(coversUpTo(kHoldingNames, Holding::NotAsked), "every value has its name");
inline const char* nameOf(Holding value) {
  return nameIn(kHoldingNames, value);
}

inline constexpr std::array kStandingNames{EnumName{Standing::Answered, "answered"},
                                           EnumName{Standing::Undecided, "undecided"},
                                           EnumName{Standing::Vacuous, "vacuous"}};
static_assert(coversUpTo(kStandingNames, Standing::Vacuous), "every value has its name");
inline const char* nameOf(Standing value) {
  return nameIn(kStandingNames, value);
}

/// The words of JSON reports.
inline constexpr std::array kLeavingOutRuleNames{
    EnumName{LeavingOutRule::FewRounds, "few-iterations"},
    EnumName{LeavingOutRule::LastRound, "last-iteration"},
    EnumName{LeavingOutRule::RoundPerWrite, "iteration-per-write"},
    EnumName{LeavingOutRule::SilentRmws, "silent-updates"},
    EnumName{LeavingOutRule::CountedUpdates, "counted-updates"},
    EnumName{LeavingOutRule::SubsumedAcquires, "repeated-reads"},
    EnumName{LeavingOutRule::OwnStores, "own-locations"},
    EnumName{LeavingOutRule::JointRounds, "joint-rounds"},
    EnumName{LeavingOutRule::NarrowedValues, "read-values"},
    EnumName{LeavingOutRule::SettledMemory, "settled-memory"},
    EnumName{LeavingOutRule::AlikeThreads, "interchangeable-threads"}};
static_assert(coversUpTo(kLeavingOutRuleNames, LeavingOutRule::AlikeThreads), "every value has its name");
inline const char* nameOf(LeavingOutRule value) {
  return nameIn(kLeavingOutRuleNames, value);
}

/// The words of `--only`, and of results files.
inline constexpr std::array kCheckQuestionNames{EnumName{CheckQuestion::Everything, "everything"},
                                                EnumName{CheckQuestion::Outcomes, "outcomes"},
                                                EnumName{CheckQuestion::Condition, "condition"},
                                                EnumName{CheckQuestion::Races, "races"},
                                                EnumName{CheckQuestion::Race, "race"},
                                                EnumName{CheckQuestion::Answers, "answers"},
                                                EnumName{CheckQuestion::Expected, "expected"}};
static_assert(coversUpTo(kCheckQuestionNames, CheckQuestion::Expected), "every value has its name");
inline const char* nameOf(CheckQuestion value) {
  return nameIn(kCheckQuestionNames, value);
}

/// The word of a value; empty where there is no value.
template <typename Enum>
std::string nameIfAny(const std::optional<Enum>& value) {
  return value ? nameOf(*value) : "";
}

}  // namespace hrfcheck::inline check
