#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/columns/amdgpu_table.h"
#include "frontend/columns/hsa_table.h"
#include "frontend/columns/ptx_table.h"
#include "frontend/columns/vulkan_table.h"
#include "frontend/shared/dialect.h"
#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// What the levels of all dialects are, inner to outer.
enum class Role { Thread, Wave, Group, Cluster, QueueFamily, Device, System };

inline constexpr std::array kSharedRoles = {Role::Thread, Role::Wave, Role::Group, Role::Device,
                                            Role::System};  ///< of HSA, OpenCL C and C
inline constexpr std::array kPtxRoles = {Role::Thread, Role::Group, Role::Cluster, Role::Device,
                                         Role::System};
inline constexpr std::array kVulkanRoles = {Role::Thread, Role::Wave, Role::Group, Role::QueueFamily,
                                            Role::Device};
inline constexpr std::array kCudaRoles = {Role::Thread, Role::Wave,  Role::Group, Role::Cluster,
                                          Role::Device, Role::System};  ///< of HIP and AMDGPU, too
static_assert(kSharedRoles.size() == hsa::kLevels.size() && kPtxRoles.size() == ptx::kLevels.size() &&
                  kVulkanRoles.size() == vulkan::kLevels.size() &&
                  kCudaRoles.size() == amdgpu::kLevels.size(),
              "every level has a role");

inline std::span<const Role> rolesOf(std::string_view dialect) {
  return dialect == "PTX"                                               ? std::span<const Role>(kPtxRoles)
         : dialect == "VULKAN"                                          ? std::span<const Role>(kVulkanRoles)
         : dialect == "CUDA" || dialect == "HIP" || dialect == "AMDGPU" ? std::span<const Role>(kCudaRoles)
                                                                        : std::span<const Role>(kSharedRoles);
}

/// The levels of a test's dialect in another one, and the scope tree that the threads have there.
class ScopeMap {
 public:
  /// All must outlive this.
  /// @throws UserError where the threads are on several devices, and the other dialect has one
  ScopeMap(const Program& program, const Dialect& from, const Dialect& to);

  /// Nothing where the other dialect has no such level.
  std::optional<std::uint32_t> level(std::uint32_t from) const;
  /// Ids are kept where they stay distinct.
  ScopeTree tree() const;
  /// "scopes: wi as thread, wv without a counterpart, wg as cta, ..."
  std::string table() const;

 private:
  std::optional<std::uint32_t> levelOf(Role role) const;
  void refuseDevices() const;
  std::optional<std::uint32_t> sourceLevel(std::uint32_t level) const;

  const Program& program_;
  const Dialect& from_;
  const Dialect& to_;
  std::span<const Role> fromRoles_;
  std::span<const Role> toRoles_;
};

}  // namespace hrfcheck::frontend
