#pragma once

#include <spirv/unified1/spirv.hpp11>

namespace hrfcheck::frontend::spirv {

// Bits of memory semantics and of memory operands (SPIR-V, 3.25 and 3.26).
constexpr std::uint32_t bits(spv::MemorySemanticsMask mask) {
  return static_cast<std::uint32_t>(mask);
}
constexpr std::uint32_t bits(spv::MemoryAccessMask mask) {
  return static_cast<std::uint32_t>(mask);
}
inline constexpr std::uint32_t kAcquire = bits(spv::MemorySemanticsMask::Acquire);
inline constexpr std::uint32_t kRelease = bits(spv::MemorySemanticsMask::Release);
inline constexpr std::uint32_t kAcquireRelease = bits(spv::MemorySemanticsMask::AcquireRelease);
inline constexpr std::uint32_t kSequentiallyConsistent =
    bits(spv::MemorySemanticsMask::SequentiallyConsistent);

}  // namespace hrfcheck::frontend::spirv
