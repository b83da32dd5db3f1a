#pragma once

#include "cat/model/model.h"

namespace hrfcheck {

/// Whether a check is the flag that says what a race is.
inline bool isRaceFlag(const Check& check) {
  return check.role == CheckRole::Flag && check.name == kRaceFlag;
}

/// Whether a program of which the check finds something is racy, or has no meaning for another reason.
inline bool makesUndefined(const Check& check) {
  return check.role == CheckRole::UndefinedUnless || isRaceFlag(check);
}

}  // namespace hrfcheck
