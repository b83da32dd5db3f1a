#include "bench/runner/row.h"

namespace hrfcheck::bench {

double median(const std::vector<double>& values) {
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::optional<bool> meetsTarget(const Result& result) {
  if (!result.target || result.problem == kNotRun) {
    return std::nullopt;
  }
  if (!result.problem.empty() || result.values.empty()) {
    return false;
  }
  const double value = median(result.values);
  return result.target->atLeast ? value >= result.target->bound : value <= result.target->bound;
}

}  // namespace hrfcheck::bench
