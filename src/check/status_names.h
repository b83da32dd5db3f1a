#pragma once

#include "check/check.h"

namespace hrfcheck::inline check {

/// The words of JSON reports and results files.
inline const char* nameOf(RaceStatus status) {
  switch (status) {
    case RaceStatus::Racy:
      return "racy";
    case RaceStatus::RaceFree:
      return "race-free";
    case RaceStatus::Undecided:
      return "undecided";
    case RaceStatus::Vacuous:
      return "vacuous";
    case RaceStatus::NotDefined:
      return "not-defined";
    case RaceStatus::NotAsked:
      return "not-asked";
  }
  return "";
}

inline const char* nameOf(Status status) {
  switch (status) {
    case Status::Allowed:
      return "allowed";
    case Status::Forbidden:
      return "forbidden";
    case Status::Undecided:
      return "undecided";
    case Status::Vacuous:
      return "vacuous";
    case Status::NotAsked:
      return "not-asked";
  }
  return "";
}

/// The words of herd's `Observation`, and ours.
inline const char* nameOf(Observation observation) {
  switch (observation) {
    case Observation::Sometimes:
      return "Sometimes";
    case Observation::Always:
      return "Always";
    case Observation::Never:
      return "Never";
    case Observation::Undecided:
      return "Undecided";
    case Observation::Vacuous:
      return "Vacuous";
    case Observation::NotAsked:
      return "NotAsked";
  }
  return "";
}

inline const char* nameOf(Holding holding) {
  switch (holding) {
    case Holding::Holds:
      return "holds";
    case Holding::Fails:
      return "fails";
    case Holding::Undecided:
      return "undecided";
    case Holding::Vacuous:
      return "vacuous";
    case Holding::Undefined:
      return "undefined";
    case Holding::NotAsked:
      return "not-asked";
  }
  return "";
}

inline const char* nameOf(Standing standing) {
  switch (standing) {
    case Standing::Answered:
      return "answered";
    case Standing::Undecided:
      return "undecided";
    case Standing::Vacuous:
      return "vacuous";
  }
  return "";
}

}  // namespace hrfcheck::inline check
