#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "frontend/lowlevel/residual/residual.h"

namespace hrfcheck::frontend::lowlevel {

/// A number that lanes of a warp have in common: what is computed alike of what they last gave each other.
using JointValue = std::uint32_t;

/// The joint values of a warp. Two lanes that have been through the same exchanges hold the same number where
/// they hold the same joint value, if both are among its lanes.
class JointValues {
 public:
  /// What a lane said in the last round of an exchange, or what the lanes have made together (kJointCell).
  JointValue said(const LaneCell& cell, std::uint32_t mask);
  /// What the lane said whose number is a joint value.
  JointValue saidBy(const LaneCell& cell, std::uint32_t mask, JointValue lane);
  /// What an expression gives; nothing where a register in it holds no joint value.
  std::optional<JointValue> of(const Expr& expr, const std::map<RegisterId, JointValue>& registers);

  /// The lanes that have it.
  std::uint32_t lanes(JointValue value) const { return values_[value].lanes; }
  /// Whether it depends on what was said in an exchange.
  bool hangsOn(JointValue value, std::uint32_t exchange) const {
    return values_[value].exchanges.contains(exchange);
  }

 private:
  struct Made {
    std::uint32_t lanes = ~std::uint32_t{0};
    std::set<std::uint32_t> exchanges = {};
  };
  using Words = std::vector<std::uint64_t>;
  JointValue numberOf(Words words, Made made);
  JointValue combined(Words words, const std::vector<JointValue>& operands);

  std::map<Words, JointValue> numbers_;
  std::vector<Made> values_;
};

/// By block of a thread: the joint value of its condition, where it is one.
/// @param values of its warp
std::vector<std::optional<JointValue>> jointConditions(const ResidualThread& thread, JointValues& values);

}  // namespace hrfcheck::frontend::lowlevel
