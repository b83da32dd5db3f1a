#pragma once

#include "cli/output/exit_status.h"

namespace hrfcheck::inline cli {

/// What the program does once its process is prepared: reads the command line, does what it says, and tells
/// of mistakes on standard error. Throws nothing.
ExitStatus run(int argc, const char* const* argv);

}  // namespace hrfcheck::inline cli
