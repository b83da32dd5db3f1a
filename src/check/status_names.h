#pragma once

#include "check/check.h"

namespace hrfcheck {

/// The words of JSON reports and results files.
inline const char* nameOf(RaceStatus status) {
  switch (status) {
    case RaceStatus::Racy:
      return "racy";
    case RaceStatus::RaceFree:
      return "race-free";
    case RaceStatus::Undecided:
      return "undecided";
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
    case Status::NotAsked:
      return "not-asked";
  }
  return "";
}

}  // namespace hrfcheck
