#pragma once

#include <cstdint>
#include <string>

#include "differential/kernel_tree.h"

namespace hrfcheck::kernels {

/// Threads are numbered work-group by work-group.
inline unsigned groupOf(const Kernel& kernel, unsigned thread) {
  return thread / kernel.items;
}
inline unsigned itemOf(const Kernel& kernel, unsigned thread) {
  return thread % kernel.items;
}
/// In the work-group.
inline unsigned subGroupOf(const Kernel& kernel, unsigned thread) {
  return itemOf(kernel, thread) / (kernel.subGroup == 0 ? 1 : kernel.subGroup);
}

/// What a thread is told.
std::int64_t idOf(const Kernel& kernel, unsigned thread, Id id);

/// What the local memory of a work-group is called in a launched test ("tmp@g1"; "tmp" where there is one
/// work-group), and where each instance is a variable of the test (`flat`: "tmp_1").
std::string instanceName(const Kernel& kernel, const std::string& object, unsigned group, bool flat);

}  // namespace hrfcheck::kernels
