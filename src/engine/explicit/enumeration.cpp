// Candidate executions one by one, straight from the definition: runs, then reads-from, then coherence. The
// enumeration knows no model and prunes nothing that the definition allows, so that it can serve as the
// reference for everything cleverer.

#include "engine/explicit/enumeration.h"

#include <algorithm>

#include "engine/explicit/run_combinations.h"
#include "execution/barriers.h"
#include "execution/ended_threads.h"
#include "execution/witness/spinning.h"

namespace hrfcheck::inline engine {
namespace {

/// Thread runs and their combinations are cheaper than candidates, but there may be many without a single
/// candidate.
constexpr std::uint64_t kStepsPerCandidate = 8;

class Enumerator {
 public:
  Enumerator(const std::shared_ptr<const EventStructure>& structure,
             const std::function<bool(const Execution&)>& visit, const EnumerationLimits& limits)
      : structure_(structure), visit_(visit), limits_(limits) {}

  void run() {
    RunCombinations combinations(*structure_, [this] { return proceed(); });
    combinations.forEach([&](const std::vector<const ThreadRun*>& runs) { return withRuns(runs); });
    counts_.runs = combinations.runCount();
    if (combinations.tooMany() && !undecided_) {
      undecided_ = "too many thread runs";
    }
  }

  const EnumerationCounts& counts() const { return counts_; }
  const std::optional<std::string>& undecided() const { return undecided_; }

 private:
  /// Called for every thread run, combination of runs and candidate. False when a limit is reached; looks at
  /// the clock once in a while.
  bool proceed() {
    if (steps_++ % 64 == 0 && limits_.deadline.expired()) {
      undecided_ = "time limit";
    } else if (limits_.candidates != 0 && steps_ > kStepsPerCandidate * limits_.candidates) {
      undecided_ = "candidate limit";
    }
    return !undecided_;
  }

  bool withRuns(const std::vector<const ThreadRun*>& runs) {
    return forEachLateArrivals(*structure_, runs, [&](const LateArrivals& late) {
      return whyBarriersFail(*structure_, runs, late) || withBarriers(runs, late);
    });
  }

  bool withBarriers(const std::vector<const ThreadRun*>& runs, const LateArrivals& late) {
    const std::size_t size = structure_->size();
    std::vector<ThreadRun> copies;
    copies.reserve(runs.size());
    for (const ThreadRun* run : runs) {
      copies.push_back(*run);
    }
    execution_ =
        assemble(structure_, std::move(copies), std::vector<EventId>(size, kNoEvent), Relation(size), late);
    reads_.clear();
    writes_.assign(structure_->program().locations.size(), {});
    execution_.happened.forEach([&](EventId e) {
      const EventKind kind = structure_->events()[e].kind;
      if (kind == EventKind::Read) {
        reads_.push_back(e);
      } else if (kind == EventKind::Write) {
        writes_[execution_.location[e]].push_back(e);
      }
    });
    return chooseReadsFrom(0);
  }

  /// Every write that happened, of the same location and value, for every read from the index-th on.
  bool chooseReadsFrom(std::size_t index) {
    if (index == reads_.size()) {
      return endsInACircle(execution_) || chooseCoherence(0);
    }
    const EventId read = reads_[index];
    const LocationId location = execution_.location[read];
    const auto readFrom = [&](EventId write) {
      if (execution_.value[write] != execution_.value[read]) {
        return true;
      }
      execution_.readsFrom[read] = write;
      execution_.rf.insert(write, read);
      const bool goOn = chooseReadsFrom(index + 1);
      execution_.rf.erase(write, read);
      execution_.readsFrom[read] = kNoEvent;
      return goOn;
    };
    return readFrom(initialWrite(location)) && std::ranges::all_of(writes_[location], readFrom);
  }

  /// Every order of the writes of every location from this one on, the initial write first.
  bool chooseCoherence(LocationId location) {
    if (location == writes_.size()) {
      return candidate();
    }
    std::vector<EventId> order = writes_[location];
    do {
      orderWrites(location, order);
      if (!chooseCoherence(location + 1)) {
        return false;
      }
    } while (std::next_permutation(order.begin(), order.end()));
    return true;
  }

  void orderWrites(LocationId location, const std::vector<EventId>& order) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      execution_.co.insert(initialWrite(location), order[i]);
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        execution_.co.insert(order[i], order[j]);
        execution_.co.erase(order[j], order[i]);
      }
    }
  }

  bool candidate() {
    if (!proceed()) {
      return false;
    }
    for (ThreadId t = 0; t < execution_.runs.size(); ++t) {
      if (overtakenForever(execution_, t)) {
        return true;
      }
    }
    if (limits_.candidates != 0 && counts_.candidates == limits_.candidates) {
      undecided_ = "candidate limit";
      return false;
    }
    ++counts_.candidates;
    return visit_(execution_);
  }

  EventId initialWrite(LocationId location) const { return structure_->initialWrite(location); }

  const std::shared_ptr<const EventStructure>& structure_;
  const std::function<bool(const Execution&)>& visit_;
  const EnumerationLimits& limits_;
  EnumerationCounts counts_;
  std::optional<std::string> undecided_;
  std::uint64_t steps_ = 0;

  Execution execution_;
  std::vector<EventId> reads_;
  std::vector<std::vector<EventId>> writes_;  ///< by location, without the initial one
};

}  // namespace

std::optional<std::string> forEachCandidate(const std::shared_ptr<const EventStructure>& structure,
                                            const std::function<bool(const Execution&)>& visit,
                                            const EnumerationLimits& limits, EnumerationCounts* counts) {
  Enumerator enumerator(structure, visit, limits);
  enumerator.run();
  if (counts != nullptr) {
    *counts = enumerator.counts();
  }
  return enumerator.undecided();
}

}  // namespace hrfcheck::inline engine
