#pragma once

#include <string>

namespace hrfcheck::inline cli {

/// The number of the release, "1.2.3".
std::string versionNumber();
/// "hrfcheck 1.2.3 (Z3 4.8.12)".
std::string versionText();

}  // namespace hrfcheck::inline cli
