#pragma once

#include "frontend/lowlevel/residual/residual.h"

namespace hrfcheck::frontend::lowlevel {

/// Drops what is assigned to registers that nothing reads before they are written again.
void dropDeadAssigns(ResidualThread& thread);

}  // namespace hrfcheck::frontend::lowlevel
