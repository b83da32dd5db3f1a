#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "program/unroll/joint_rounds.h"

namespace hrfcheck::inline program {

/// An ordinary access to a known location of the memory that the threads share, by which they tell each other
/// what the leader has seen.
struct Exchange {
  Value address = 0;
  bool stores = false;
};

/// The rounds of threads, instruction by instruction: threads and instructions are counted from 0 in each
/// round.
class JointView {
 public:
  /// @param program, rounds must outlive the view
  JointView(const Program& program, const JointRounds& rounds) : program_(program), rounds_(rounds) {}

  const Program& program() const { return program_; }
  const JointRounds& rounds() const { return rounds_; }
  std::size_t count() const { return rounds_.threads.size(); }
  const Thread& thread(std::size_t t) const { return program_.threads[rounds_.threads[t]]; }
  const JointLoop& loop(std::size_t t) const { return rounds_.loops[t]; }
  const Operation& operation(std::size_t t, std::size_t at) const {
    return thread(t).instructions[loop(t).round[at]].operation;
  }
  const BarrierOp* barrierAt(std::size_t t, std::size_t at) const {
    return std::get_if<BarrierOp>(&operation(t, at));
  }
  bool looks(std::size_t t, std::size_t at) const {
    return t == rounds_.leader && rounds_.lookBegin <= at && at < rounds_.lookEnd;
  }

  /// Barriers passed in the round before an instruction.
  std::size_t phase(std::size_t t, std::size_t at) const;
  std::vector<const BarrierOp*> barriersOf(std::size_t t) const;
  std::optional<Exchange> exchangeAt(std::size_t t, std::size_t at) const;

 private:
  const Program& program_;
  const JointRounds& rounds_;
};

/// Whether a round goes on, by what the leader has seen: over its registers where it has looked. Null where
/// threads do not all go on alike, by that alone; or where something that rounds before the last one compute
/// may be noticed.
ExprPtr whetherAllGoOn(const JointView& view);

}  // namespace hrfcheck::inline program
