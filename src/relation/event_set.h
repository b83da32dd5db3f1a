#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace hrfcheck {

/// The index of an event in its skeleton, from 0.
using EventId = std::uint32_t;

inline constexpr EventId kNoEvent = ~EventId{0};

/// A set of events of one universe {0, ..., size-1}, as bits. Binary operations need equal sizes.
class EventSet {
 public:
  EventSet() = default;
  explicit EventSet(std::size_t size) : size_(size), words_((size + 63) / 64, 0) {}
  static EventSet full(std::size_t size);

  std::size_t size() const { return size_; }
  bool contains(EventId e) const { return (words_[e / 64] >> (e % 64)) & 1U; }
  void insert(EventId e) { words_[e / 64] |= std::uint64_t{1} << (e % 64); }
  void erase(EventId e) { words_[e / 64] &= ~(std::uint64_t{1} << (e % 64)); }
  bool empty() const;
  std::size_t count() const;
  bool intersects(const EventSet& other) const;
  bool subsetOf(const EventSet& other) const;

  EventSet& operator|=(const EventSet& other);
  EventSet& operator&=(const EventSet& other);
  EventSet& operator-=(const EventSet& other);
  friend EventSet operator|(EventSet a, const EventSet& b) { return a |= b; }
  friend EventSet operator&(EventSet a, const EventSet& b) { return a &= b; }
  friend EventSet operator-(EventSet a, const EventSet& b) { return a -= b; }
  friend bool operator==(const EventSet&, const EventSet&) = default;

  /// Members in increasing order.
  std::vector<EventId> members() const;

  /// Calls `f(EventId)` for each member in increasing order.
  template <typename F>
  void forEach(F&& f) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        f(static_cast<EventId>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
  }

  const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  std::size_t size_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace hrfcheck
