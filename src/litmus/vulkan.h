#pragma once

#include "litmus/dialect.h"

namespace hrfcheck::litmus {

/// Vulkan as Dartagnan writes it in columns: accesses with storage classes, availability and visibility.
extern const Dialect kVulkanDialect;

}  // namespace hrfcheck::litmus
