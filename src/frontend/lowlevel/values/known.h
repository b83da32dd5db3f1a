#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "frontend/lowlevel/values/number.h"

namespace hrfcheck::frontend::lowlevel {

/// An operator on words of bits. Nothing where it has no value: a division by zero.
std::optional<std::uint64_t> compute(const Number& number, std::span<const std::uint64_t> operands);

/// Where an operand must not be zero.
constexpr bool divides(NumberOp op) {
  return op == NumberOp::DivUnsigned || op == NumberOp::DivSigned || op == NumberOp::RemUnsigned ||
         op == NumberOp::RemSigned;
}

}  // namespace hrfcheck::frontend::lowlevel
