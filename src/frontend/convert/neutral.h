#pragma once

#include "frontend/shared/dialect.h"
#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// What an instruction does, in the terms that HSA, OpenCL C, PTX, Vulkan and AMDGPU share (docs/convert.md,
/// "What is read"): no marks, barriers with an order, one order for a compare-and-swap wherever two mean the
/// same.
/// @param index of the instruction in its thread
/// @throws UnsayableHere for what only its own dialect has
Operation neutralOperation(const Program& program, const Thread& thread, std::size_t index);

}  // namespace hrfcheck::frontend
