#pragma once

#include <optional>
#include <vector>

#include "program/ir/program.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// The numbers from `low` to `high`.
struct Range {
  Value low;
  Value high;

  friend bool operator==(const Range&, const Range&) = default;
};

/// In which ranges the registers of a thread are, by instruction: what constants, comparisons of registers
/// and the kinds of operators say, whatever is read.
class RegisterRanges {
 public:
  /// @throws OutOfTime when the deadline expires first
  RegisterRanges(const Thread& thread, PacedLook& look);

  /// Whether no run comes to an instruction.
  bool isUnreached(std::uint32_t instruction) const { return !before_[instruction]; }
  /// Whether an expression that an instruction evaluates may have no value because a result does not fit its
  /// kind (NoValue::Why::Overflows).
  bool mayOverflow(std::uint32_t instruction, const Expr& expr) const;
  /// Whether the expression is that register and a number that is not 0, `up` a positive one, and the sum
  /// does not wrap around.
  bool moves(std::uint32_t instruction, const Expr& expr, RegisterId reg, bool up) const;

 private:
  std::vector<std::optional<std::vector<Range>>> before_;  ///< by instruction, and by register
};

}  // namespace hrfcheck::inline program
