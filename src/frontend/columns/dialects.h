#pragma once

#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// The HSA dialect: scoped atomics, remote operations and barriers, written in columns.
extern const Dialect kHsaDialect;
/// PTX as Dartagnan writes it in columns: NVIDIA's scoped accesses, atomics, fences, proxies and barriers.
extern const Dialect kPtxDialect;
/// Vulkan as Dartagnan writes it in columns: accesses with storage classes, availability and visibility.
extern const Dialect kVulkanDialect;
/// LLVM IR for AMD's GPUs, in columns: scoped atomics, availability and visibility, LDS, barriers.
extern const Dialect kAmdgpuDialect;
/// LISA, herd's own assembly for custom models: annotated accesses and fences in columns, with scope
/// levels that the test names.
extern const Dialect kLisaDialect;

}  // namespace hrfcheck::frontend
