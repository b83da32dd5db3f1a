#include "program/ir/level_meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace hrfcheck::inline program {
namespace {

struct LevelRow {
  std::string_view level;
  LevelMeaning meaning;
  std::string_view one;  ///< for people
};

/// The levels of all languages (docs/litmus.md, "Threads and scopes"), and the words of their manuals.
constexpr auto kLevelRows = std::to_array<LevelRow>({
    {"wi", LevelMeaning::Thread, "work-item"},
    {"work_item", LevelMeaning::Thread, "work-item"},
    {"thread", LevelMeaning::Thread, "thread"},
    {"inv", LevelMeaning::Thread, "invocation"},
    {"invocation", LevelMeaning::Thread, "invocation"},
    {"singlethread", LevelMeaning::Thread, "thread"},
    {"wv", LevelMeaning::Wave, "wavefront"},
    {"wave", LevelMeaning::Wave, "wavefront"},
    {"wavefront", LevelMeaning::Wave, "wavefront"},
    {"warp", LevelMeaning::Wave, "warp"},
    {"sg", LevelMeaning::Wave, "sub-group"},
    {"sub_group", LevelMeaning::Wave, "sub-group"},
    {"subgroup", LevelMeaning::Wave, "subgroup"},
    {"wg", LevelMeaning::Group, "work-group"},
    {"work_group", LevelMeaning::Group, "work-group"},
    {"workgroup", LevelMeaning::Group, "work-group"},
    {"cta", LevelMeaning::Group, "thread block"},
    {"block", LevelMeaning::Group, "thread block"},
    {"cluster", LevelMeaning::Cluster, "cluster"},
    {"qf", LevelMeaning::QueueFamily, "queue family"},
    {"cmp", LevelMeaning::Grid, "component"},
    {"agent", LevelMeaning::Grid, "agent"},
    {"dev", LevelMeaning::Grid, "device"},
    {"device", LevelMeaning::Grid, "device"},
    {"dv", LevelMeaning::Grid, "device"},
    {"gpu", LevelMeaning::Grid, "GPU"},
    {"grid", LevelMeaning::Grid, "grid"},
    {"sys", LevelMeaning::System, "system"},
    {"system", LevelMeaning::System, "system"},
    {"all", LevelMeaning::System, "system"},
    {"all_svm_devices", LevelMeaning::System, "system"},
    {"all_devices", LevelMeaning::System, "system"},
});

const LevelRow* rowOf(std::string_view level) {
  const auto* found = std::ranges::find(kLevelRows, level, &LevelRow::level);
  return found == kLevelRows.end() ? nullptr : found;
}

}  // namespace

std::optional<LevelMeaning> meaningOf(std::string_view level) {
  const LevelRow* row = rowOf(level);
  return row == nullptr ? std::nullopt : std::optional(row->meaning);
}

std::optional<std::uint32_t> levelCalled(std::string_view name, const std::vector<std::string>& levels) {
  const auto found = std::ranges::find(levels, name);
  if (found != levels.end()) {
    return static_cast<std::uint32_t>(found - levels.begin());
  }
  const auto meaning = meaningOf(name);
  return meaning ? levelMeaning(*meaning, levels) : std::nullopt;
}

std::optional<std::uint32_t> levelMeaning(LevelMeaning meaning, const std::vector<std::string>& levels) {
  const auto found = std::ranges::find(levels, std::optional(meaning),
                                       [](const std::string& level) { return meaningOf(level); });
  return found == levels.end() ? std::nullopt
                               : std::optional(static_cast<std::uint32_t>(found - levels.begin()));
}

std::string instanceOf(std::string_view level) {
  const LevelRow* row = rowOf(level);
  return row == nullptr ? fmt::format("instance of {}", level) : std::string(row->one);
}

}  // namespace hrfcheck::inline program
