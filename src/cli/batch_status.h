#pragma once

#include "cli/arguments.h"
#include "cli/exit_status.h"

namespace hrfcheck {

/// What a row means for the exit status of a batch.
ExitStatus statusOf(const ResultRow& row, const BatchArguments& arguments);

}  // namespace hrfcheck
