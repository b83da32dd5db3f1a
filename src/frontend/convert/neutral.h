#pragma once

#include "frontend/shared/dialect.h"
#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// What an instruction does, in the terms that HSA, OpenCL C, PTX and Vulkan share (docs/convert.md, "What is
/// read"): no marks, barriers with an order, one order for a compare-and-swap wherever two mean the same.
/// @throws UnsayableHere for what only its own dialect has
Operation neutralOperation(const Program& program, const Instruction& instruction);

}  // namespace hrfcheck::frontend
