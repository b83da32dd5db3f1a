#pragma once

#include <vector>

#include "progress/interleaving.h"

namespace hrfcheck {

/// What renames slots: slot i becomes slot renaming[i].
using Renaming = std::vector<ThreadId>;

/// The threads of a program that may be renamed into each other without a difference to who hangs, where the
/// scheduler does not compare thread numbers.
class ThreadSymmetry {
 public:
  explicit ThreadSymmetry(const Interleaving& interleaving);

  bool trivial() const { return groups_.empty(); }
  /// Sorts the threads of a state, words and who has executed alike; how they were renamed.
  Renaming sort(std::vector<std::uint32_t>& words, AgentMask& executed) const;

 private:
  struct Group {
    std::vector<ThreadId> threads;
    std::vector<std::vector<std::size_t>> words;  ///< by thread, the words that are its own
  };
  std::size_t threads_;
  std::vector<Group> groups_;
};

/// Whether the answer is the same however threads are renamed.
bool ignoresThreadNumbers(const SchedulerSpec& spec);

}  // namespace hrfcheck
