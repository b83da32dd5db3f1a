#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "frontend/include/include_folders.h"
#include "util/process/deadline.h"

namespace hrfcheck::frontend {

/// How the lines of a text in one piece say where they come from.
struct LineMarks {
  /// Before the first line of what a line of the text itself includes: without a line break; may be null.
  std::function<std::string(std::uint32_t includingLine)> begin;
  /// Before each further line of it; may be null.
  std::function<std::string(std::uint32_t includingLine)> each;
  /// Before the next line of the text itself, which has this number.
  std::function<std::string(std::uint32_t nextLine)> end;
};

/// A text in one piece.
struct IncludedText {
  std::string text;
  bool any = false;  ///< whether it includes anything
};

/// The text with what it includes in place of the directives, as far as the folders have it: the program that
/// reads it then needs no files. Directives of other files stay, and so do those that a macro makes. A file
/// that includes itself is left out there if it guards itself (`#pragma once`, `#ifndef X` `#define X`).
/// @param skip names that are left to the reader, of vendors; may be null
/// @throws UserError where files include themselves without end, or the text becomes too large; OutOfTime
IncludedText withIncludes(std::string_view text, const IncludeFolders& folders, const LineMarks& marks,
                          const std::function<bool(std::string_view name)>& skip, const Deadline& deadline);

/// Whether a text may include something: it has the word in a directive.
bool mayInclude(std::string_view text);

}  // namespace hrfcheck::frontend
