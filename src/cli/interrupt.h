#pragma once

#include <atomic>

namespace hrfcheck {

/// From now on the first Ctrl-C (or SIGTERM) only sets the flag, so that the report can be finished as
/// undecided; the second ends the process.
/// @returns the flag, which lives as long as the process
const std::atomic<bool>& catchInterrupts();

}  // namespace hrfcheck
