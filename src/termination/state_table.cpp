#include "termination/state_table.h"

#include <algorithm>
#include <limits>

#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

constexpr std::size_t kFirstSlots = 64;

/// Multiply and fold, word by word; the last fold brings the high bits down to where slots are taken from.
std::uint64_t hashOf(std::span<const std::uint32_t> row) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
  for (const std::uint32_t word : row) {
    hash = (hash ^ word) * 0xff51afd7ed558ccdULL;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

StateTable::StateTable(std::size_t width) : width_(width), slots_(kFirstSlots, 0) {}

std::size_t StateTable::slotFor(std::span<const std::uint32_t> wanted) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hashOf(wanted) & mask;
  while (slots_[slot] != 0 && !std::ranges::equal(row(slots_[slot] - 1), wanted)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

std::pair<std::uint32_t, bool> StateTable::insert(std::span<const std::uint32_t> wanted) {
  INVARIANT(wanted.size() == width_, "rows of a table have one length");
  std::size_t slot = slotFor(wanted);
  if (slots_[slot] != 0) {
    return {slots_[slot] - 1, false};
  }
  INVARIANT(size_ < std::numeric_limits<std::uint32_t>::max() - 1, "numbers of states fit a word");
  words_.insert(words_.end(), wanted.begin(), wanted.end());
  slots_[slot] = ++size_;
  if (2 * static_cast<std::size_t>(size_) > slots_.size()) {
    grow();
  }
  return {size_ - 1, true};
}

void StateTable::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (std::uint32_t number = 0; number < size_; ++number) {
    slots_[slotFor(row(number))] = number + 1;
  }
}

}  // namespace hrfcheck::inline termination
