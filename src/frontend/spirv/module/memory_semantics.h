#pragma once

#include <optional>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <vector>

#include "program/ir/instruction.h"

/// What scopes and memory semantics of SPIR-V (3.25, 3.27) are in programs: for OpenCL, or for Vulkan.
namespace hrfcheck::frontend::spirv {

/// The level of a scope; nothing for one that the environment does not have.
std::optional<std::uint32_t> levelOfScope(spv::Scope scope, bool openCl);

/// Relaxed: nothing. Vulkan has no sequential consistency: there it is AcquireRelease (SPIR-V, 3.25).
std::optional<Order> orderOfSemantics(std::uint32_t semantics, bool openCl);

/// Vulkan: the storage classes, availability and visibility that semantics name ("semsc0", "semav").
std::vector<std::string> marksOfSemantics(std::uint32_t semantics, bool openCl);

/// Vulkan: the numbered storage class that memory belongs to ("sc0"); nothing for memory of a thread's own.
std::optional<std::string> markOfStorage(spv::StorageClass storage, bool openCl);

/// The word for a level of Vulkan in marks of accesses: "av.dv".
const char* wordOfVulkanLevel(std::uint32_t level);

/// The address spaces of OpenCL that semantics name.
FenceSpaces spacesOfSemantics(std::uint32_t semantics);

}  // namespace hrfcheck::frontend::spirv
