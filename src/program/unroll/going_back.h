#pragma once

#include <map>
#include <optional>

#include "program/ir/program.h"
#include "program/unroll/unroll.h"

namespace hrfcheck::inline program {

/// What a location holds at first; nothing where that is open.
std::optional<Value> knownInitially(const MemoryLocation& location);
/// What an operation stores, where that is a constant.
std::optional<Value> constantStored(const Operation& operation);

/// What the read of a round of a loop may have returned where the round goes back to the head. Of rounds of
/// several reads nothing is known: what one of them returns says little about the others.
class ReadsBeforeGoingBack {
 public:
  /// Both must outlive it.
  ReadsBeforeGoingBack(const Thread& thread, const Loop& loop);

  /// A round is one read.
  bool known() const { return reads_ == 1; }
  /// @param value nothing where it is not known
  bool mayBe(std::optional<Value> value);

 private:
  const Thread& thread_;
  const Loop& loop_;
  std::size_t reads_ = 0;
  std::uint32_t read_ = 0;
  std::map<Value, bool> goesBack_;
};

}  // namespace hrfcheck::inline program
