#pragma once

#include <optional>
#include <vector>

#include "frontend/c/syntax/parse.h"
#include "frontend/include/include_folders.h"
#include "frontend/shared/dialect.h"
#include "frontend/shared/text/token.h"
#include "util/diagnostic.h"
#include "util/process/deadline.h"

namespace hrfcheck::frontend {

/// The words of a kernel's file behind the preprocessor.
struct Preprocessed {
  SourcePtr text;  ///< what it printed, where the words' texts are; the places of words are in the file
  std::vector<Token> tokens;
  std::vector<c::Definition> constants;  ///< macros that are plain numbers, which lines `//# ...` may name
};

/// Runs the installed preprocessor (`cpp`) on a kernel's file, if it has directives beyond `#define N 3`,
/// `#include` and `#pragma`, or includes a file that the folders have. Other inclusions stay directives among
/// the words where no condition removes them. The words of an included file have the place of the line that
/// includes it.
/// @param definitions constants of lines `//# define N=4`: they replace a `#define N` of the file
/// @return nothing where the file needs no preprocessor
/// @throws UserError where there is no preprocessor, or it prints too much or takes too long; OutOfTime
std::optional<Preprocessed> preprocess(const SourcePtr& source, const Dialect& dialect,
                                       const std::vector<c::Definition>& definitions,
                                       const IncludeFolders& folders, Diagnostics& diagnostics,
                                       const Deadline& deadline = {});

}  // namespace hrfcheck::frontend
