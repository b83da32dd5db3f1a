#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "util/diagnostic.h"
#include "util/enum_names.h"

namespace hrfcheck::inline program {

/// What a scheduler promises to the agents (or groups of agents) of a program (Sorensen, Evrard, Donaldson,
/// CONCUR 2018, sections 3 and 5): nothing; progress to the enabled one with the lowest id; to those that
/// have executed; to either; to those up to the highest id that has executed; to all (weak fairness).
enum class Scheduler { Unfair, Hsa, Obe, HsaObe, Lobe, Weak };

/// "unfair", "hsa", "obe", "hsa+obe", "lobe", "weak".
const char* nameOf(Scheduler scheduler);
/// In any case; "fair" is weak, "obe-hsa", "obe+hsa" and "hsa-obe" are hsa+obe.
std::optional<Scheduler> schedulerNamed(std::string_view name);
/// In the order above.
const std::vector<Scheduler>& allSchedulers();

/// A scheduler for all threads, or one for each level of the scope tree.
struct SchedulerSpec {
  /// Transition fairness instead of weak fairness ("s-obe", Sorensen et al., OOPSLA 2021); never with levels.
  bool strong = false;
  Scheduler scheduler = Scheduler::Weak;  ///< of all threads; with levels, of levels that are not named
  /// Level of the scope tree, and the promise to its instances among their siblings; outer to inner.
  std::vector<std::pair<std::uint32_t, Scheduler>> levels;
  /// The platform whose promise this is ("cuda"), if it was asked for by that name (platforms.h).
  std::string_view platform = {};

  bool hierarchical() const { return !levels.empty(); }
  friend bool operator==(const SchedulerSpec&, const SchedulerSpec&) = default;
};

/// "obe", "s-hsa+obe", "wg=obe,wv=weak" (`levels`: names of the scope tree's), "cuda".
std::string textOf(const SchedulerSpec& spec, const std::vector<std::string>& levels);
/// Reads what textOf writes; "default=weak" names the levels that are not named.
/// @param levels of the scope tree, inner to outer; none, to see whether the names are known
/// @throws UserError at `place`
SchedulerSpec parseSchedulerSpec(std::string_view text, const std::vector<std::string>& levels,
                                 const Place& place);

/// How the threads of a wavefront execute: as if there were no wavefronts; each by itself, meeting at votes
/// (independent thread scheduling, Volta and later); or together, under a mask (before Volta).
enum class SimtMode { None, Its, Stack };
inline constexpr std::array kSimtModeNames{EnumName{SimtMode::None, "none"}, EnumName{SimtMode::Its, "its"},
                                           EnumName{SimtMode::Stack, "stack"}};
static_assert(coversUpTo(kSimtModeNames, SimtMode::Stack), "every mode has its name");

/// One entry of a test's `terminates` line: under this scheduler every thread finishes, or may not.
struct ProgressExpectation {
  SimtMode simt = SimtMode::None;
  SchedulerSpec scheduler;
  bool terminates = true;
  Place place;
};

}  // namespace hrfcheck::inline program
