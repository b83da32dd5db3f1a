#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "program/agents/agents.h"
#include "program/expr/value.h"
#include "program/ir/program.h"

namespace hrfcheck::inline termination {

/// How many have arrived at which barriers, as a number: for barriers with a count that are named by
/// registers, so that nobody knows beforehand how many there are. Number 0 is nobody.
class CountedArrivals {
 public:
  using Name = std::pair<Value, Value>;  ///< instance and id

  CountedArrivals() : known_{{}}, numbers_{{{}, 0}} {}

  std::uint32_t arrivals(std::uint32_t number, const Name& name) const {
    const auto found = known_[number].find(name);
    return found == known_[number].end() ? 0 : found->second;
  }
  /// After one more.
  /// @param most the number beyond which nothing is counted
  std::uint32_t after(std::uint32_t number, const Name& name, std::uint32_t most) {
    Arrivals next = known_[number];
    std::uint32_t& arrivals = next[name];
    arrivals = arrivals < most ? arrivals + 1 : most;
    const auto [entry, isNew] = numbers_.try_emplace(next, static_cast<std::uint32_t>(known_.size()));
    if (isNew) {
      known_.push_back(std::move(next));
    }
    return entry->second;
  }

 private:
  using Arrivals = std::map<Name, std::uint32_t>;
  std::vector<Arrivals> known_;  ///< by number
  std::map<Arrivals, std::uint32_t> numbers_;
};

/// The execution barriers of a program and the words in which a state remembers who has arrived.
///
/// A barrier is one scope instance, instance number and id (and those with a count are different ones from
/// those without). Without a count, a word for each agent of the instance counts its arrivals that have not
/// been met yet: when none is 0, all have arrived once more, the barrier opens, and each goes down by one.
/// With a count there is one word, the arrivals so far, which stops at the largest count that any thread
/// waits for.
///
/// Registers may name barriers, whose numbers are then known when a thread arrives. Barriers that may be the
/// same are one entry of this table, with a *place* for each instruction. Without a count, a thread that
/// arrives somewhere for the n-th time goes on when at each place that may be the same barrier somebody has
/// arrived n times, too: at places with the same constants, whose thread it meets, and at places named by
/// registers, whose thread it meets or which has by then named another barrier. (A thread has one place at
/// most for each barrier: frontend/columns/barrier_operands.h refuses others.) With a count, one word numbers
/// what has arrived where (CountedArrivals).
class BarrierTable {
 public:
  /// Registers name barriers only where every agent is one thread.
  BarrierTable(const Program& program, const Agents& agents);

  enum class Kind {
    All,            ///< a word for each agent
    Counted,        ///< one word
    Named,          ///< named by registers: a word for each place
    CountedByValue  ///< the same with counts: one word
  };
  struct BarrierPlace {
    AgentId agent;
    ThreadId thread;
    std::uint32_t instruction;
    BarrierOp op;
  };
  struct Barrier {
    Kind kind = Kind::All;
    std::uint32_t firstWord = 0;
    std::vector<AgentId> agents;       ///< All: those who meet, with lanes in the scope instance; sorted
    std::vector<BarrierPlace> places;  ///< Named
    std::uint32_t largestCount = 0;    ///< Counted, CountedByValue: that anybody waits for
    bool waitsForTheEnded = true;      ///< All, Named: as the language says (program/flow/ended_threads.h)

    std::size_t words() const;
    /// The word of an agent that arrives at an instruction.
    std::uint32_t wordOf(AgentId agent, std::uint32_t instruction) const;
    /// The words that speak of one agent alone.
    std::vector<std::uint32_t> wordsOf(AgentId agent) const;
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

/// How many arrivals a count means; one below 1 means that the barrier is always open.
std::uint32_t arrivalsFor(Value count);

}  // namespace hrfcheck::inline termination
