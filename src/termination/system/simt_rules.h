#pragma once

#include <cstdint>
#include <optional>

namespace hrfcheck::inline termination {

/// What a barrier without a count does about agents that have ended.
enum class EndedAgents {
  AsTheLanguageSays,  ///< program/flow/ended_threads.h
  LetGo,              ///< it opens without them
  WaitedFor           ///< it never opens
};

/// How code runs beside who runs it: the lock unit, and what lanes and wavefronts do together (Li et al., ICS
/// 2015). The defaults are those of threads that are nobody's lanes.
struct SimtRules {
  std::uint32_t lockBits = 1024;  ///< of a work-group; a power of two, or 0 for one bit a word
  bool lanesVote = false;         ///< agents of one lane vote with the other lanes of their wavefront
  EndedAgents ended = EndedAgents::AsTheLanguageSays;
  /// The lanes of a wavefront access memory in one action, in any order, instead of one action each.
  bool collective = false;
  /// A lock bit may be released by every lane of the wavefront that took it (non-owner releases are
  /// reported).
  bool wavefrontOwns = false;
  /// Schedulers treat the agents of an instance of this level with weak fairness among each other, whatever
  /// they do with others.
  std::optional<std::uint32_t> fairWithin = std::nullopt;
};

}  // namespace hrfcheck::inline termination
