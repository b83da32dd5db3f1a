#include "program/ir/scope_levels.h"

#include <algorithm>

namespace hrfcheck::inline program {

std::optional<std::uint32_t> idleClusterLevel(const ScopeTree& scopes) {
  const std::vector<std::string>& levels = scopes.levels();
  const auto found = std::ranges::find(levels, "cluster");
  if (found == levels.begin() || found == levels.end()) {
    return std::nullopt;
  }
  const auto cluster = static_cast<std::uint32_t>(found - levels.begin());
  const auto count = [&](std::uint32_t level) {
    return std::ranges::count(scopes.instances(), level, &ScopeInstance::level);
  };
  return count(cluster - 1) == count(cluster) ? std::optional(cluster) : std::nullopt;
}

}  // namespace hrfcheck::inline program
