#pragma once

#include <array>
#include <optional>
#include <span>

#include "frontend/columns/hsa_table.h"
#include "frontend/columns/ptx_table.h"
#include "frontend/columns/vulkan_table.h"
#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// What the levels of all dialects are, inner to outer.
enum class Role { Thread, Wave, Group, Cluster, QueueFamily, Device, System };

inline constexpr std::array kSharedRoles = {Role::Thread, Role::Wave, Role::Group, Role::Device,
                                            Role::System};  ///< of HSA, OpenCL C and C
inline constexpr std::array kPtxRoles = {Role::Thread, Role::Group, Role::Cluster, Role::Device,
                                         Role::System};
inline constexpr std::array kVulkanRoles = {Role::Thread, Role::Wave, Role::Group, Role::QueueFamily,
                                            Role::Device};
inline constexpr std::array kCudaRoles = {Role::Thread,  Role::Wave,   Role::Group,
                                          Role::Cluster, Role::Device, Role::System};  ///< and of HIP
static_assert(kSharedRoles.size() == hsa::kLevels.size() && kPtxRoles.size() == ptx::kLevels.size() &&
                  kVulkanRoles.size() == vulkan::kLevels.size(),
              "every level has a role");

inline std::span<const Role> rolesOf(std::string_view dialect) {
  return dialect == "PTX"                        ? std::span<const Role>(kPtxRoles)
         : dialect == "VULKAN"                   ? std::span<const Role>(kVulkanRoles)
         : dialect == "CUDA" || dialect == "HIP" ? std::span<const Role>(kCudaRoles)
                                                 : std::span<const Role>(kSharedRoles);
}

}  // namespace hrfcheck::frontend
