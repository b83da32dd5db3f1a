#pragma once

#include <memory>
#include <string>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Of an access or a fence that stands in LLVM IR as it is: it has the marks that it has there, and gets no
/// others.
inline constexpr const char* kMarkOfLlvm = "llvm";

/// Whether a test is in a dialect that compilers translate into LLVM IR for AMD's GPUs: HIP.
bool hasAmdgpuForm(const Program& program);

/// Why it cannot be said there what a test says, or empty: remote operations.
std::string whyNoAmdgpuForm(const Program& program);

/// A test of HIP as clang makes LLVM IR of it, for models of AMDGPU (docs/models/amdgpu.md, "HIP"): orders
/// and scopes as written; `consume` is acquire; atomic accesses that are not sequentially consistent have a
/// `one-as` scope; a barrier that orders memory is a release fence of its scope, a barrier that orders
/// nothing, and an acquire fence. Sources: clang, AMDGPUTargetCodeGenInfo (syncscopes); HIP,
/// amd_device_functions.h
/// (`__syncthreads`). Places, texts, registers and locations stay what they are.
/// @param program one for which whyNoAmdgpuForm is empty
std::shared_ptr<const Program> amdgpuForm(const Program& program);

}  // namespace hrfcheck::inline program
