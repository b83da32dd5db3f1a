#include "batch/worker/row_picture.h"

#include "report/picture/execution_scene.h"
#include "report/picture/shown_execution.h"

namespace hrfcheck::inline batch {

std::string rowPicture(const Verdict& verdict, const Model& model) {
  const auto shown = shownExecution(verdict, model);
  if (!shown) {
    return "";
  }
  // Without the model's name, so that models with the same execution share a picture.
  return executionDot(shown->execution, {shown->racing, verdict.program->name + ": " + shown->about,
                                         factsOf(model, shown->execution, shownNames(model))});
}

}  // namespace hrfcheck::inline batch
