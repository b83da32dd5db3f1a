#pragma once

#include <string>
#include <vector>

#include "util/child_process.h"
#include "util/deadline.h"

namespace hrfcheck::frontend {

/// Runs the installed preprocessor on a text, which it cannot leave: whatever the text says, no file is
/// opened, and what files there are does not show in what is printed.
/// @param cpp whether the text is C++
/// @param options of macros, `-DN=4`
/// @throws UserError where there is no preprocessor, or it prints too much or takes too long; OutOfTime
ProgramResult runPreprocessor(bool cpp, const std::vector<std::string>& options, const std::string& text,
                              const Deadline& deadline);

}  // namespace hrfcheck::frontend
