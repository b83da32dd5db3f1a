#pragma once

#include <string>
#include <string_view>

namespace hrfcheck::inline util {

/// A text for a terminal that is also copied from, such as a diff: as `cleaned` (util/utf8.h), but tabs and
/// line breaks of either kind stay.
std::string terminalText(std::string_view text);

}  // namespace hrfcheck::inline util
