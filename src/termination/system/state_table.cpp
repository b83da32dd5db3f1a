#include "termination/system/state_table.h"

#include <algorithm>
#include <limits>

#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

constexpr std::size_t kFirstSlots = 64;
constexpr unsigned kBitsOfNumber = 32;

std::uint32_t numberIn(std::uint64_t slot) {
  return static_cast<std::uint32_t>(slot) - 1;
}

/// Multiply and fold, word by word; the last fold brings the high bits down to where slots are taken from.
std::uint32_t hashOf(std::span<const std::uint32_t> row) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
  for (const std::uint32_t word : row) {
    hash = (hash ^ word) * 0xff51afd7ed558ccdULL;
    hash ^= hash >> 32;
  }
  return static_cast<std::uint32_t>(hash);
}

}  // namespace

StateTable::StateTable(std::size_t width) : width_(width), slots_(kFirstSlots, 0) {}

std::size_t StateTable::slotFor(std::span<const std::uint32_t> wanted, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot] != 0 && (slots_[slot] >> kBitsOfNumber != hash ||
                               !std::ranges::equal(row(numberIn(slots_[slot])), wanted))) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

std::pair<std::uint32_t, bool> StateTable::insert(std::span<const std::uint32_t> wanted) {
  INVARIANT(wanted.size() == width_, "rows of a table have one length");
  const std::uint32_t hash = hashOf(wanted);
  const std::size_t slot = slotFor(wanted, hash);
  if (slots_[slot] != 0) {
    return {numberIn(slots_[slot]), false};
  }
  INVARIANT(size_ < std::numeric_limits<std::uint32_t>::max() - 1, "numbers of states fit a word");
  words_.insert(words_.end(), wanted.begin(), wanted.end());
  slots_[slot] = std::uint64_t{hash} << kBitsOfNumber | ++size_;
  if (2 * static_cast<std::size_t>(size_) > slots_.size()) {
    grow();
  }
  return {size_ - 1, true};
}

void StateTable::grow() {
  const std::vector<std::uint64_t> before = std::move(slots_);
  slots_.assign(2 * before.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (const std::uint64_t entry : before) {
    std::size_t slot = (entry >> kBitsOfNumber) & mask;
    while (entry != 0 && slots_[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    slots_[slot] = entry != 0 ? entry : slots_[slot];
  }
}

}  // namespace hrfcheck::inline termination
