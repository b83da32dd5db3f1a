// Which runs of the threads can go together, as far as that is a matter of definition: a read needs a write
// of its location and value, a barrier needs everybody. A run, or a half-made combination, is dropped when
// nobody can store a value that it reads; no coherence argument and no model is used here.

#include "engine/explicit/run_combinations.h"

#include <map>

#include "execution/barriers.h"
#include "execution/witness/structure_run.h"

namespace hrfcheck::inline engine {
namespace {

/// A few gigabytes of runs.
constexpr std::uint64_t kMostRuns = 1'000'000;

}  // namespace

RunCombinations::RunCombinations(const EventStructure& structure, std::function<bool()> proceed)
    : structure_(structure), proceed_(std::move(proceed)), candidates_(structure.threads().size()) {
  for (const Event& event : structure.events()) {
    hasBarriers_ = hasBarriers_ || event.kind == EventKind::Arrive;
  }
}

bool RunCombinations::forEach(const std::function<bool(const std::vector<const ThreadRun*>&)>& visit) {
  if (!collectRuns()) {
    return false;
  }
  numberStores();
  dropUnsupportedRuns();
  visit_ = &visit;
  return choose(0, EventSet(initial_.size()), initial_);
}

bool RunCombinations::collectRuns() {
  bool goOn = true;
  for (ThreadId t = 0; t < candidates_.size() && goOn; ++t) {
    candidates_[t].clear();
    forEachRun(structure_, t, [&](const ThreadRun& run) {
      candidates_[t].push_back({run, {}, {}});
      tooMany_ = ++runCount_ == kMostRuns;
      return goOn = !tooMany_ && proceed_();
    });
  }
  return goOn;
}

void RunCombinations::numberStores() {
  const std::vector<MemoryLocation>& locations = structure_.program().locations;
  std::map<std::pair<LocationId, Value>, EventId> number;
  const auto numberOf = [&](LocationId location, Value value) {
    return number.emplace(std::pair(location, value), static_cast<EventId>(number.size())).first->second;
  };
  const auto forEachAccess = [&](const ThreadRun& run, auto&& f) {
    for (std::size_t i = 0; i < run.events.size(); ++i) {
      if (run.locations[i] != kNoLocation) {
        f(structure_.events()[run.events[i]].kind, numberOf(run.locations[i], run.values[i]));
      }
    }
  };
  for (LocationId l = 0; l < locations.size(); ++l) {
    numberOf(l, locations[l].initial);
  }
  for (const auto& ofThread : candidates_) {
    for (const Candidate& candidate : ofThread) {
      forEachAccess(candidate.run, [](EventKind, EventId) {});
    }
  }
  initial_ = EventSet(number.size());
  for (LocationId l = 0; l < locations.size(); ++l) {
    initial_.insert(numberOf(l, locations[l].initial));
  }
  for (auto& ofThread : candidates_) {
    for (Candidate& candidate : ofThread) {
      candidate.reads = candidate.stores = EventSet(number.size());
      forEachAccess(candidate.run, [&](EventKind kind, EventId pair) {
        (kind == EventKind::Read ? candidate.reads : candidate.stores).insert(pair);
      });
    }
  }
}

/// Dropping one run may leave another one without its writer, so until nothing changes.
void RunCombinations::dropUnsupportedRuns() {
  for (bool dropped = true; dropped;) {
    dropped = false;
    later_.assign(candidates_.size() + 1, EventSet(initial_.size()));
    for (std::size_t t = candidates_.size(); t-- > 0;) {
      later_[t] = later_[t + 1];
      for (const Candidate& candidate : candidates_[t]) {
        later_[t] |= candidate.stores;
      }
    }
    const EventSet available = initial_ | later_[0];
    for (auto& ofThread : candidates_) {
      dropped |= std::erase_if(ofThread, [&](const Candidate& candidate) {
                   return !candidate.reads.subsetOf(available);
                 }) > 0;
    }
  }
}

bool RunCombinations::choose(ThreadId t, const EventSet& reads, const EventSet& stores) {
  if (t == candidates_.size()) {
    return (hasBarriers_ && whyMeetingsFail(structure_, chosen_)) || (*visit_)(chosen_);
  }
  for (const Candidate& candidate : candidates_[t]) {
    if (!proceed_()) {
      return false;
    }
    const EventSet allReads = reads | candidate.reads;
    const EventSet allStores = stores | candidate.stores;
    if (!allReads.subsetOf(allStores | later_[t + 1])) {
      continue;
    }
    chosen_.push_back(&candidate.run);
    const bool goOn = choose(t + 1, allReads, allStores);
    chosen_.pop_back();
    if (!goOn) {
      return false;
    }
  }
  return true;
}

}  // namespace hrfcheck::inline engine
