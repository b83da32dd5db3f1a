#include "program/ir/scope_levels.h"

#include <algorithm>

namespace hrfcheck::inline program {

std::optional<std::uint32_t> idleClusterLevel(const ScopeTree& scopes) {
  constexpr std::uint32_t kBlock = 1;
  constexpr std::uint32_t kCluster = 2;
  const std::vector<std::string>& levels = scopes.levels();
  if (levels.size() <= kCluster || levels[kBlock] != "cta" || levels[kCluster] != "cluster") {
    return std::nullopt;
  }
  const auto count = [&](std::uint32_t level) {
    return std::ranges::count(scopes.instances(), level, &ScopeInstance::level);
  };
  return count(kBlock) == count(kCluster) ? std::optional(kCluster) : std::nullopt;
}

}  // namespace hrfcheck::inline program
