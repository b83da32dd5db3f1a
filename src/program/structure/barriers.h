#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

inline constexpr std::uint32_t kNoBarrier = std::numeric_limits<std::uint32_t>::max();

/// One barrier, at which threads may meet many times.
struct Barrier {
  ScopeInstanceId scope = kNoScope;
  Value instance = 0;
  Value id = 0;
  std::vector<ThreadId> participants;  ///< who arrives, if they come to it; sorted
  std::size_t arrivals = 0;            ///< how many it opens after; with fewer participants it never opens

  bool opens() const { return arrivals <= participants.size(); }
  /// It opens, for good, before everybody has come: which arrivals a thread has waited for depends on the
  /// order in which they came.
  bool opensEarly() const { return arrivals < participants.size(); }
};

/// The barriers of a program whose barriers are named by constants: what memory models are asked about
/// (Program::notForModels). At one with a count each participant arrives at most once. Two instructions are
/// of one barrier when scope instance, instance and id are the same, and both have a count or neither has
/// one.
class Barriers {
 public:
  Barriers() = default;
  explicit Barriers(const Program& program);

  const Barrier& operator[](std::uint32_t number) const { return barriers_[number]; }
  std::size_t size() const { return barriers_.size(); }
  auto begin() const { return barriers_.begin(); }
  auto end() const { return barriers_.end(); }
  /// Which one an instruction of a thread is of.
  std::uint32_t numberOf(ThreadId thread, const BarrierOp& op) const;

 private:
  using Key = std::tuple<ScopeInstanceId, Value, Value, bool>;
  Key keyOf(ThreadId thread, const BarrierOp& op) const;

  std::vector<Barrier> barriers_;
  std::map<Key, std::uint32_t> numbers_;
  std::vector<std::vector<ScopeInstanceId>> instances_;  ///< by thread and level
};

}  // namespace hrfcheck::inline program
