#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace hrfcheck::inline batch {

/// Bytes that a process has resident in memory; 0 when there is no such process.
std::uint64_t residentMemory(pid_t pid);

/// How a worker that was ended for its memory ended: "memory limit (64 MiB)".
/// @param limit in bytes
std::string memoryLimitText(std::uint64_t limit);

}  // namespace hrfcheck::inline batch
