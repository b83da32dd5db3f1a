#pragma once

#include <optional>
#include <string_view>

#include "triage/reports/reported.h"

namespace hrfcheck::inline triage {

/// The first "FILE:LINE" of a text, which must begin there: a colon and a number behind it that nothing but a
/// colon, a blank or the end follows. The file's name may have blanks and colons.
/// @returns nothing where there is none, or the line is 0 or too large
std::optional<ReportedAccess> placeAt(std::string_view text);

/// The word of a report for what an access does, whatever the case of its letters: "write", "load", "atomic".
std::optional<ReportedKind> kindOf(std::string_view word);

}  // namespace hrfcheck::inline triage
