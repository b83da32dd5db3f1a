#pragma once

#include <set>
#include <string>
#include <string_view>

#include "frontend/shared/text/token.h"

namespace hrfcheck::frontend {

/// Whether a file has directives that need a preprocessor: conditions, macros with parameters, macros that
/// are no numbers.
bool needsPreprocessor(std::string_view text);

/// The text for the preprocessor, line by line as long as the file: `#include` and `#import` become
/// `#pragma include`, `#line` goes, and so does each `#define` of a name in `defined`.
std::string textToPreprocess(std::string_view text, const std::set<std::string_view>& defined);

/// The names that a text defines as macros, and whether they have parameters.
struct MacroNames {
  std::set<std::string_view> all;
  std::set<std::string_view> withParameters;
};
MacroNames macrosOf(std::string_view text);

}  // namespace hrfcheck::frontend
