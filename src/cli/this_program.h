#pragma once

#include <string>

namespace hrfcheck::inline cli {

/// The path of this program itself, which answers the questions of its servers.
/// @throws UserError where it cannot be found
std::string thisProgram();

}  // namespace hrfcheck::inline cli
