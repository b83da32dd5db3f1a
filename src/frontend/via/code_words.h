#pragma once

#include <string_view>
#include <vector>

namespace hrfcheck::frontend::via {

/// The words of a text of C++, numbers too, and between them its other characters, each alone; without
/// blanks, comments and strings.
std::vector<std::string_view> codeWords(std::string_view text);

/// Whether it begins as names do.
bool isName(std::string_view word);

}  // namespace hrfcheck::frontend::via
