#include "execution/elimination/silent_rmw_loops.h"

#include <algorithm>

#include "execution/elimination/update_patterns.h"

namespace hrfcheck::inline execution {
namespace {

/// The accesses of a location, but for the initial write.
struct Accesses {
  std::vector<EventId> reads;
  std::vector<EventId> writes;
  bool updated = false;  ///< by a loop whose rounds that go back store what they have read
  bool own = false;      ///< a loop stores in it as in a register
};

class Borne {
 public:
  Borne(const Model& model, const EventStructure& structure, const Deadline& deadline)
      : structure_(structure),
        updates_(model, structure, deadline),
        patterns_(model, structure),
        look_(deadline),
        accesses_(structure.program().locations.size()) {
    for (EventId e = 0; e < structure.size(); ++e) {
      if (structure.events()[e].thread != kNoThread) {
        note(e);
      }
    }
  }

  bool holds() {
    for (LocationId l = 0; l < accesses_.size(); ++l) {
      const EventId initial = structure_.initialWrite(l);
      if ((accesses_[l].updated && !areAtomic(accesses_[l], initial)) ||
          (accesses_[l].own && !areLikeARegister(accesses_[l], initial))) {
        return false;
      }
    }
    return true;
  }

 private:
  void note(EventId e) {
    const Event& event = structure_.events()[e];
    const UnrolledThread& thread = structure_.threads()[event.thread];
    const auto loop = std::ranges::find_if(
        thread.loops, [&](const Loop& l) { return l.spin && l.contains(event.instruction); });
    const bool inLoop = loop != thread.loops.end();
    for (const LocationId l : structure_.mayLocations()[e]) {
      Accesses& at = accesses_[l];
      if (event.kind == EventKind::Read) {
        at.reads.push_back(e);
      } else if (event.kind == EventKind::Write) {
        at.writes.push_back(e);
        const bool update = event.partner != kNoEvent;
        at.updated = at.updated || (update && inLoop && loop->updates);
        at.own = at.own || (!update && inLoop && loop->storesOwn && !event.atomic);
      }
    }
  }

  bool areAtomic(const Accesses& at, EventId initial) {
    return std::ranges::all_of(at.writes, [&](EventId own) {
      const EventId read = structure_.events()[own].partner;
      return read == kNoEvent || updates_.isAtomic(read, own, initial, at.writes);
    });
  }

  bool before(EventId a, EventId b) const { return structure_.po().contains(a, b); }

  /// All accesses are of one thread, or of none that matters.
  bool areLikeARegister(const Accesses& at, EventId initial) {
    return std::ranges::all_of(at.writes, [&](EventId write) {
      return std::ranges::all_of(
                 at.writes, [&](EventId later) { return !before(write, later) || ordered(write, later); }) &&
             std::ranges::all_of(at.reads, [&](EventId read) {
               return before(read, write)
                          ? noneAhead(read, write)
                          : !before(write, read) || noneSkips(read, write, initial, at.writes);
             });
    });
  }

  bool ordered(EventId first, EventId second) {
    EventPattern turned;
    const std::size_t earlier = turned.add(first);
    const std::size_t later = turned.add(second);
    turned.coherent(later, earlier);
    return forbids(turned);
  }

  /// The read does not read from the write behind it.
  bool noneAhead(EventId read, EventId write) {
    EventPattern pattern;
    const std::size_t reads = pattern.add(read);
    pattern.readsFrom(reads, pattern.add(write));
    return forbids(pattern);
  }

  /// Nor from one that the write before it has replaced.
  bool noneSkips(EventId read, EventId write, EventId initial, const std::vector<EventId>& writes) {
    const auto skips = [&](EventId from) {
      EventPattern pattern;
      const std::size_t reads = pattern.add(read);
      const std::size_t source = pattern.add(from);
      pattern.readsFrom(reads, source);
      pattern.coherent(source, pattern.add(write));
      return forbids(pattern);
    };
    return skips(initial) &&
           std::ranges::all_of(writes, [&](EventId from) { return !before(from, write) || skips(from); });
  }

  bool forbids(const EventPattern& pattern) {
    look_.spend(1);
    return patterns_.forbids(pattern);
  }

  const EventStructure& structure_;
  UpdatePatterns updates_;
  LocalRefutation patterns_;
  PacedLook look_;
  std::vector<Accesses> accesses_;  ///< by location
};

}  // namespace

bool bearsOutStoringLoops(const Model& model, const EventStructure& few, const Deadline& deadline) {
  return Borne(model, few, deadline).holds();
}

}  // namespace hrfcheck::inline execution
