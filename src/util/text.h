#pragma once

#include <string>
#include <string_view>

namespace hrfcheck {

/// With ASCII letters in lower case, in whatever locale.
std::string lowered(std::string text);

/// Without the blanks at both ends.
std::string_view stripped(std::string_view text, std::string_view blanks = " \t\r");

}  // namespace hrfcheck
