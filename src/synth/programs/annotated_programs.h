#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "synth/programs/program_set.h"

namespace hrfcheck::inline synth {

/// By step and annotation, the programs of a shape in which the step has the annotation.
using AnnotatedPrograms = std::vector<std::vector<ProgramSet>>;

/// Makes them once for all shapes whose steps have as many annotations each.
class AnnotatedProgramsCache {
 public:
  /// @param choices how many annotations each step may have; programs are numbered as BitslicedInputs does
  std::shared_ptr<const AnnotatedPrograms> of(const std::vector<std::size_t>& choices);

 private:
  std::map<std::vector<std::size_t>, std::shared_ptr<const AnnotatedPrograms>> known_;
  std::size_t bytes_ = 0;
};

}  // namespace hrfcheck::inline synth
