#pragma once

#include <memory>
#include <string>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Whether a test is in a dialect that compilers translate into PTX: CUDA or HIP.
bool hasPtxForm(const Program& program);

/// Why PTX cannot say what a test says, or empty: scopes and barriers that it has not got.
std::string whyNoPtxForm(const Program& program);

/// A test of CUDA or HIP as PTX has it, for models of PTX: an operation that is sequentially consistent is a
/// fence.sc of its scope before it, and an acquire where it reads, relaxed where it stores; a fence that
/// acquires, releases or both is fence.acq_rel; a compare-and-swap has the stronger of its two orders;
/// `consume` is acquire. Source: the mapping of C++ to PTX of Lustig, Sahasrabuddhe and Giroux, "A formal
/// analysis of the NVIDIA PTX memory consistency model", ASPLOS
/// 2019, which is that of libcu++
/// (docs/cuda.md). Places, texts, registers and locations stay what they are.
/// @param program one for which whyNoPtxForm is empty
std::shared_ptr<const Program> ptxForm(const Program& program);

}  // namespace hrfcheck::inline program
