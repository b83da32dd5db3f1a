#include "execution/elimination/update_patterns.h"

#include <algorithm>

namespace hrfcheck::inline execution {

bool UpdatePatterns::readsFromNoneBehind(EventId read, EventId own, const std::vector<EventId>& writes) {
  return std::ranges::all_of(writes, [&](EventId from) {
    EventPattern pattern;
    const std::size_t reads = pattern.add(read);
    const std::size_t stores = pattern.add(own);
    const std::size_t source = from == own ? stores : pattern.add(from);
    pattern.readsFrom(reads, source);
    if (from != own) {
      pattern.coherent(stores, source);
    }
    return forbids(pattern);
  });
}

bool UpdatePatterns::readsFromNoneSkipping(EventId read, EventId own, EventId from,
                                           const std::vector<EventId>& writes) {
  return std::ranges::all_of(writes, [&](EventId between) {
    if (between == own || between == from) {
      return true;
    }
    EventPattern pattern;
    const std::size_t reads = pattern.add(read);
    const std::size_t stores = pattern.add(own);
    const std::size_t source = pattern.add(from);
    const std::size_t other = pattern.add(between);
    pattern.readsFrom(reads, source);
    pattern.coherent(source, other);
    pattern.coherent(other, stores);
    pattern.coherent(source, stores);
    return forbids(pattern);
  });
}

bool UpdatePatterns::isAtomic(EventId read, EventId own, EventId initial,
                              const std::vector<EventId>& writes) {
  return readsFromNoneBehind(read, own, writes) && readsFromNoneSkipping(read, own, initial, writes) &&
         std::ranges::all_of(writes, [&](EventId from) {
           return from == own || readsFromNoneSkipping(read, own, from, writes);
         });
}

bool UpdatePatterns::forbids(const EventPattern& pattern) {
  look_.spend(1);
  return patterns_.forbids(pattern);
}

}  // namespace hrfcheck::inline execution
