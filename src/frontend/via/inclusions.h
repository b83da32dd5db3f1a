#pragma once

#include <string>

namespace hrfcheck::frontend::via {

/// A text in which no `#` is followed by the word `include`, whatever stands between them that a reader of
/// GLSL or HLSL skips (blanks, comments, continued lines, also within the word): each becomes an `#error`.
/// Lines keep their numbers.
std::string withoutInclusions(const std::string& text);

}  // namespace hrfcheck::frontend::via
