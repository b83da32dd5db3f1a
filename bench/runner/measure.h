#pragma once

#include "bench/runner/row.h"

namespace hrfcheck::bench {

struct Limits {
  double seconds = 60;       ///< of one repetition
  unsigned repetitions = 5;  ///< at most
  double enough = 2;         ///< seconds of repetitions after which no other one begins
};

/// CPU seconds of this process so far, all threads.
double cpuSeconds();

/// Runs a row in a process of its own, which is ended when a repetition takes too long.
Result measure(const Row& row, const Limits& limits);

/// The row as a result that says why it has no values.
Result withoutValues(const Row& row, const std::string& problem);

}  // namespace hrfcheck::bench
