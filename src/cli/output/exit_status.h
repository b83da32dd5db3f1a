#pragma once

#include <algorithm>
#include <array>

namespace hrfcheck::inline cli {

/// What the process returns (docs/usage.md, "Exit status").
/// 64 and 70 are those of sysexits.h.
enum class ExitStatus {
  Done = 0,
  Failed = 1,
  BadInput = 2,
  Undecided = 3,
  BadUsage = 64,
  InternalError = 70
};

/// The status of two things done together: the graver one, in the order 70, 64, 2, 1, 3, 0.
inline ExitStatus graver(ExitStatus a, ExitStatus b) {
  constexpr std::array kOrder{ExitStatus::InternalError, ExitStatus::BadUsage,  ExitStatus::BadInput,
                              ExitStatus::Failed,        ExitStatus::Undecided, ExitStatus::Done};
  return *std::find_if(kOrder.begin(), kOrder.end(), [&](ExitStatus s) { return s == a || s == b; });
}

}  // namespace hrfcheck::inline cli
