#include "frontend/spirv/module/memory_semantics.h"

#include <fmt/format.h>

#include <array>

#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend::spirv {
namespace {

/// Vulkan's levels (columns/vulkan_table.h).
constexpr std::uint32_t kQueueFamilyLevel = 3;
constexpr std::uint32_t kVulkanDeviceLevel = 4;
constexpr std::array kVulkanWords = {"inv", "sg", "wg", "qf", "dv"};

constexpr bool hasBit(std::uint32_t semantics, spv::MemorySemanticsMask bit) {
  return (semantics & static_cast<std::uint32_t>(bit)) != 0;
}

struct ClassBit {
  spv::MemorySemanticsMask mask;
  const char* mark;
};
constexpr std::array kClassBits = {ClassBit{spv::MemorySemanticsMask::UniformMemory, "semsc0"},
                                   ClassBit{spv::MemorySemanticsMask::WorkgroupMemory, "semsc1"},
                                   ClassBit{spv::MemorySemanticsMask::ImageMemory, "semsc2"},
                                   ClassBit{spv::MemorySemanticsMask::OutputMemory, "semsc3"}};

/// Which of the numbered storage classes of the Vulkan model (Vulkan specification, appendix "Memory Model",
/// "Memory Semantics") an object belongs to, in the order of the bits of memory semantics: buffers,
/// work-group memory, images, outputs.
std::optional<unsigned> classOf(spv::StorageClass storage) {
  switch (storage) {
    case spv::StorageClass::Uniform:
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::PhysicalStorageBuffer:
    case spv::StorageClass::UniformConstant:
    case spv::StorageClass::PushConstant:
      return 0;
    case spv::StorageClass::Workgroup:
      return 1;
    case spv::StorageClass::Image:
      return 2;
    case spv::StorageClass::Output:
      return 3;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<std::uint32_t> levelOfScope(spv::Scope scope, bool openCl) {
  switch (scope) {
    case spv::Scope::CrossDevice:
      return openCl ? kSystemLevel : kVulkanDeviceLevel;
    case spv::Scope::Device:
      return openCl ? kDeviceLevel : kVulkanDeviceLevel;
    case spv::Scope::Workgroup:
      return kGroupLevel;
    case spv::Scope::Subgroup:
      return kWaveLevel;
    case spv::Scope::Invocation:
      return kThreadLevel;
    case spv::Scope::QueueFamily:
      return openCl ? std::nullopt : std::optional(kQueueFamilyLevel);
    default:
      return std::nullopt;
  }
}

std::optional<Order> orderOfSemantics(std::uint32_t semantics, bool openCl) {
  if (hasBit(semantics, spv::MemorySemanticsMask::SequentiallyConsistent)) {
    return openCl ? Order::SeqCst : Order::AcquireRelease;
  }
  const bool acquire = hasBit(semantics, spv::MemorySemanticsMask::Acquire);
  const bool release = hasBit(semantics, spv::MemorySemanticsMask::Release);
  if (hasBit(semantics, spv::MemorySemanticsMask::AcquireRelease) || (acquire && release)) {
    return Order::AcquireRelease;
  }
  return acquire ? std::optional(Order::Acquire) : release ? std::optional(Order::Release) : std::nullopt;
}

std::vector<std::string> marksOfSemantics(std::uint32_t semantics, bool openCl) {
  std::vector<std::string> marks;
  if (openCl) {
    return marks;
  }
  for (const ClassBit& bit : kClassBits) {
    if (hasBit(semantics, bit.mask)) {
      marks.emplace_back(bit.mark);
    }
  }
  if (hasBit(semantics, spv::MemorySemanticsMask::MakeAvailable)) {
    marks.emplace_back("semav");
  }
  if (hasBit(semantics, spv::MemorySemanticsMask::MakeVisible)) {
    marks.emplace_back("semvis");
  }
  return marks;
}

std::optional<std::string> markOfStorage(spv::StorageClass storage, bool openCl) {
  const auto number = classOf(storage);
  return openCl || !number ? std::nullopt : std::optional(fmt::format("sc{}", *number));
}

const char* wordOfVulkanLevel(std::uint32_t level) {
  return kVulkanWords.at(level);
}

FenceSpaces spacesOfSemantics(std::uint32_t semantics) {
  return {hasBit(semantics, spv::MemorySemanticsMask::CrossWorkgroupMemory) ||
              hasBit(semantics, spv::MemorySemanticsMask::UniformMemory),
          hasBit(semantics, spv::MemorySemanticsMask::WorkgroupMemory)};
}

}  // namespace hrfcheck::frontend::spirv
