#pragma once

#include <string>
#include <string_view>

namespace hrfcheck::inline util {

/// The difference of two texts by lines, as `patch -p0` applies it, with three lines of context; empty where
/// they are equal.
/// @param name of the file, before and after
std::string unifiedDiff(const std::string& name, std::string_view before, std::string_view after);

}  // namespace hrfcheck::inline util
