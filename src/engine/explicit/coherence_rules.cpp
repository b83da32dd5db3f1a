#include "engine/explicit/coherence_rules.h"

#include <algorithm>

namespace hrfcheck::inline engine {

CoherenceRules::CoherenceRules(const Model& model, const EventStructure& structure, const Deadline& deadline)
    : structure_(structure),
      look_(deadline),
      patterns_(model, structure),
      follows_(structure.size()),
      early_(structure.size()),
      pushes_(structure.size(), Known::No) {
  for (EventId e = 0; e < structure.size(); ++e) {
    const EventKind kind = structure.events()[e].kind;
    if (kind == EventKind::Write || kind == EventKind::InitialWrite) {
      writes_.push_back(e);
    }
  }
}

template <typename F>
bool CoherenceRules::remembered(Known& known, F&& find) {
  if (known == Known::No) {
    known = find() ? Known::Right : Known::Wrong;
  }
  return known == Known::Right;
}

bool CoherenceRules::mayMeet(EventId a, EventId b) const {
  const std::vector<LocationId>& others = structure_.mayLocations()[b];
  return std::ranges::any_of(structure_.mayLocations()[a],
                             [&](LocationId l) { return std::ranges::binary_search(others, l); });
}

bool CoherenceRules::followsDirectly(EventId own, EventId source) {
  follows_[own].resize(structure_.size(), Known::No);
  return remembered(follows_[own][source], [&] { return findFollowsDirectly(own, source); });
}

bool CoherenceRules::findFollowsDirectly(EventId own, EventId source) {
  const EventId read = structure_.events()[own].partner;
  if (own == source || read == kNoEvent) {
    return false;
  }
  EventPattern pair;
  const std::size_t reads = pair.add(read);
  const std::size_t from = pair.add(source);
  const std::size_t stores = pair.add(own);
  pair.readsFrom(reads, from);
  EventPattern turned = pair;
  turned.coherent(stores, from);
  if (structure_.events()[source].kind != EventKind::InitialWrite && !patterns_.forbids(turned)) {
    return false;
  }
  pair.coherent(from, stores);
  return std::ranges::all_of(writes_, [&](EventId other) {
    look_.spend(1);
    if (other == own || other == source || structure_.events()[other].kind == EventKind::InitialWrite ||
        !mayMeet(other, own)) {
      return true;
    }
    EventPattern split = pair;
    const std::size_t between = split.add(other);
    split.coherent(from, between);
    split.coherent(between, stores);
    return patterns_.forbids(split);
  });
}

bool CoherenceRules::comesTooEarly(EventId read, EventId write) {
  if (!structure_.po().contains(read, write)) {
    return false;
  }
  early_[read].resize(structure_.size(), Known::No);
  return remembered(early_[read][write], [&] {
    EventPattern pattern;
    const std::size_t reads = pattern.add(read);
    pattern.readsFrom(reads, pattern.add(write));
    return patterns_.forbids(pattern);
  });
}

bool CoherenceRules::staysBehind(EventId earlier, EventId later) {
  EventPattern pattern;
  const std::size_t first = pattern.add(earlier);
  pattern.coherent(pattern.add(later), first);
  return structure_.po().contains(earlier, later) && patterns_.forbids(pattern);
}

bool CoherenceRules::pushesLaterWrites(EventId read) {
  return remembered(pushes_[read], [&] { return findPushes(read); });
}

bool CoherenceRules::findPushes(EventId read) {
  const auto pushes = [&](EventId source, EventId later) {
    look_.spend(1);
    if (source == later) {
      return comesTooEarly(read, later);
    }
    EventPattern pattern;
    const std::size_t reads = pattern.add(read);
    const std::size_t from = pattern.add(source);
    const std::size_t stores = pattern.add(later);
    pattern.readsFrom(reads, from);
    pattern.coherent(stores, from);
    return patterns_.forbids(pattern);
  };
  return std::ranges::all_of(writes_, [&](EventId later) {
    return !structure_.po().contains(read, later) || !mayMeet(read, later) ||
           std::ranges::all_of(writes_, [&](EventId source) {
             return structure_.events()[source].kind == EventKind::InitialWrite || !mayMeet(read, source) ||
                    structure_.po().contains(source, read) || pushes(source, later);
           });
  });
}

}  // namespace hrfcheck::inline engine
