#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "program/ir/program.h"
#include "program/lock_unit/lock_bit.h"

namespace hrfcheck::inline termination {

/// Who holds a lock bit, and by which word it was taken: what no program can read.
struct LockHolder {
  ThreadId lane = 0;
  LocationId word = 0;

  friend auto operator<=>(const LockHolder&, const LockHolder&) = default;
};

/// The lock units of a program, one for the shared memory of each work-group (Li et al., ICS 2015, section
/// 3), and the words in which a state remembers them: for each bit that may be taken, 0 or its holder; and
/// for each word that a `stsul` may overwrite and that may hold data (an initial value other than 0, or what
/// a plain store has put there), whether it holds data that no holder of its bit has loaded since.
class LockUnit {
 public:
  /// @param lockBits of each unit, a power of two; 0 for one bit a word
  LockUnit(const Program& program, std::uint32_t lockBits);

  std::size_t words() const { return words_; }
  /// The word of the bit by which a thread locks a location: one that some instruction of its work-group may
  /// lock.
  std::uint32_t bitWord(ThreadId thread, LocationId location) const {
    return bitWords_[groupOf_[thread]][location];
  }
  /// The word that says whether a location holds data, if there is one.
  std::optional<std::uint32_t> dataWord(LocationId location) const { return data_[location]; }

  std::uint32_t coded(const LockHolder& holder) const {
    return 1 + holder.lane * static_cast<std::uint32_t>(data_.size()) + holder.word;
  }
  std::optional<LockHolder> holder(std::uint32_t coded) const {
    const auto locations = static_cast<std::uint32_t>(data_.size());
    return coded == 0 ? std::nullopt
                      : std::optional(LockHolder{(coded - 1) / locations, (coded - 1) % locations});
  }
  /// The words that a thread's ldslk may lock, as far as their text says.
  const std::set<LocationId>& lockableBy(ThreadId thread) const { return lockable_[thread]; }
  /// Of each bit its word, for reports.
  std::vector<std::uint32_t> bitWords() const;

 private:
  std::vector<ScopeInstanceId> groupOf_;  ///< by thread
  std::map<LockBit, std::uint32_t> bits_;
  std::vector<std::vector<std::uint32_t>> bitWords_;  ///< by scope instance and location; none for most
  std::vector<std::set<LocationId>> lockable_;        ///< by thread
  std::vector<std::optional<std::uint32_t>> data_;
  std::uint32_t words_ = 0;
};

}  // namespace hrfcheck::inline termination
