#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "program/ir/program.h"
#include "program/structure/barriers.h"

namespace hrfcheck::inline program {

/// How often a thread has arrived at each barrier, by number of the barrier.
using Arrivals = std::vector<std::uint32_t>;

/// Which arrivals of threads at barriers are certain to meet: the k-th arrivals of all participants, from the
/// first one on, as long as no thread has come to the barrier where control depends on more than is known.
/// Barriers with a count, and those at which not everybody waits, meet nobody here.
class BarrierMeetings {
 public:
  /// @pre no barrier of the program is named or counted by a register
  explicit BarrierMeetings(const Program& program);

  const Barriers& barriers() const { return barriers_; }
  std::uint32_t numberOf(ThreadId thread, const BarrierOp& op) const {
    return barriers_.numberOf(thread, op);
  }

  /// The next arrival of a thread.
  /// @returns whether it has to wait for others
  bool arrive(ThreadId thread, std::uint32_t barrier, const Instruction& instruction);
  const Arrivals& arrivals(ThreadId thread) const { return arrivals_[thread]; }

  /// The arrivals from the k-th on, counted from 0, are not known to meet.
  void losesCountAt(std::uint32_t barrier, std::uint32_t k);

  /// All of its arrivals meet.
  bool isCounted(std::uint32_t barrier) const {
    return barriersMet_[barrier].counted >= barriersMet_[barrier].occurrences.size();
  }
  /// The instruction at which somebody arrives for the k-th time, where all who do arrive at the same
  /// operation; else nothing.
  const Instruction* occurrence(std::uint32_t barrier, std::uint32_t k) const;

 private:
  struct Occurrence {
    const Instruction* instruction = nullptr;  ///< of the first who came
    bool alike = true;
  };
  struct Meeting {
    std::vector<Occurrence> occurrences;
    std::uint32_t counted;
  };

  Barriers barriers_;
  std::vector<Arrivals> arrivals_;  ///< by thread
  std::vector<Meeting> barriersMet_;
};

/// Whether two instructions are the same barrier in the same words.
bool areSameBarriers(const Instruction& a, const Instruction& b);

}  // namespace hrfcheck::inline program
