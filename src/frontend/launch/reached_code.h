#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/language/language.h"
#include "frontend/launch/directives.h"
#include "frontend/shared/text/token.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend {

/// What decides which code of a kernel's file is read.
struct ReadFor {
  const c::Language& language;
  const Directives& directives;  ///< which kernel; what they name is read, too
  const SourcePtr& source;
};

/// The words of a kernel's file without the functions, types and variables that its kernel does not reach by
/// name, and in CUDA and HIP without those of the host: what is wrong there is wrong for others. Where no
/// kernel is chosen, all of them are read; where there is none, everything.
/// @param lexical what is wrong with words of the file; it is handed on where the code is read
std::vector<Token> reachedCode(const std::vector<Token>& tokens, const ReadFor& what,
                               const Diagnostics& lexical, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend
