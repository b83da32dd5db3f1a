#include "program/ir/shared_memory.h"

#include <charconv>

namespace hrfcheck::inline program {
namespace {

constexpr std::string_view kShared = "shared:";

}  // namespace

std::string sharedRegion(ThreadId thread) {
  return std::string(kShared) + std::to_string(thread);
}

std::optional<ThreadId> sharedOf(const MemoryLocation& location) {
  for (const std::string& region : location.regions) {
    ThreadId thread = 0;
    if (region.starts_with(kShared) &&
        std::from_chars(region.data() + kShared.size(), region.data() + region.size(), thread).ec ==
            std::errc()) {
      return thread;
    }
  }
  return std::nullopt;
}

}  // namespace hrfcheck::inline program
