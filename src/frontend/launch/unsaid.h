#pragma once

#include <string>
#include <string_view>

#include "util/diagnostic.h"

namespace hrfcheck::frontend {

/// How a user says what a launch lacks, in hints: "--init 'n = 1' on the command line, or a line '//# init n
/// = 1'".
std::string optionOrLine(std::string_view option, std::string_view line);

/// Whether a test is refused only because something has not been said of its launch, and not for its code.
bool lacksOnlyLaunch(const UserError& refusal);

}  // namespace hrfcheck::frontend
