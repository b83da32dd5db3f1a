#pragma once

#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// Vulkan as Dartagnan writes it in columns: accesses with storage classes, availability and visibility.
extern const Dialect kVulkanDialect;

}  // namespace hrfcheck::frontend
