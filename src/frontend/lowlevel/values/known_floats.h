#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "frontend/lowlevel/values/number.h"

namespace hrfcheck::frontend::lowlevel {

/// An operator on floats of 16, 32 or 64 bits in its mode (FloatMode), and functions of floats: rounded
/// correctly, with PTX's NaN. Nothing of operators that it does not know.
std::optional<std::uint64_t> computeFloatInMode(const Number& number,
                                                std::span<const std::uint64_t> operands);

}  // namespace hrfcheck::frontend::lowlevel
