#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hrfcheck {

inline constexpr std::size_t kLineWidth = 100;

/// Without the spaces at its end.
std::string trimmed(std::string line);

/// Names on as many lines as they need, each ended.
std::string wrapped(const std::vector<std::string>& names, const std::string& indent);

}  // namespace hrfcheck
