#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/structure/undef_taint.h"

namespace hrfcheck::inline check {

/// Why that something was not found is no answer: it depends on values that nothing says, of which some are
/// considered. Nothing where it depends on none.
std::optional<std::string> whyOnlySomeValues(const EventStructure& structure, const UndefTaint& reach);

/// Which memory past the end of objects the code may access (--out-of-bounds any).
std::vector<std::string> notesOfOpenMemory(const Program& program, const UndefTaint& reach);

}  // namespace hrfcheck::inline check
