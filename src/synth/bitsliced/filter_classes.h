#pragma once

#include <vector>

#include "synth/bitsliced/bitsliced_judge.h"
#include "synth/shapes/observation.h"

namespace hrfcheck::inline synth {

/// The ways to filter the executions of a shape by what some of its reads return: for each set of reads and
/// what they return, the observations that agree on it.
class FilterClasses {
 public:
  /// @param observations all of the shape's, not only one of each class under symmetries
  FilterClasses(const SynthShape& shape, const std::vector<ObservedExecutions>& observations);

  /// By observation, the lanes in which some filter that admits it leaves executions under every model, and
  /// racy ones under none: in these the program has a meaning, up to the point at which it ends otherwise.
  /// @param answers by observation and model
  std::vector<Bitslice> meaningful(const std::vector<std::vector<BitslicedAnswers>>& answers) const;

 private:
  std::vector<std::vector<std::size_t>> classesOf_;  ///< by observation, numbers of classes
  std::size_t classes_ = 0;
};

}  // namespace hrfcheck::inline synth
