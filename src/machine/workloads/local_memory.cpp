#include "machine/workloads/local_memory.h"

#include <algorithm>

namespace hrfcheck::inline machine {

void LocalMemory::execute(Access& access) {
  access.locked = 0;
  for (std::size_t lane = 0; lane < kWarpLanes; ++lane) {
    if (((access.active >> lane) & 1U) == 0) {
      continue;
    }
    Value& word = words_[access.word[lane]];
    const std::size_t bit = access.word[lane] % kLockBits;
    switch (access.kind) {
      case Access::Kind::LockLoad:
        access.locked |= taken_[bit] ? 0U : 1U << lane;
        taken_[bit] = true;
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
  std::array<std::vector<std::uint32_t>, kWarpLanes> banks;
  std::uint64_t most = 1;
  for (std::size_t lane = 0; lane < kWarpLanes; ++lane) {
    if (((access.active >> lane) & 1U) != 0) {
      std::vector<std::uint32_t>& bank = banks[access.word[lane] % kWarpLanes];
      if (std::ranges::find(bank, access.word[lane]) == bank.end()) {
        bank.push_back(access.word[lane]);
        most = std::max<std::uint64_t>(most, bank.size());
      }
    }
  }
  return most;
}

}  // namespace hrfcheck::inline machine
