#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/language/integer_types.h"

namespace hrfcheck::frontend::via {

/// The constants that a text defines as numbers, `#define N 3`: lines that speak of tests may name them.
std::map<std::string_view, c::Literal> definedNumbers(std::string_view text);

/// A definition of the command line ("N=4", "N 4", "N") as compilers are given it: "-DN=4".
std::string definitionOption(const std::string& definition);

/// A text without the lines that define these constants: what the command line says counts more. Lines keep
/// their numbers.
std::string withoutDefinitions(std::string text, const std::vector<std::string>& definitions);

/// A text in which no `#` is followed by the word `include`, whatever stands between them that a reader of
/// GLSL or HLSL skips (blanks, comments, continued lines, also within the word): each becomes an `#error`.
/// Lines keep their numbers.
std::string withoutInclusions(const std::string& text);

}  // namespace hrfcheck::frontend::via
