#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "program/ir/value.h"

namespace hrfcheck::inline machine {

inline constexpr std::size_t kWarpLanes = 32;  ///< of the GPU of Li et al. 2015

/// Shared memory of a streaming multiprocessor with its lock unit (Li et al. 2015, section 3): 1024 lock
/// bits, words 1024 apart share one, and who holds a bit is for programs to know.
class LocalMemory {
 public:
  explicit LocalMemory(std::size_t words)
      : words_(words), taken_(kLockBits, false), used_(kLockBits, false) {}

  /// A wavefront's instruction, lane by lane.
  struct Access {
    enum class Kind { Load, Store, LockLoad, UnlockStore } kind = Kind::Load;
    std::uint32_t active = 0;  ///< lanes, as bits
    std::array<std::uint32_t, kWarpLanes> word{};
    std::array<Value, kWarpLanes> value{};  ///< in: stored; out: loaded
    std::uint32_t locked = 0;               ///< out, of LockLoad (LDSLK): the lanes that have taken the bit
  };

  void execute(Access& access);
  /// How many lock bits have been taken at some time.
  std::size_t bitsUsed() const { return static_cast<std::size_t>(std::ranges::count(used_, true)); }
  const std::vector<Value>& words() const { return words_; }
  /// How often the memory has to be accessed for all lanes: the most different words in one of 32 banks.
  static std::uint64_t passes(const Access& access);

 private:
  static constexpr std::size_t kLockBits = 1024;

  std::vector<Value> words_;
  std::vector<bool> taken_, used_;
};

}  // namespace hrfcheck::inline machine
