#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace hrfcheck::inline relation {

/// The index of an event in its structure, from 0.
using EventId = std::uint32_t;

inline constexpr EventId kNoEvent = ~EventId{0};

/// A set of events of one universe {0, ..., size-1}, as bits. Binary operations need equal sizes. Sets of at
/// most 64 events, which is most of them, take no memory of their own.
class EventSet {
 public:
  EventSet() = default;
  explicit EventSet(std::size_t size) : size_(size), many_(size > 64 ? (size + 63) / 64 : 0, 0) {}
  static EventSet full(std::size_t size);

  std::size_t size() const { return size_; }
  bool contains(EventId e) const { return (words()[e / 64] >> (e % 64)) & 1U; }
  void insert(EventId e) { own()[e / 64] |= std::uint64_t{1} << (e % 64); }
  void erase(EventId e) { own()[e / 64] &= ~(std::uint64_t{1} << (e % 64)); }
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
    const std::span<const std::uint64_t> all = words();
    for (std::size_t w = 0; w < all.size(); ++w) {
      for (std::uint64_t rest = all[w]; rest != 0; rest &= rest - 1) {
        f(static_cast<EventId>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
  }

  std::span<const std::uint64_t> words() const {
    return size_ > 64 ? std::span<const std::uint64_t>(many_) : std::span(&one_, (size_ + 63) / 64);
  }

 private:
  std::span<std::uint64_t> own() {
    return size_ > 64 ? std::span<std::uint64_t>(many_) : std::span(&one_, (size_ + 63) / 64);
  }

  std::size_t size_ = 0;
  std::uint64_t one_ = 0;            ///< up to 64 events
  std::vector<std::uint64_t> many_;  ///< more
};

}  // namespace hrfcheck::inline relation
