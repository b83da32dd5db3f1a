#pragma once

#include <optional>
#include <vector>

#include "program/agents.h"

namespace hrfcheck {

/// The execution barriers of a program and the words in which a state remembers who has arrived.
///
/// A barrier is one scope instance, instance number and id (and those with a count are different ones from
/// those without). Without a count, a word for each agent of the instance counts its arrivals that have not
/// been met yet: when none is 0, all have arrived once more, the barrier opens, and each goes down by one.
/// With a count there is one word, the arrivals so far, which stops at the largest count that anybody waits
/// for.
class BarrierTable {
 public:
  BarrierTable(const Program& program, const Agents& agents);

  struct Barrier {
    std::vector<AgentId> agents;  ///< those who meet, with lanes in the scope instance; sorted
    std::uint32_t firstWord = 0;
    std::optional<std::uint32_t> largestCount;

    /// The word of an agent's arrivals.
    std::uint32_t wordOf(AgentId agent) const;
  };

  std::size_t words() const { return words_; }
  const std::vector<Barrier>& barriers() const { return barriers_; }
  /// The barrier of an instruction, which must be one.
  std::uint32_t barrierOf(ThreadId thread, std::uint32_t instruction) const {
    return barrierOf_[thread][instruction];
  }

 private:
  std::vector<Barrier> barriers_;
  std::vector<std::vector<std::uint32_t>> barrierOf_;
  std::size_t words_ = 0;
};

/// How many arrivals open a counted barrier; a count below 1 means that it is always open.
std::uint32_t arrivalsFor(const BarrierOp& op);

}  // namespace hrfcheck
