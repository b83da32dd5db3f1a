#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "synth/programs/annotated_programs.h"
#include "synth/programs/program_set.h"
#include "synth/search/answer_search.h"
#include "synth/search/weakening.h"

namespace hrfcheck::inline synth {

/// Finds the tests that all models forbid and that are minimal: of each single weakening, some model does not
/// forbid it (docs/synth.md, "Minimal tests").
class MinimalSearch {
 public:
  /// @param question must outlive the search
  explicit MinimalSearch(const SynthQuestion& question);
  ~MinimalSearch();

  /// Calls `visit` with every such test of the shape, one of each class under renaming, in a fixed order.
  /// @throws OutOfTime when the deadline expires first; `counts` has what was looked at until then
  /// @throws TooManyExecutions of the shape, or of what is weaker by one step
  void search(const SynthShape& shape, const Deadline& deadline, SynthCounts& counts,
              const std::function<void(const AnsweredTest&)>& visit);

 private:
  class OfShape;
  struct Table;

  std::shared_ptr<const Table> tableWithout(const SynthShape& shape, const Deadline& deadline);
  std::shared_ptr<const Table> tableOf(const SynthShape& shape, ShapeJudge& judge, const Deadline& deadline,
                                       ShapeExtent& extent) const;
  bool forbidden(const SynthShape& shape, const std::vector<StepAnnotation>& annotations,
                 const SynthObservation& observation, const Deadline& deadline) const;

  const SynthQuestion& question_;
  AnnotatedProgramsCache annotated_;
  std::unique_ptr<ShapeJudge> judge_;                           ///< of shapes that are searched
  std::unique_ptr<ShapeJudge> restJudge_;                       ///< of what is left of them
  std::map<std::string, std::shared_ptr<const Table>> tables_;  ///< of these
  std::size_t tableBytes_ = 0;
};

}  // namespace hrfcheck::inline synth
