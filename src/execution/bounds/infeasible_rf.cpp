// A read does not read from a write if the model's requirements fail on the two alone, or on the two and
// other events that happen whenever they do: a write `between`, surely of the same location, in whichever
// order coherence has the two writes; and the halves of barriers that put the three in order
// (certain_meetings.h). What fails on a few events fails on every execution that has them
// (forbidden_patterns.h), so no execution of the model is lost.

#include "execution/bounds/infeasible_rf.h"

#include <algorithm>

#include "execution/bounds/barrier_phases.h"
#include "execution/bounds/local_refutation.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {
namespace {

using Meeting = BarrierPhases::Meeting;

std::vector<Dominators> dominatorsOf(const EventStructure& structure, PacedLook& look) {
  std::vector<Dominators> ways;
  for (const UnrolledThread& thread : structure.threads()) {
    ways.emplace_back(thread, look);
  }
  return ways;
}

class SourceSearch {
 public:
  SourceSearch(const Model& model, const EventStructure& structure, const Deadline& deadline)
      : structure_(structure),
        look_(deadline),
        ways_(dominatorsOf(structure, look_)),
        meetings_(structure, ways_),
        patterns_(model, structure),
        impossible_(structure.size()) {}

  Relation run() {
    writes_.resize(structure_.program().locations.size());
    for (EventId e = 0; e < structure_.size(); ++e) {
      const EventKind kind = structure_.events()[e].kind;
      if (kind == EventKind::Write || kind == EventKind::InitialWrite) {
        for (const LocationId l : structure_.mayLocations()[e]) {
          writes_[l].push_back(e);
        }
      }
    }
    for (EventId read = 0; read < structure_.size(); ++read) {
      if (structure_.events()[read].kind == EventKind::Read) {
        for (const LocationId l : structure_.mayLocations()[read]) {
          sourcesOf(read, l);
        }
      }
    }
    return std::move(impossible_);
  }

 private:
  /// A write that has happened before a read whenever that happens, by way of a barrier or in its thread.
  struct Between {
    EventId write;
    std::optional<Meeting> meeting;
  };

  void sourcesOf(EventId read, LocationId location) {
    const std::vector<Between> betweens = writesBefore(read, location);
    for (const EventId write : writes_[location]) {
      look_.spend(1 + betweens.size());
      const auto hides = [&](const Between& between) {
        return between.write != write && isHidden(read, write, between);
      };
      if (failsAlone(read, write) || comesTooLate(read, write) || std::ranges::any_of(betweens, hides)) {
        impossible_.insert(write, read);
      }
    }
  }

  /// The last writes that happen, at this location, whenever the read does, one of each thread and barrier.
  /// The read must be of this location alone.
  std::vector<Between> writesBefore(EventId read, LocationId location) const {
    std::vector<Between> result;
    if (structure_.mayLocations()[read] != std::vector{location}) {
      return result;
    }
    const Event& reading = structure_.events()[read];
    const auto add = [&](ThreadId thread, NodeId node, const std::optional<Meeting>& meeting) {
      if (const EventId last = lastWrite(thread, node, location); last != kNoEvent) {
        result.push_back({last, meeting});
      }
    };
    add(reading.thread, reading.node, std::nullopt);
    for (ThreadId t = 0; t < structure_.threads().size(); ++t) {
      if (t != reading.thread && writesTo(t, location)) {
        for (const Meeting& meeting : meetings_.before(read, t)) {
          add(t, structure_.events()[meeting.arrival].node, meeting);
        }
      }
    }
    return result;
  }

  bool writesTo(ThreadId thread, LocationId location) const {
    return std::ranges::any_of(writes_[location],
                               [&](EventId w) { return structure_.events()[w].thread == thread; });
  }

  /// The last write of a thread, of this location alone, that is always on the way to a node; or kNoEvent.
  EventId lastWrite(ThreadId thread, NodeId node, LocationId location) const {
    EventId last = kNoEvent;
    for (const EventId write : writes_[location]) {
      const Event& event = structure_.events()[write];
      if (event.kind == EventKind::Write && event.thread == thread && always(write) &&
          structure_.mayLocations()[write] == std::vector{location} &&
          ways_[thread].isBefore(event.node, node)) {
        last = last == kNoEvent || structure_.events()[last].node < event.node ? write : last;
      }
    }
    return last;
  }

  /// Whether a write happens whenever its node is passed.
  bool always(EventId write) const {
    const Instruction& instruction = instructionOf(structure_, write);
    const auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
    return !instruction.predicate && (rmw == nullptr || !rmw->expected);
  }

  bool failsAlone(EventId read, EventId write) {
    EventPattern pattern;
    const std::size_t reads = pattern.add(read);
    pattern.readsFrom(reads, pattern.add(write));
    return patterns_.forbids(pattern);
  }

  /// Whether a barrier has the read before the write.
  bool comesTooLate(EventId read, EventId write) {
    const Event& reading = structure_.events()[read];
    const ThreadId writer = structure_.events()[write].thread;
    if (writer == kNoThread || writer == reading.thread) {
      return false;
    }
    return std::ranges::any_of(meetings_.before(write, reading.thread), [&](const Meeting& meeting) {
      if (structure_.events()[meeting.arrival].node <= reading.node) {
        return false;
      }
      EventPattern pattern;
      const std::size_t reads = pattern.add(read);
      pattern.readsFrom(reads, pattern.add(write));
      addMeeting(pattern, meeting);
      return patterns_.forbids(pattern);
    });
  }

  static void addMeeting(EventPattern& pattern, const Meeting& meeting) {
    const std::size_t arrival = pattern.add(meeting.arrival);
    pattern.meet(arrival, pattern.add(meeting.departure));
  }

  /// Whether the read cannot read from the write because of what comes between them.
  bool isHidden(EventId read, EventId write, const Between& between) {
    const ThreadId writer = structure_.events()[write].thread;
    if (writer == kNoThread || writer == structure_.events()[between.write].thread) {
      return fails(read, write, between, std::nullopt);
    }
    std::vector<std::optional<Meeting>> ways{std::nullopt};
    for (const Meeting& meeting : meetings_.before(between.write, writer)) {
      if (structure_.events()[meeting.arrival].node > structure_.events()[write].node) {
        ways.emplace_back(meeting);
      }
    }
    return std::ranges::any_of(ways, [&](const auto& way) { return fails(read, write, between, way); });
  }

  /// @param earlier a meeting that comes between the two writes
  bool fails(EventId read, EventId write, const Between& between, const std::optional<Meeting>& earlier) {
    EventPattern pattern;
    const std::size_t reads = pattern.add(read);
    const std::size_t from = pattern.add(write);
    const std::size_t other = pattern.add(between.write);
    if (between.meeting) {
      addMeeting(pattern, *between.meeting);
    }
    if (earlier && !(between.meeting && shareHalves(*earlier, *between.meeting))) {
      addMeeting(pattern, *earlier);
    }
    pattern.readsFrom(reads, from);
    EventPattern turned = pattern;
    pattern.coherent(from, other);
    turned.coherent(other, from);
    const bool first = structure_.events()[write].kind == EventKind::InitialWrite;
    return patterns_.forbids(pattern) && (first || patterns_.forbids(turned));
  }

  /// Two meetings with a half in common are too many for one pattern.
  static bool shareHalves(const Meeting& a, const Meeting& b) {
    return a.arrival == b.arrival || a.departure == b.departure;
  }

  const EventStructure& structure_;
  PacedLook look_;
  std::vector<Dominators> ways_;
  BarrierPhases meetings_;
  LocalRefutation patterns_;
  std::vector<std::vector<EventId>> writes_;  ///< by location
  Relation impossible_;
};

}  // namespace

Relation infeasibleRf(const Model& model, const EventStructure& draft, const Deadline& deadline) {
  return SourceSearch(model, draft, deadline).run();
}

}  // namespace hrfcheck::inline execution
