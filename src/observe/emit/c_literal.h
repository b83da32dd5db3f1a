#pragma once

#include <string>

namespace hrfcheck::inline observe {

/// A text as string literals of C, one for each of its lines.
std::string cLiteral(const std::string& text);

/// A string as one.
std::string cString(const std::string& text);

}  // namespace hrfcheck::inline observe
