#pragma once

#include "cat/model/model.h"

namespace hrfcheck::cat {

/// What a check makes of an execution.
enum class CheckSense : std::uint8_t {
  RequiresNone,  ///< the execution is consistent only without a pair (an event, a cycle)
  RequiresSome,  ///< only with one
  RaisedByNone,  ///< something is said of the execution if there is none
  RaisedBySome   ///< if there is one
};

inline CheckSense senseOf(const Check& check) {
  switch (check.role) {
    case CheckRole::Require:
      return check.negated ? CheckSense::RequiresSome : CheckSense::RequiresNone;
    case CheckRole::Flag:
      return check.negated ? CheckSense::RaisedBySome : CheckSense::RaisedByNone;
    case CheckRole::UndefinedUnless:
      return check.negated ? CheckSense::RaisedByNone : CheckSense::RaisedBySome;
  }
  return CheckSense::RequiresNone;
}

}  // namespace hrfcheck::cat
