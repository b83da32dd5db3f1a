#pragma once

#include <vector>

#include "termination/interleaving.h"

namespace hrfcheck::inline termination {

/// What renames slots: slot i becomes slot renaming[i].
using Renaming = std::vector<AgentId>;

/// The agents of a program that may be renamed into each other without a difference to who hangs, where the
/// scheduler does not compare thread numbers.
class AgentSymmetry {
 public:
  explicit AgentSymmetry(const Interleaving& interleaving);

  bool trivial() const { return groups_.empty(); }
  /// Sorts the agents of a state, words and who has executed alike; how they were renamed.
  Renaming sort(std::vector<std::uint32_t>& words, AgentMask& executed) const;

 private:
  struct Group {
    std::vector<AgentId> agents;
    std::vector<std::vector<std::size_t>> words;  ///< by agent, the words that are its own
  };
  std::size_t agents_;
  std::vector<Group> groups_;
};

/// Whether the answer is the same however agents are renamed.
bool ignoresThreadNumbers(const SchedulerSpec& spec);

}  // namespace hrfcheck::inline termination
