#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck {

/// The dialects that a test can be converted to, by the words of `--to`.
std::vector<std::string> targetsOfConversion();

/// A test in the words of another dialect.
struct Conversion {
  Program program;
  std::vector<std::string> notes;  ///< a sentence or a table each: how scopes are mapped, what was added
};

/// The same test in another dialect, or in its own (docs/convert.md).
/// @param target one of `targetsOfConversion`
/// @throws UserError with an error for each instruction that the target cannot express
Conversion convert(const Program& program, std::string_view target);

/// The text of a converted test, with the notes as comments.
/// @throws UserError as `convert`, and where the dialect cannot write it
std::string convertedLitmus(const Program& program, std::string_view target);

}  // namespace hrfcheck
