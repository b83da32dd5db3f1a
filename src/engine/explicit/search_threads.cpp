// How the threads of a search run on: each as far as it can without a decision, and what its new place says
// of its events.

#include <algorithm>

#include "engine/explicit/search.h"
#include "execution/barriers.h"
#include "execution/ended_threads.h"
#include "execution/witness/spinning.h"
#include "util/invariant.h"

namespace hrfcheck::inline engine {

/// Takes what a thread reports into the execution.
class Search::Sink : public RunSink {
 public:
  explicit Sink(Search& search) : search_(search), execution_(search.execution_) {}

  void happens(EventId event, Value value, LocationId location, std::uint32_t occurrence) override {
    const EventKind kind = search_.structure_.events()[event].kind;
    if (kind == EventKind::Arrive) {
      search_.occurrence_[event] = occurrence;
    }
    const LocationId known = execution_.location(event);
    if (known != kNoLocation && known != location) {
      possible_ = false;
      return;
    }
    execution_.execute(event, value);
    if (location != kNoLocation) {
      execution_.locate(event, location);
    }
    if (kind == EventKind::Write) {
      execution_.wantPlace(event);
      checkReaders(event, value);
    }
  }

  void depends(Dependency kind, EventId read, EventId on) override {
    switch (kind) {
      case Dependency::Addr:
        return execution_.depends(kAddrInput, read, on);
      case Dependency::Data:
        return execution_.depends(kDataInput, read, on);
      case Dependency::Ctrl:
        return execution_.depends(kCtrlInput, read, on);
    }
  }

  /// Whether what was told agrees with what was promised.
  bool possible() const { return possible_; }

 private:
  void checkReaders(EventId write, Value value) {
    execution_.forEachReader(write, [&](EventId read) {
      possible_ = possible_ && (!execution_.executed(read) || execution_.value(read) == value);
    });
  }

  Search& search_;
  PartialExecution& execution_;
  bool possible_ = true;
};

bool Search::startThreads() {
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    Sink sink(*this);
    threads_[t].state = machines_[t].start();
    threads_[t].pause = machines_[t].run(threads_[t].state, sink);
    if (!arrived(t)) {
      return false;
    }
  }
  return true;
}

/// Runs a thread on from its question; false when it then contradicts what was promised.
template <typename F>
bool Search::advance(ThreadId t, F&& step) {
  if (savedCount_ == savedThreads_.size()) {
    savedThreads_.emplace_back();
  }
  savedThreads_[savedCount_].first = t;
  savedThreads_[savedCount_].second = threads_[t];
  ++savedCount_;
  Sink sink(*this);
  threads_[t].pause = step(threads_[t], sink);
  return sink.possible() && arrived(t);
}

/// What a thread's new place says of its events. False where it can no longer do what was promised.
bool Search::arrived(ThreadId t) {
  const Progress& progress = threads_[t];
  const bool ended = progress.pause.kind == Pause::Kind::End;
  if (ended && progress.state.end == ThreadEnd::Spinning &&
      (spinning_ == SpinningRuns::LeftOut || overtaken(t))) {
    return false;
  }
  if (ended && completeOnly_ && progress.state.end != ThreadEnd::Completed) {
    return false;
  }
  const NodeId at = ended ? kEndNode : progress.state.at;
  reach_.certainFrom(t, at).forEach([&](EventId e) { execution_.happens(e); });
  const EventSet& possible = reach_.possibleFrom(t, at);
  bool kept = true;
  execution_.forEachEventOf(t, [&](EventId e) {
    if (!execution_.executed(e) && !possible.contains(e)) {
      kept = kept && !execution_.promised(e);
      execution_.exclude(e);
    }
  });
  if (progress.pause.kind == Pause::Kind::Read) {
    const LocationId known = execution_.location(progress.pause.event);
    if (known != kNoLocation && known != progress.pause.location) {
      return false;
    }
    execution_.happens(progress.pause.event);
    execution_.locate(progress.pause.event, progress.pause.location);
  }
  return kept;
}

void Search::leaveOutWithout(const std::set<std::pair<IncidentKind, InstructionRef>>& incidents) {
  leadsToWanted_.resize(threads_.size());
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    const std::vector<UnrolledNode>& nodes = structure_.threads()[t].nodes;
    std::vector<char>& leads = leadsToWanted_[t];
    leads.assign(nodes.size(), 0);
    for (NodeId n = static_cast<NodeId>(nodes.size()); n-- > 0;) {
      const auto later = [&](NodeId to) { return to < nodes.size() && leads[to] != 0; };
      const bool here = std::ranges::any_of(incidents, [&](const auto& incident) {
        return incident.second == InstructionRef{t, nodes[n].instruction};
      });
      leads[n] = here || later(nodes[n].next) || later(nodes[n].taken) ? 1 : 0;
    }
  }
}

/// A thread has come to something that is wanted, or may still do so.
bool Search::mayShowWanted() const {
  if (leadsToWanted_.empty()) {
    return true;
  }
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    const ThreadState& state = threads_[t].state;
    const bool shows =
        !state.ended || (state.end != ThreadEnd::Completed && state.end != ThreadEnd::Spinning);
    if (shows && leadsToWanted_[t][state.ended ? state.lastNode : state.at] != 0) {
      return true;
    }
  }
  return false;
}

void Search::findReadsForever() {
  readsForever_.resize(threads_.size());
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    const std::vector<UnrolledNode>& nodes = structure_.threads()[t].nodes;
    for (NodeId n = 0; n < nodes.size(); ++n) {
      if (nodes[n].next == kSpinNode || nodes[n].taken == kSpinNode) {
        readsForever_[t].emplace(n, readsForever(structure_, t, n));
      }
    }
  }
}

/// The thread spins for ever, but some write is placed behind one that it reads again and again.
bool Search::overtaken(ThreadId t) const {
  const ThreadState& state = threads_[t].state;
  return state.ended && state.end == ThreadEnd::Spinning &&
         std::ranges::any_of(readsForever_[t].at(state.lastNode), [&](EventId read) {
           return execution_.executed(read) && execution_.coherenceNext(execution_.source(read)) != kNoEvent;
         });
}

/// Some thread that spins for ever reads this write again and again.
bool Search::readForever(EventId write) const {
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    const ThreadState& state = threads_[t].state;
    if (state.ended && state.end == ThreadEnd::Spinning &&
        std::ranges::any_of(readsForever_[t].at(state.lastNode), [&](EventId read) {
          return execution_.executed(read) && execution_.source(read) == write;
        })) {
      return true;
    }
  }
  return false;
}

void Search::undoTo(Trail::Mark mark, std::size_t threads) {
  execution_.undoTo(mark);
  while (savedCount_ > threads) {
    --savedCount_;
    std::swap(threads_[savedThreads_[savedCount_].first], savedThreads_[savedCount_].second);
  }
}

/// Everything that follows without a decision. False when it contradicts what was decided.
bool Search::settle() {
  for (bool progress = true; progress;) {
    progress = false;
    for (ThreadId t = 0; t < threads_.size(); ++t) {
      if (!settleThread(t, progress)) {
        return false;
      }
    }
  }
  return true;
}

bool Search::settleThread(ThreadId t, bool& progress) {
  const Pause pause = threads_[t].pause;
  switch (pause.kind) {
    case Pause::Kind::End:
      return true;
    case Pause::Kind::Read: {
      const EventId source = execution_.source(pause.event);
      if (source == kNoEvent || !execution_.valueKnown(source)) {
        return true;
      }
      progress = true;
      return giveValue(t, execution_.value(source));
    }
    case Pause::Kind::Barrier:
      if (arrivalOrderAt(pause.event) != nullptr) {
        const bool passes = mayPassEarly(pause.event);
        progress = progress || passes;
        return !passes || passEarly(t);
      }
      if (!everyoneWaits(pause.event)) {
        return true;
      }
      progress = true;
      return openBarrier(pause.event);
  }
  INVARIANT(false, "a pause of no kind");
}

/// Values that no code computes are not considered (EventStructure::domains): a write may be read from only
/// because its thread was promised to execute it.
bool Search::giveValue(ThreadId t, Value value) {
  const Pause& pause = threads_[t].pause;
  const std::vector<Value>& domain = structure_.domain(pause.event, pause.location);
  return std::ranges::binary_search(domain, value) && advance(t, [&](Progress& progress, Sink& sink) {
           return machines_[t].giveValue(progress.state, value, sink);
         });
}

bool Search::meets(EventId arrival, ThreadId t) const {
  const Pause& pause = threads_[t].pause;
  return pause.kind == Pause::Kind::Barrier && sameBarrier(structure_, arrival, pause.event) &&
         occurrence_[arrival] == occurrence_[pause.event];
}

bool Search::everyoneWaits(EventId arrival) const {
  const Barrier& barrier = barrierOf(structure_, arrival);
  const bool excuses = opensWithoutTheEnded(structure_, arrival);
  return barrier.opens() && std::ranges::all_of(barrier.participants, [&](ThreadId t) {
           return meets(arrival, t) || (excuses && hasCompleted(t));
         });
}

bool Search::hasCompleted(ThreadId t) const {
  return threads_[t].pause.kind == Pause::Kind::End && threads_[t].state.end == ThreadEnd::Completed;
}

bool Search::openBarrier(EventId arrival) {
  std::vector<ThreadId> agents;
  std::ranges::copy_if(barrierOf(structure_, arrival).participants, std::back_inserter(agents),
                       [&](ThreadId t) { return meets(arrival, t); });
  for (const ThreadId from : agents) {
    for (const ThreadId to : agents) {
      execution_.meet(threads_[from].pause.event, structure_.events()[threads_[to].pause.event].partner);
    }
  }
  return std::ranges::all_of(agents, [&](ThreadId t) { return leaveBarrier(t); });
}

/// Who is not at a barrier that opened and has completed was not waited for.
bool Search::endsInACircle() const {
  std::vector<LetGo> letGo;
  for (EventId arrival = 0; arrival < structure_.size(); ++arrival) {
    const Event& event = structure_.events()[arrival];
    if (event.kind != EventKind::Arrive || !execution_.executed(event.partner) ||
        !opensWithoutTheEnded(structure_, arrival)) {
      continue;
    }
    for (const ThreadId t : barrierOf(structure_, arrival).participants) {
      if (hasCompleted(t) && !hasArrived(t, arrival)) {
        letGo.push_back({t, event.partner});
      }
    }
  }
  const KnownParts& parts = evaluator_.lower();
  return hrfcheck::endsInACircle(
      structure_, letGo, [&](EventId e) { return execution_.executed(e); },
      [&](EventId a, EventId b) {
        return parts.rf.contains(a, b) || parts.sync.contains(a, b) || parts.addr.contains(a, b) ||
               parts.data.contains(a, b) || parts.ctrl.contains(a, b);
      });
}

/// Whether a thread has come to the barrier of an arrival, as often.
bool Search::hasArrived(ThreadId t, EventId arrival) const {
  bool arrived = false;
  execution_.forEachEventOf(t, [&](EventId e) {
    arrived = arrived || (structure_.events()[e].kind == EventKind::Arrive && execution_.executed(e) &&
                          sameBarrier(structure_, arrival, e) && occurrence_[arrival] == occurrence_[e]);
  });
  return arrived;
}

bool Search::leaveBarrier(ThreadId t) {
  return advance(
      t, [&](Progress& progress, Sink& sink) { return machines_[t].passBarrier(progress.state, sink); });
}

bool Search::blockWaiting() {
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    if (threads_[t].pause.kind == Pause::Kind::Barrier && !advance(t, [&](Progress& progress, Sink&) {
          machines_[t].block(progress.state);
          return Pause{Pause::Kind::End, kNoEvent, kNoLocation};
        })) {
      return false;
    }
  }
  return true;
}

}  // namespace hrfcheck::inline engine
