#include "synth/programs/converted_program.h"

#include "frontend/convert/convert.h"
#include "synth/programs/test_program.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline synth {

std::shared_ptr<const Program> convertedProgram(const SynthShape& shape,
                                                const std::vector<StepAnnotation>& annotations,
                                                std::string_view target) {
  const auto program = programOf(shape, annotations);
  try {
    auto converted = std::make_shared<const Program>(convert(*program, target).program);
    INVARIANT(converted->observed == program->observed, "a conversion keeps what is observed");
    return converted;
  } catch (const UserError&) {
    return nullptr;
  }
}

}  // namespace hrfcheck::inline synth
