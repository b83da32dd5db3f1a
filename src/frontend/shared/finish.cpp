#include "frontend/shared/finish.h"

#include "program/ir/not_for_models.h"
#include "program/ir/reserved_number.h"

namespace hrfcheck::frontend {

void finish(Program& program, const Diagnostics& found, bool compiled) {
  found.throwIfErrors();
  program.notForModels = outsideModels(program);
  program.warnings = found.warnings();
  validate(program);
  refuseReservedNumber(program, compiled);
}

}  // namespace hrfcheck::frontend
