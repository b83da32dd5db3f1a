#pragma once

#include <memory>

#include "cat/model/model.h"
#include "program/ir/program.h"

namespace hrfcheck::inline check {

/// What compilers make of a test, if a model is made for that and not for the test's own dialect: PTX of CUDA
/// and HIP (program/ir/ptx_form.h), LLVM IR for AMD's GPUs of HIP (program/ir/amdgpu_form.h).
enum class TranslatedForm { Own, Ptx, Amdgpu };

/// The form of a test that a model judges.
TranslatedForm formJudged(const Model& model, const Program& program);

/// Whether that is another than the test's own.
inline bool judgesTranslation(const Model& model, const Program& program) {
  return formJudged(model, program) != TranslatedForm::Own;
}

/// The test in that form, another than its own.
/// @pre the model that judges it is applicable (scope_of_model.h)
std::shared_ptr<const Program> translated(const Program& program, TranslatedForm form);

}  // namespace hrfcheck::inline check
