#pragma once

#include <algorithm>
#include <array>

namespace hrfcheck::inline cli {

/// What the process returns (docs/usage.md, "Exit status").
enum class ExitStatus { Done = 0, Failed = 1, BadInput = 2, Undecided = 3, InternalError = 70 };

/// The status of two things done together: the graver one, in the order 70, 2, 1, 3, 0.
inline ExitStatus graver(ExitStatus a, ExitStatus b) {
  constexpr std::array kOrder{ExitStatus::InternalError, ExitStatus::BadInput, ExitStatus::Failed,
                              ExitStatus::Undecided, ExitStatus::Done};
  return *std::find_if(kOrder.begin(), kOrder.end(), [&](ExitStatus s) { return s == a || s == b; });
}

}  // namespace hrfcheck::inline cli
