#pragma once

#include "frontend/edit/spelling.h"
#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

// As in spelling.h, of tests in C.

bool cCanSay(const Program& program, const c::Language& language, ThreadId thread, std::uint32_t instruction,
             const Annotation& annotation);
std::optional<std::vector<TextChange>> respelledCall(const Program& program, const c::Language& language,
                                                     ThreadId thread, std::uint32_t instruction,
                                                     const Annotation& annotation);
std::optional<std::vector<TextChange>> respelledFlags(const Program& program, const c::Language& language,
                                                      ThreadId thread, std::uint32_t instruction,
                                                      const FenceSpaces& spaces);
std::optional<TextChange> cFenceBefore(const Program& program, const c::Language& language, ThreadId thread,
                                       std::uint32_t instruction);

/// A barrier of the work-group that orders every address space; empty where the language has none.
std::string cBarrier(const c::Language& language);

}  // namespace hrfcheck::frontend
