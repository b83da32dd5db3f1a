#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "program/structure/event_structure.h"

namespace hrfcheck::inline program {

/// What the registers of a thread may hold at any time of its runs, whatever values of their locations'
/// domains its reads return; a few values each, or unknown.
class RegisterValues {
 public:
  RegisterValues(const EventStructure& structure, ThreadId thread);

  /// Whether `test` holds of every value that the expression may have (nothing: it divides by zero). False,
  /// too, where the values are not known.
  bool allOf(const Expr& expr, const std::function<bool(std::optional<Value>)>& test) const;

 private:
  using Values = std::optional<std::vector<Value>>;  ///< sorted; nothing: unknown

  Values assigned(const EventStructure& structure, ThreadId thread, std::uint32_t instruction) const;
  Values readBy(const EventStructure& structure, ThreadId thread, std::uint32_t instruction) const;
  bool add(RegisterId reg, const Values& more);

  std::vector<Values> values_;  ///< by register
};

}  // namespace hrfcheck::inline program
