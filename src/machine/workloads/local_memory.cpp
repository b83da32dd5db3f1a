#include "machine/workloads/local_memory.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hrfcheck::inline machine {

void LocalMemory::execute(Access& access) {
  access.locked = 0;
  for (std::uint32_t rest = access.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    Value& word = words_[access.word[lane]];
    const std::size_t bit = access.word[lane] % kLockBits;
    switch (access.kind) {
      case Access::Kind::LockLoad:
        access.locked |= taken_[bit] ? 0U : 1U << lane;
        taken_[bit] = used_[bit] = true;
        access.value[lane] = word;
        break;
      case Access::Kind::Load:
        access.value[lane] = word;
        break;
      case Access::Kind::UnlockStore:
        taken_[bit] = false;
        word = access.value[lane];
        break;
      case Access::Kind::Store:
        word = access.value[lane];
        break;
    }
  }
}

std::uint64_t LocalMemory::passes(const Access& access) {
  constexpr std::size_t kNone = kWarpLanes;
  std::array<std::size_t, kWarpLanes> last{};  // by bank: the last lane with another word of it
  std::array<std::size_t, kWarpLanes> before{};
  std::array<std::uint64_t, kWarpLanes> words{};
  last.fill(kNone);
  std::uint64_t most = 1;
  for (std::uint32_t rest = access.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const std::size_t bank = access.word[lane] % kWarpLanes;
    std::size_t same = last[bank];
    while (same != kNone && access.word[same] != access.word[lane]) {
      same = before[same];
    }
    if (same == kNone) {
      before[lane] = std::exchange(last[bank], lane);
      most = std::max(most, ++words[bank]);
    }
  }
  return most;
}

}  // namespace hrfcheck::inline machine
