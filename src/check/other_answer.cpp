#include "check/other_answer.h"

#include <fmt/format.h>

namespace hrfcheck::inline check {
namespace {

/// Empty for what is no answer.
std::string_view wordFor(RaceStatus status) {
  switch (status) {
    case RaceStatus::Racy:
      return "racy";
    case RaceStatus::RaceFree:
      return "race-free";
    case RaceStatus::Undecided:
    case RaceStatus::Vacuous:
    case RaceStatus::NotDefined:
    case RaceStatus::NotAsked:
      break;
  }
  return "";
}

std::string_view wordFor(Observation observation) {
  switch (observation) {
    case Observation::Sometimes:
      return "Sometimes";
    case Observation::Always:
      return "Always";
    case Observation::Never:
      return "Never";
    case Observation::Undecided:
    case Observation::Vacuous:
    case Observation::NotAsked:
      break;
  }
  return "";
}

}  // namespace

std::string howItDiffers(const Verdict& mine, const Verdict& other, const std::string& model) {
  const std::string_view races = wordFor(mine.raceStatus);
  const std::string_view otherRaces = wordFor(other.raceStatus);
  if (!races.empty() && !otherRaces.empty() && races != otherRaces) {
    return fmt::format("{} disagrees: the test is {}", model, otherRaces);
  }
  const std::string_view observation = wordFor(mine.observation);
  const std::string_view otherObservation = wordFor(other.observation);
  const bool differs = !observation.empty() && !otherObservation.empty() && observation != otherObservation;
  return differs && !mine.racy ? fmt::format("{} disagrees: the condition is {}", model, otherObservation)
                               : "";
}

}  // namespace hrfcheck::inline check
