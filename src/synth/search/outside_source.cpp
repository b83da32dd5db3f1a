#include "synth/search/outside_source.h"

#include <algorithm>

#include "check/scope_of_model.h"
#include "synth/programs/converted_program.h"

namespace hrfcheck::inline synth {

std::vector<std::string> outsideOfSource(const SynthQuestion& question, std::size_t model) {
  const std::string target = question.targetOf(model);
  std::vector<std::string> outside;
  for (const SynthKind kind : question.bounds.kinds) {
    const SynthShape shape{{{1}, {0}, {0}, {}}, {{kind, 0}}, 1, {}};
    for (const StepAnnotation& annotation : annotationsOf(kind, question.bounds)) {
      const std::shared_ptr<const Program> program =
          convertedProgram(shape, {annotation}, target.empty() ? "hsa" : target);
      if (program == nullptr) {
        continue;  // the dialect cannot express it: not judged
      }
      for (std::string& what : outsideOf(*question.models[model], *program)) {
        if (std::ranges::find(outside, what) == outside.end()) {
          outside.push_back(std::move(what));
        }
      }
    }
  }
  return outside;
}

}  // namespace hrfcheck::inline synth
