#include "batch/worker/resident_memory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

namespace hrfcheck::inline batch {

std::uint64_t residentMemory(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/statm", pid));
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  return file >> size >> resident ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

std::string memoryLimitText(std::uint64_t limit) {
  constexpr std::uint64_t kMiB = 1U << 20U;
  return fmt::format("memory limit ({} MiB)", (limit + kMiB - 1) / kMiB);
}

}  // namespace hrfcheck::inline batch
