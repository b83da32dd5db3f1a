#pragma once

#include <string>

namespace hrfcheck::inline cli {

/// "0.1.0".
std::string versionNumber();
/// "hrfcheck 0.1.0 (Z3 4.8.12)".
std::string versionText();

}  // namespace hrfcheck::inline cli
