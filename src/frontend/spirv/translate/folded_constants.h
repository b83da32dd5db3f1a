#pragma once

#include <cstdint>
#include <optional>

#include "frontend/spirv/module/module.h"

namespace hrfcheck::frontend::spirv {

/// The integer or boolean that a constant is, as a word of bits, where it is computed of others
/// (OpSpecConstantOp): sizes of arrays are such.
/// @return nothing where it is not one of these, or computed in another way than sizes are
std::optional<std::uint64_t> foldedConstant(const Module& module, const Instruction& constant,
                                            unsigned depth = 0);

}  // namespace hrfcheck::frontend::spirv
