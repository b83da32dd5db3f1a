#include "program/ir/platforms.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

#include "program/ir/level_meaning.h"
#include "util/text.h"

namespace hrfcheck::inline program {
namespace {

using Among = Platform::Among;

constexpr std::array kPlatforms{Platform{"cuda", Scheduler::Obe, Among::Groups, {"CUDA", "PTX"}},
                                Platform{"cuda-cooperative", Scheduler::Obe, Among::Grids, {"CUDA", "PTX"}},
                                Platform{"hip", Scheduler::Hsa, Among::Groups, {"HIP", "AMDGPU"}},
                                Platform{"hsa-platform", Scheduler::Hsa, Among::Groups, {"HSA", ""}},
                                Platform{"opencl", Scheduler::Unfair, Among::Threads, {"OPENCL", ""}},
                                Platform{"vulkan", Scheduler::Unfair, Among::Threads, {"VULKAN", ""}},
                                Platform{"metal", Scheduler::Unfair, Among::Threads, {}}};

/// The innermost groups that a platform's promise is made to: a cluster, where there is one, before the
/// groups in it.
std::optional<std::uint32_t> innermostOf(const Platform& platform, const std::vector<std::string>& levels) {
  if (platform.among == Among::Grids) {
    return levelMeaning(LevelMeaning::Grid, levels);
  }
  const auto clusters = levelMeaning(LevelMeaning::Cluster, levels);
  return clusters ? clusters : levelMeaning(LevelMeaning::Group, levels);
}

UserError withoutMeaning(const Platform& platform, const std::vector<std::string>& levels,
                         const Place& place) {
  return UserError(
      place,
      fmt::format("{} promises something to {}, and this test has none: its levels are {}", platform.name,
                  platform.among == Among::Groups ? "work-groups" : "grids", fmt::join(levels, ", ")),
      fmt::format("ask for a promise to its own levels: {}={}",
                  levels.size() > 1 ? levels[levels.size() - 2] : levels.front(),
                  nameOf(platform.scheduler)));
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

void requireMeaning(const Platform& platform, std::string_view dialect) {
  if (dialect == "C" && platform.among != Among::Threads) {
    throw UserError(
        fmt::format("{} promises something to {}, and C11 knows threads alone", platform.name,
                    platform.among == Among::Grids ? "grids" : "work-groups"),
        "ask for a scheduler of threads: obe is C++'s parallel forward progress, weak concurrent forward progress");
  }
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
  const std::optional<std::uint32_t> inner = innermostOf(platform, levels);
  if (!inner) {
    throw withoutMeaning(platform, levels, place);
  }
  for (auto level = static_cast<std::uint32_t>(levels.size() - 1); level-- > *inner;) {
    spec.levels.emplace_back(level, platform.scheduler);
  }
  return spec;
}

std::vector<const Platform*> platformsOf(std::string_view dialect) {
  std::vector<const Platform*> found;
  for (const Platform& platform : kPlatforms) {
    if (!dialect.empty() && std::ranges::find(platform.dialects, dialect) != platform.dialects.end()) {
      found.push_back(&platform);
    }
  }
  return found;
}

std::string platformText(const SchedulerSpec& spec, const std::vector<std::string>& levels,
                         std::optional<std::uint32_t> idle) {
  if (!spec.hierarchical()) {
    return fmt::format("nothing to any {} ({})", instanceOf(levels.front()), nameOf(spec.scheduler));
  }
  const Platform* platform = platformNamed(spec.platform);
  const auto [inner, scheduler] = spec.levels.back();
  const std::string group = platform != nullptr && platform->among == Among::Grids
                                ? "grid"
                                : instanceOf(levels.at(inner == idle ? inner - 1 : inner));
  SchedulerSpec byLevel = spec;
  byLevel.platform = {};
  const std::string what =
      scheduler == Scheduler::Hsa
          ? fmt::format("the first {} that has not ended is treated fairly", group)
          : fmt::format("once a thread has run, all threads of its {} are treated fairly", group);
  return fmt::format("{} ({})", what, textOf(byLevel, levels));
}

}  // namespace hrfcheck::inline program
