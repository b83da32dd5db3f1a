#pragma once

#include <cstddef>
#include <string_view>

namespace hrfcheck::inline util {

/// How many code units a text has in UTF-16, as editors count columns; bytes that are not UTF-8 count as one
/// each.
std::size_t utf16Units(std::string_view text);

}  // namespace hrfcheck::inline util
