#pragma once

#include <memory>

#include "program/ir/program.h"

namespace hrfcheck::inline check {

/// Makes a program observe every register that its code writes and every location, behind what it observes
/// already.
void observeEverything(Program& program);

/// The same program, which observes every register that its code writes and every location: what promises
/// are compared by, since a read-modify-write that is lost can often be seen in memory alone. What it
/// observed before comes first, in its order. Its filter is ignored: what runs a program does not choose
/// its executions.
std::shared_ptr<const Program> observingEverything(const Program& program);

}  // namespace hrfcheck::inline check
