#pragma once

#include <string>

namespace hrfcheck {

/// With ASCII letters in lower case, in whatever locale.
std::string lowered(std::string text);

}  // namespace hrfcheck
