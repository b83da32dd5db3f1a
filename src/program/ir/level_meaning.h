#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hrfcheck::inline program {

/// What a level of a scope tree is, whatever a language calls it. A grid is what one launch starts: there is
/// one on each device of a test.
enum class LevelMeaning { Thread, Wave, Group, Cluster, QueueFamily, Grid, System };

/// By what languages call it ("wg", "cta", "block"); nothing for words of no language (levels of a bell
/// file).
std::optional<LevelMeaning> meaningOf(std::string_view level);

/// Of a test's levels the one that is called so, or that is the same under another name: "block" is "wg" in a
/// test of OpenCL C.
/// @param levels names, inner to outer
std::optional<std::uint32_t> levelCalled(std::string_view name, const std::vector<std::string>& levels);

/// The level with this meaning.
std::optional<std::uint32_t> levelMeaning(LevelMeaning meaning, const std::vector<std::string>& levels);

/// What people call an instance of a level: "thread block", "work-group"; "instance of X" for levels of no
/// language.
std::string instanceOf(std::string_view level);

}  // namespace hrfcheck::inline program
