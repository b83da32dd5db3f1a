#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "execution/execution.h"

namespace hrfcheck::inline engine {

/// One run per thread, in every combination in which each value read at a location is stored there by some
/// run of the combination (or initially), and barriers are passed when as many have arrived as they wait for
/// and only then.
class RunCombinations {
 public:
  /// `proceed` is asked now and then; false ends the search early.
  RunCombinations(const EventStructure& structure, std::function<bool()> proceed);

  /// Calls `visit` with each combination; stops when it returns false, and returns false then.
  bool forEach(const std::function<bool(const std::vector<const ThreadRun*>&)>& visit);

  /// Whether there are more runs than can be kept in memory; then `forEach` has visited nothing.
  bool tooMany() const { return tooMany_; }

  /// Runs of single threads found, before any is dropped.
  std::uint64_t runCount() const { return runCount_; }

 private:
  /// A run with what it reads and what it stores, as sets of numbered (location, value) pairs.
  struct Candidate {
    ThreadRun run;
    EventSet reads;
    EventSet stores;
  };

  bool collectRuns();
  void numberStores();
  void dropUnsupportedRuns();
  bool choose(ThreadId t, const EventSet& reads, const EventSet& stores);

  const EventStructure& structure_;
  std::function<bool()> proceed_;
  std::uint64_t runCount_ = 0;
  bool tooMany_ = false;
  bool hasBarriers_ = false;
  std::vector<std::vector<Candidate>> candidates_;  ///< by thread
  EventSet initial_;                                ///< pairs that initial writes store
  std::vector<EventSet> later_;                     ///< what threads from this one on may store
  std::vector<const ThreadRun*> chosen_;
  const std::function<bool(const std::vector<const ThreadRun*>&)>* visit_ = nullptr;
};

}  // namespace hrfcheck::inline engine
