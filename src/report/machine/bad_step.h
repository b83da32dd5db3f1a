#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/promise/promise.h"
#include "machine/machine.h"

namespace hrfcheck::inline report {

struct BadStep {
  std::size_t step;  ///< index into MachineTrace::steps
  std::string text;  ///< "1:r1=0, where rsp-incl allows only 1"
};

/// Where a trace goes wrong: the last step that sets a variable but for which its final state would be
/// allowed (a register that an instruction loads, or a location's value in memory). Nothing where no single
/// variable is to blame.
std::optional<BadStep> findBadStep(const Program& program, const Promise& promise,
                                   const std::vector<Value>& end, const MachineTrace& trace);

}  // namespace hrfcheck::inline report
