#include "relation/event_set.h"

#include <algorithm>

namespace hrfcheck::inline relation {

EventSet EventSet::full(std::size_t size) {
  EventSet set(size);
  for (EventId e = 0; e < size; ++e) {
    set.insert(e);
  }
  return set;
}

bool EventSet::empty() const {
  return std::ranges::all_of(words(), [](std::uint64_t w) { return w == 0; });
}

std::size_t EventSet::count() const {
  std::size_t n = 0;
  for (std::uint64_t w : words()) {
    n += static_cast<std::size_t>(std::popcount(w));
  }
  return n;
}

bool EventSet::intersects(const EventSet& other) const {
  const auto mine = words();
  const auto others = other.words();
  for (std::size_t i = 0; i < mine.size(); ++i) {
    if ((mine[i] & others[i]) != 0) {
      return true;
    }
  }
  return false;
}

bool EventSet::subsetOf(const EventSet& other) const {
  const auto mine = words();
  const auto others = other.words();
  for (std::size_t i = 0; i < mine.size(); ++i) {
    if ((mine[i] & ~others[i]) != 0) {
      return false;
    }
  }
  return true;
}

EventSet& EventSet::operator|=(const EventSet& other) {
  const auto mine = own();
  const auto others = other.words();
  for (std::size_t i = 0; i < mine.size(); ++i) {
    mine[i] |= others[i];
  }
  return *this;
}

EventSet& EventSet::operator&=(const EventSet& other) {
  const auto mine = own();
  const auto others = other.words();
  for (std::size_t i = 0; i < mine.size(); ++i) {
    mine[i] &= others[i];
  }
  return *this;
}

EventSet& EventSet::operator-=(const EventSet& other) {
  const auto mine = own();
  const auto others = other.words();
  for (std::size_t i = 0; i < mine.size(); ++i) {
    mine[i] &= ~others[i];
  }
  return *this;
}

std::vector<EventId> EventSet::members() const {
  std::vector<EventId> result;
  forEach([&](EventId e) { result.push_back(e); });
  return result;
}

}  // namespace hrfcheck::inline relation
