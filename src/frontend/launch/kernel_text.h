#pragma once

#include <string>
#include <vector>

#include "frontend/c/syntax/parse.h"
#include "frontend/launch/directives.h"
#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// The dialect of a text that holds kernels as their author wrote them, and is no litmus test: by a line
/// `language` or the option, by the end of its name (`.cl`), or because it begins with no dialect's word and
/// has a kernel; then its words say which. Null for others.
const Dialect* kernelDialect(const SourcePtr& source);

/// Reports a line `language`, or an option, that names no language of kernels.
void requireLanguage(const Directives& directives, const SourcePtr& source, Diagnostics& diagnostics);

/// Reports lines that say what only launches of PTX have (docs/ptx.md): others would pass them over.
void refuseWordsOfPtx(const Directives& directives, const SourcePtr& source, Diagnostics& diagnostics);

/// The test of that name, or the only one.
/// @throws UserError where there is none, or several and none is named
const NamedTest& chooseTest(const FileDirectives& directives, const std::string& name,
                            const SourcePtr& source);

/// What a test is called that has no name of its own: its file without folder and ending.
std::string nameByFile(const std::string& file);

/// The constants of lines `define N=4` (the options -D).
std::vector<c::Definition> readDefinitions(const Directives& directives, const SourcePtr& source,
                                           Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend
