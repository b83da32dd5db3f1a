#pragma once

#include "cli/arguments.h"
#include "cli/options/option_table.h"

namespace hrfcheck::inline cli {

/// What the user asks for.
/// @throws UserError for an unknown command or option, with near names
Command parseCommandLine(int argc, const char* const* argv);

OptionTable optionTable();

}  // namespace hrfcheck::inline cli
