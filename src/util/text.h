#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hrfcheck::inline util {

/// With ASCII letters in lower case, in whatever locale.
std::string lowered(std::string text);

/// Without the blanks at both ends.
std::string_view stripped(std::string_view text, std::string_view blanks = " \t\r");

/// Takes the first line from the front of a text; without its end, '\n'.
std::string_view takeLine(std::string_view& text);
std::vector<std::string_view> linesOf(std::string_view text);

/// "1 test", "2 tests".
std::string counted(std::size_t count, std::string_view what);

}  // namespace hrfcheck::inline util
