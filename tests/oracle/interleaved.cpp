// HRF0 (MSPC 2013, section 3.4), HRF-direct and HRF-indirect (ASPLOS 2014, pages 4 and 7). Executions are
// sequentially consistent: there is one total order of all operations, and a load returns the last store.
// Every such order of an execution is looked at, and so_S is read off it.

#include <set>

#include "oracle/definitions.h"

namespace hrfcheck::test {
namespace {

constexpr unsigned kMostOrders = 600;

struct Reading {
  bool releaseToRelease;  ///< HRF0: an edge from a release to a later release, too
  bool sameLocation;
  bool closeAcrossScopes;  ///< HRF-indirect
  bool scopesConflict;     ///< two synchronizing accesses conflict only at different scopes
};

/// Calls `visit` with each interleaving, as positions by step; false when there are too many.
template <typename Visit>
class Interleavings {
 public:
  Interleavings(const History& history, Visit visit)
      : history_(history), visit_(visit), position_(history.size(), kNone) {}

  bool run() {
    extend(0);
    return orders_ <= kMostOrders;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void extend(std::size_t length) {
    if (orders_ > kMostOrders) {
      return;
    }
    if (length == history_.size()) {
      ++orders_;
      visit_(position_);
      return;
    }
    for (std::size_t next = 0; next < history_.size(); ++next) {
      if (position_[next] == kNone && mayCome(next)) {
        position_[next] = length;
        extend(length + 1);
        position_[next] = kNone;
      }
    }
  }

  /// Initial values come first, threads and barriers are kept, a write comes in its place in coherence, a
  /// read behind the write it reads and before the next one.
  bool mayCome(std::size_t next) const {
    for (std::size_t other = 0; other < history_.size(); ++other) {
      const bool done = position_[other] != kNone;
      const bool before = history_.po.has(other, next) || history_.meets.has(other, next) ||
                          history_.co.has(other, next) || history_.rf.has(other, next) ||
                          (history_.steps[other].initial() && !history_.steps[next].initial());
      const bool tooLate = done && overwrites(other, next);
      if ((before && !done) || tooLate) {
        return false;
      }
    }
    return true;
  }

  /// `write` replaces what `read` reads.
  bool overwrites(std::size_t write, std::size_t read) const {
    for (std::size_t source = 0; source < history_.size(); ++source) {
      if (write != read && history_.rf.has(source, read) && history_.co.has(source, write)) {
        return true;
      }
    }
    return false;
  }

  const History& history_;
  Visit visit_;
  std::vector<std::size_t> position_;
  unsigned orders_ = 0;
};

/// The edges of so_S of every S; both ends name the same scope instance.
Pairs synchronization(const History& h, const std::vector<std::size_t>& position, const Reading& reading) {
  Pairs so(h.size());
  const auto synchronizes = [&](const Through& x, const Through& y) {
    return h.sameScope(x.who, y.who) && position[x.access] < position[y.access] &&
           (!reading.sameLocation || h.sameLocation(x.access, y.access));
  };
  for (const Through& x : h.releases()) {
    for (const Through& y : h.acquires()) {
      if (synchronizes(x, y)) {
        so.add(x.who, y.who);
      }
    }
    for (const Through& later : h.releases()) {
      if (reading.releaseToRelease && later.who == later.access && synchronizes(x, later)) {
        so.add(x.who, later.who);
      }
    }
  }
  return so | pairsWhere(h.size(), [&](std::size_t a, std::size_t b) {
           return h.meets.has(a, b) && h.sameScope(a, b);
         });
}

Pairs happensBefore(const History& h, const Pairs& so, const Reading& reading) {
  if (reading.closeAcrossScopes) {
    return (h.po | so).closure();
  }
  Pairs hhb = h.po;
  for (ScopeInstanceId scope = 0; scope < h.scopes->instances().size(); ++scope) {
    const Pairs inScope = pairsWhere(
        h.size(), [&](std::size_t a, std::size_t b) { return so.has(a, b) && h.steps[a].scope == scope; });
    hhb = hhb | (h.po | inScope).closure();
  }
  return hhb;
}

std::optional<Judgement> judge(const History& h, const Reading& reading) {
  Judgement judgement;
  std::set<Pairs> seen;
  const auto look = [&](const std::vector<std::size_t>& position) {
    judgement.allowed = true;
    const Pairs so = synchronization(h, position, reading);
    if (!seen.insert(so).second) {
      return;  // all that is asked of an order is its so
    }
    const Pairs hhb = happensBefore(h, so, reading);
    judgement.addRaces(h, [&](std::size_t a, std::size_t b) {
      const bool atomics = h.steps[a].atomic && h.steps[b].atomic;
      const bool exempt = atomics && reading.scopesConflict && h.sameScope(a, b);
      return !exempt && !hhb.has(a, b) && !hhb.has(b, a);
    });
  };
  Interleavings interleavings(h, look);
  return interleavings.run() ? std::optional(judgement) : std::nullopt;
}

std::optional<Judgement> hrf0(const History& h) {
  return judge(h, {true, true, false, true});
}
std::optional<Judgement> hrf0Literal(const History& h) {
  return judge(h, {true, true, false, false});
}
std::optional<Judgement> direct(const History& h) {
  return judge(h, {false, true, false, true});
}
std::optional<Judgement> directAnyLocation(const History& h) {
  return judge(h, {false, false, false, true});
}
std::optional<Judgement> indirect(const History& h) {
  return judge(h, {false, true, true, true});
}
std::optional<Judgement> indirectAnyLocation(const History& h) {
  return judge(h, {false, false, true, true});
}

}  // namespace

std::vector<Definition> interleavedDefinitions() {
  return {{"hrf0", hrf0},
          {"hrf0-literal", hrf0Literal},
          {"hrf-direct", direct},
          {"hrf-direct-anyloc", directAnyLocation},
          {"hrf-indirect", indirect},
          {"hrf-indirect-anyloc", indirectAnyLocation}};
}

}  // namespace hrfcheck::test
