#include "machine/timed/timed_cache.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "util/invariant.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::size_t kFirstRing = 64;

}  // namespace

TimedCache::TimedCache(const Shape& shape)
    : shape_(shape),
      tags_(std::size_t{shape.sets} * shape.ways),
      lines_(tags_.size()),
      values_(lines_.size() * shape.lineWords),
      fifo_(kFirstRing),
      mask_(kFirstRing - 1) {}

TimedCache::Slot TimedCache::find(LocationId a) const {
  const std::uint32_t tag = tagOf(a);
  if (tags_[found_] == tag) {
    return found_;
  }
  const Slot first = ((tag - 1) % shape_.sets) * shape_.ways;
  for (Slot slot = first; slot < first + shape_.ways; ++slot) {
    if (tags_[slot] == tag) {
      return found_ = slot;
    }
  }
  return kNoSlot;
}

bool TimedCache::valid(LocationId a) const {
  const Slot slot = find(a);
  return slot != kNoSlot && ((lines_[slot].dirty | cleanWords(slot)) & bitOf(a)) != 0;
}

bool TimedCache::dirty(LocationId a) const {
  const Slot slot = find(a);
  return slot != kNoSlot && (lines_[slot].dirty & bitOf(a)) != 0;
}

Value TimedCache::value(LocationId a) const {
  return values_[std::size_t{find(a)} * shape_.lineWords + a % shape_.lineWords];
}

bool TimedCache::lost(LocationId a) const {
  const Slot slot = find(a);
  return slot != kNoSlot && lines_[slot].epoch != epoch_ && (lines_[slot].clean & bitOf(a)) != 0;
}

void TimedCache::renew(Line& line) {
  if (line.epoch != epoch_) {
    line.epoch = epoch_;
    line.clean = 0;
  }
}

void TimedCache::setClean(LocationId a, Value v) {
  const Slot slot = find(a);
  INVARIANT(slot != kNoSlot, "a line that is filled has its slot");
  Line& line = lines_[slot];
  renew(line);
  cleanLines_ += line.clean == 0 ? 1 : 0;
  line.clean |= bitOf(a);
  values_[std::size_t{slot} * shape_.lineWords + a % shape_.lineWords] = v;
}

void TimedCache::fill(LocationId a, const Value* line, std::uint32_t mask) {
  const Slot slot = find(a);
  INVARIANT(slot != kNoSlot, "a line that is filled has its slot");
  Line& mine = lines_[slot];
  renew(mine);
  mask &= ~mine.dirty;
  cleanLines_ += mine.clean == 0 && mask != 0 ? 1 : 0;
  mine.clean |= mask;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto word = static_cast<std::size_t>(std::countr_zero(rest));
    values_[std::size_t{slot} * shape_.lineWords + word] = line[word];
  }
}

void TimedCache::setDirty(LocationId a, Value v) {
  const Slot slot = find(a);
  INVARIANT(slot != kNoSlot, "a line that is written has its slot");
  Line& line = lines_[slot];
  renew(line);
  if ((line.clean & bitOf(a)) != 0) {
    line.clean &= ~bitOf(a);
    cleanLines_ -= line.clean == 0 ? 1 : 0;
  }
  line.dirty |= bitOf(a);
  values_[std::size_t{slot} * shape_.lineWords + a % shape_.lineWords] = v;
}

void TimedCache::setInvalid(LocationId a) {
  const Slot slot = find(a);
  if (slot == kNoSlot) {
    return;
  }
  Line& line = lines_[slot];
  renew(line);
  if ((line.clean & bitOf(a)) != 0) {
    line.clean &= ~bitOf(a);
    cleanLines_ -= line.clean == 0 ? 1 : 0;
  }
}

TimedCache::Slot TimedCache::candidate(LocationId a) const {
  if (const Slot own = find(a); own != kNoSlot) {
    return own;
  }
  const Slot first = ((tagOf(a) - 1) % shape_.sets) * shape_.ways;
  Slot oldest = first;
  for (Slot slot = first; slot < first + shape_.ways; ++slot) {
    if (!occupied(slot)) {
      return slot;
    }
    oldest = lines_[slot].used < lines_[oldest].used ? slot : oldest;
  }
  return oldest;
}

void TimedCache::take(Slot slot, LocationId a) {
  Line& line = lines_[slot];
  INVARIANT(line.dirty == 0, "what is dirty is written back before its line is replaced");
  cleanLines_ -= cleanWords(slot) != 0 ? 1 : 0;
  line = {0, 0, epoch_, ++clock_, 0};
  tags_[slot] = tagOf(a);
}

std::size_t TimedCache::dropClean() {
  ++epoch_;
  return std::exchange(cleanLines_, 0);
}

std::size_t TimedCache::dropDirty() {
  const std::size_t count = dirtyLines_;
  while (const std::optional<LocationId> a = oldestDirty()) {
    cleaned(*a);
  }
  return count;
}

std::optional<LocationId> TimedCache::oldestDirty() const {
  for (std::uint64_t i = head_; i != tail_ && dirtyLines_ > 0; ++i) {
    const Entry& entry = fifo_[i & mask_];
    if (entry.kind == Entry::Kind::Line) {
      return firstWord(entry.slot) + static_cast<LocationId>(std::countr_zero(lines_[entry.slot].dirty));
    }
  }
  return std::nullopt;
}

void TimedCache::push(const FifoEntry& entry) {
  Entry made{Entry::Kind::Marker, 0, entry};
  if (!entry.marker) {
    const Slot slot = find(entry.location);
    if (lines_[slot].dirty != 0) {
      return;  // combined
    }
    made = {Entry::Kind::Line, slot, {}};
    lines_[slot].place = tail_;
    ++dirtyLines_;
  } else {
    ++markers_;
  }
  if (tail_ - head_ == fifo_.size()) {
    std::vector<Entry> larger(fifo_.size() * 2);
    for (std::uint64_t i = head_; i != tail_; ++i) {
      larger[i & (larger.size() - 1)] = fifo_[i & mask_];
    }
    fifo_.swap(larger);
    mask_ = fifo_.size() - 1;
  }
  fifo_[tail_++ & mask_] = made;
}

void TimedCache::pop() {
  INVARIANT(head().kind == Entry::Kind::Marker, "lines leave the FIFO as they are written back");
  --markers_;
  fifo_[head_ & mask_].kind = Entry::Kind::Gone;
  skipGone();
}

void TimedCache::skipGone() {
  while (head_ != tail_ && fifo_[head_ & mask_].kind == Entry::Kind::Gone) {
    ++head_;
  }
}

void TimedCache::cleaned(LocationId a) {
  Line& line = lines_[find(a)];
  line.dirty &= ~bitOf(a);
  if (line.dirty == 0) {
    fifo_[line.place & mask_].kind = Entry::Kind::Gone;
    --dirtyLines_;
    skipGone();
  }
}

}  // namespace hrfcheck::inline machine
