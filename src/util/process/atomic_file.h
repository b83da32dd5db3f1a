#pragma once

#include <string>

namespace hrfcheck::inline util {

/// Writes a file that appears whole or not at all: beside its place first, then renamed. A device or a pipe
/// is written as it is.
/// @throws UserError when it cannot be written; what was there before is there still
void writeAtomically(const std::string& path, const std::string& text);

}  // namespace hrfcheck::inline util
