#include "program/ir/platforms.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

#include "util/text.h"

namespace hrfcheck::inline program {
namespace {

using Among = Platform::Among;

constexpr std::array kPlatforms{Platform{"cuda", Scheduler::Obe, Among::Groups},
                                Platform{"cuda-cooperative", Scheduler::Obe, Among::Grids},
                                Platform{"hip", Scheduler::Hsa, Among::Groups},
                                Platform{"opencl", Scheduler::Unfair, Among::Threads},
                                Platform{"vulkan", Scheduler::Unfair, Among::Threads},
                                Platform{"metal", Scheduler::Unfair, Among::Threads}};

/// What the dialects call them; a cluster, where there is one, before the groups in it.
constexpr std::array<std::string_view, 4> kGroupWords{"cluster", "wg", "cta", "workgroup"};
constexpr std::array<std::string_view, 6> kDeviceWords{"cmp", "dev", "gpu", "device", "dv", "agent"};

std::uint32_t levelCalled(std::span<const std::string_view> words, const Platform& platform,
                          const std::vector<std::string>& levels, const Place& place) {
  for (const std::string_view word : words) {
    const auto found = std::ranges::find(levels, word);
    if (found != levels.end()) {
      return static_cast<std::uint32_t>(found - levels.begin());
    }
  }
  throw UserError(place,
                  fmt::format("scheduler {}: the test has no level of {}", platform.name,
                              platform.among == Among::Groups ? "work-groups" : "devices"),
                  fmt::format("name its own levels: {}", fmt::join(levels, ", ")));
}

}  // namespace

std::span<const Platform> platforms() {
  return kPlatforms;
}

const Platform* platformNamed(std::string_view name) {
  const std::string lower = lowered(std::string(name));
  const auto* found = std::ranges::find(kPlatforms, std::string_view(lower), &Platform::name);
  return found == kPlatforms.end() ? nullptr : found;
}

SchedulerSpec promiseOf(const Platform& platform, const std::vector<std::string>& levels,
                        const Place& place) {
  SchedulerSpec spec;
  spec.platform = platform.name;
  if (platform.among == Among::Threads) {
    spec.scheduler = platform.scheduler;
    return spec;
  }
  if (levels.empty()) {
    return spec;
  }
  const std::uint32_t inner = platform.among == Among::Groups
                                  ? levelCalled(kGroupWords, platform, levels, place)
                                  : levelCalled(kDeviceWords, platform, levels, place);
  for (auto level = static_cast<std::uint32_t>(levels.size() - 1); level-- > inner;) {
    spec.levels.emplace_back(level, platform.scheduler);
  }
  return spec;
}

}  // namespace hrfcheck::inline program
