// A hash table with open addressing over numbers of states whose bytes are stored one after the other. An
// entry carries half of the hash, so that almost every comparison with another state is decided without
// touching its bytes, and growing needs no hashing.

#include "machine/explore/state_store.h"

#include <algorithm>
#include <cstring>

namespace hrfcheck::inline machine {
namespace {

constexpr std::size_t kFirstTable = 1024;

/// Multiply and fold, eight bytes at a time (the mixing step of wyhash).
std::uint64_t hashOf(const std::uint8_t* bytes, std::size_t size) {
  std::uint64_t hash = 0x9E3779B97F4A7C15ULL ^ size;
  const auto mix = [&](std::uint64_t word) {
    const unsigned __int128 product = static_cast<unsigned __int128>(hash ^ word) * 0xD6E8FEB86659FD93ULL;
    hash = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  };
  for (; size >= 8; bytes += 8, size -= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, 8);
    mix(word);
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, bytes, size);
  mix(rest);
  mix(0);
  return hash;
}

}  // namespace

StateStore::StateStore(std::size_t stateSize, bool keepParents)
    : stateSize_(stateSize), keepParents_(keepParents), table_(kFirstTable) {}

StateStore::Added StateStore::add(const std::uint8_t* state, std::uint32_t parent) {
  if (2 * (count_ + 1) > table_.size()) {
    grow();
  }
  const std::uint64_t hash = hashOf(state, stateSize_);
  const std::uint64_t half = hash & ~std::uint64_t{0xFFFFFFFFU};
  for (std::size_t i = (hash >> 32U) & (table_.size() - 1);; i = (i + 1) & (table_.size() - 1)) {
    const std::uint64_t entry = table_[i];
    if (entry == 0) {
      table_[i] = half | (count_ + 1);
      bytes_.insert(bytes_.end(), state, state + stateSize_);
      if (keepParents_) {
        parents_.push_back(parent);
      }
      return {static_cast<std::uint32_t>(count_++), true};
    }
    const auto id = static_cast<std::uint32_t>((entry & 0xFFFFFFFFU) - 1);
    if ((entry & ~std::uint64_t{0xFFFFFFFFU}) == half && std::equal(state, state + stateSize_, (*this)[id])) {
      return {id, false};
    }
  }
}

void StateStore::grow() {
  std::vector<std::uint64_t> old(table_.size() * 2);
  old.swap(table_);
  for (const std::uint64_t entry : old) {
    if (entry != 0) {
      std::size_t i = (entry >> 32U) & (table_.size() - 1);
      while (table_[i] != 0) {
        i = (i + 1) & (table_.size() - 1);
      }
      table_[i] = entry;
    }
  }
}

std::size_t StateStore::bytes() const {
  return bytes_.capacity() + table_.capacity() * sizeof(std::uint64_t) +
         parents_.capacity() * sizeof(std::uint32_t);
}

}  // namespace hrfcheck::inline machine
