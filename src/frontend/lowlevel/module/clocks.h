#pragma once

#include "frontend/lowlevel/module/module.h"

namespace hrfcheck::frontend::lowlevel {

/// Drops what decides nothing but how long a thread naps: instructions that no access, barrier, call or end
/// needs, and branches whose ways all come to the same next instruction that is needed. A loop that clocks
/// end is passed over, for a clock passes every bound; other loops stay. What is needed and depends on a
/// clock is refused where a thread comes to it, unless it is only stored.
void dropNaps(Function& function);

}  // namespace hrfcheck::frontend::lowlevel
