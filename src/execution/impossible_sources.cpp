// A read does not read from a write if the model's requirements fail on the two alone, or on the two and a
// third event that happens whenever the read does: a write `between` of the read's thread that is on all ways
// to it, and surely of the same location, in whichever order coherence has the two writes. What fails on a
// few events fails on every execution that has them (forbidden_patterns.h), so no execution of the model is
// lost.

#include "execution/impossible_sources.h"

#include <algorithm>

#include "execution/forbidden_patterns.h"
#include "program/ir/instruction.h"

namespace hrfcheck::inline execution {
namespace {

/// By node of a thread: the nodes that are on all ways to it.
class Dominators {
 public:
  Dominators(const UnrolledThread& thread, PacedLook& look) : before_(thread.nodes.size()) {
    for (NodeId n = 0; n < thread.nodes.size(); ++n) {
      look.spend(1 + thread.nodes.size() / 64);
      if (n == thread.start) {
        before_[n] = EventSet(thread.nodes.size());
      }
      if (!before_[n]) {
        continue;
      }
      EventSet onward = *before_[n];
      onward.insert(n);
      for (const NodeId to : {thread.nodes[n].next, thread.nodes[n].taken}) {
        if (to < thread.nodes.size()) {
          before_[to] = before_[to] ? *before_[to] & onward : onward;
        }
      }
    }
  }

  bool isBefore(NodeId earlier, NodeId later) const {
    return before_[later] && before_[later]->contains(earlier);
  }

 private:
  std::vector<std::optional<EventSet>> before_;  ///< nothing: no way leads there
};

class SourceSearch {
 public:
  SourceSearch(const Model& model, const Skeleton& skeleton, const Deadline& deadline)
      : skeleton_(skeleton), look_(deadline), patterns_(model, skeleton), impossible_(skeleton.size()) {}

  Relation run() {
    std::vector<std::vector<EventId>> writes(skeleton_.program().locations.size());
    for (EventId e = 0; e < skeleton_.size(); ++e) {
      const EventKind kind = skeleton_.events()[e].kind;
      if (kind == EventKind::Write || kind == EventKind::InitialWrite) {
        for (const LocationId l : skeleton_.mayLocations()[e]) {
          writes[l].push_back(e);
        }
      }
    }
    for (ThreadId t = 0; t < skeleton_.threads().size(); ++t) {
      const Dominators ways(skeleton_.threads()[t], look_);
      for (EventId read = 0; read < skeleton_.size(); ++read) {
        if (skeleton_.events()[read].kind == EventKind::Read && skeleton_.events()[read].thread == t) {
          sourcesOf(read, ways, writes);
        }
      }
    }
    return std::move(impossible_);
  }

 private:
  void sourcesOf(EventId read, const Dominators& ways, const std::vector<std::vector<EventId>>& writes) {
    for (const LocationId l : skeleton_.mayLocations()[read]) {
      const EventId between = ownWriteBefore(read, l, ways, writes[l]);
      for (const EventId write : writes[l]) {
        look_.spend(1);
        if (failsAlone(read, write) ||
            (between != kNoEvent && write != between && fails(read, write, between))) {
          impossible_.insert(write, read);
        }
      }
    }
  }

  /// The last write of the read's thread that happens, at this location, whenever the read does. The read
  /// must be of this location alone.
  EventId ownWriteBefore(EventId read, LocationId location, const Dominators& ways,
                         const std::vector<EventId>& writes) const {
    const Event& reading = skeleton_.events()[read];
    EventId last = kNoEvent;
    for (const EventId write : writes) {
      const Event& event = skeleton_.events()[write];
      const bool own = event.kind == EventKind::Write && event.thread == reading.thread;
      if (own && always(event) && skeleton_.mayLocations()[write] == std::vector{location} &&
          skeleton_.mayLocations()[read] == std::vector{location} &&
          ways.isBefore(event.node, reading.node)) {
        last = last == kNoEvent || skeleton_.events()[last].node < event.node ? write : last;
      }
    }
    return last;
  }

  /// Whether a write happens whenever its node is passed.
  bool always(const Event& event) const {
    const Instruction& instruction =
        skeleton_.program().threads[event.thread].instructions[event.instruction];
    const auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
    return !instruction.predicate && (rmw == nullptr || !rmw->expected);
  }

  bool failsAlone(EventId read, EventId write) {
    EventPattern pattern;
    const std::size_t reads = pattern.add(read);
    pattern.readsFrom(reads, pattern.add(write));
    return patterns_.forbids(pattern);
  }

  bool fails(EventId read, EventId write, EventId between) {
    EventPattern pattern;
    const std::size_t reads = pattern.add(read);
    const std::size_t from = pattern.add(write);
    const std::size_t other = pattern.add(between);
    pattern.readsFrom(reads, from);
    EventPattern turned = pattern;
    pattern.coherent(from, other);
    turned.coherent(other, from);
    const bool first = skeleton_.events()[write].kind == EventKind::InitialWrite;
    return patterns_.forbids(pattern) && (first || patterns_.forbids(turned));
  }

  const Skeleton& skeleton_;
  PacedLook look_;
  ForbiddenPatterns patterns_;
  Relation impossible_;
};

}  // namespace

Relation impossibleSources(const Model& model, const Skeleton& draft, const Deadline& deadline) {
  return SourceSearch(model, draft, deadline).run();
}

}  // namespace hrfcheck::inline execution
