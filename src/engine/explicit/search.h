#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/explicit/coherence_rules.h"
#include "engine/explicit/partial_execution.h"
#include "execution/witness/structure_stepper.h"
#include "program/structure/reach.h"
#include "program/symmetry/symmetry.h"
#include "util/activity.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline engine {

/// The limits of a search.
struct SearchLimits {
  Deadline deadline;
  Activity* activity = nullptr;  ///< told how many decisions there have been
  /// Candidates, and a fixed multiple of that for decisions; 0 means no limit.
  std::uint64_t candidates = 0;
  /// Asked when that limit is reached and the share of the search that is done lets expect so many candidates
  /// in all: whether to continue (to twice as many). Never, where it is empty.
  std::function<bool(double expected)> goOn;
};

/// Decisions are cheaper than candidates, but there may be many without a single candidate.
inline constexpr std::uint64_t kDecisionsPerCandidate = 8;

/// How much a search has tried.
struct SearchCounts {
  std::uint64_t decisions = 0;   ///< alternatives tried
  std::uint64_t refuted = 0;     ///< partial executions given up because of a requirement
  std::uint64_t candidates = 0;  ///< visited

  /// The number of candidates that take as long.
  double inCandidates() const {
    return static_cast<double>(std::max(candidates, decisions / kDecisionsPerCandidate));
  }
};

/// Searches the candidate executions of a structure, without those that it sees to fail a requirement of the
/// model; with symmetry groups, only those in which the leaders of each group come in order. Each candidate
/// is visited once. See search.cpp.
class Search {
 public:
  /// All must outlive the search.
  /// @throws OutOfTime when the deadline expires before all is set up
  Search(const EventStructure& structure, const Model& model, PartialEvaluator& evaluator,
         const std::vector<SymmetryGroup>& groups, SpinningRuns spinning, const Deadline& deadline);

  /// Calls `visit` at each candidate; stops when it returns false.
  /// @returns why the search is not complete ("time limit", "candidate limit"), if a limit ended it.
  std::optional<std::string> run(const std::function<bool()>& visit, const SearchLimits& limits);

  /// Executions in which a thread does not complete are not visited. To be said before `run`.
  void leaveOutIncomplete() { completeOnly_ = true; }

  /// Executions that show none of these incidents need not be visited from now on.
  void leaveOutWithout(const std::set<std::pair<IncidentKind, InstructionRef>>& incidents);

  /// To be called by a visitor for everything that takes as long as a decision; false when a limit is
  /// reached.
  bool step();
  bool stopped() const { return undecided_.has_value(); }

  // The candidate at hand, while it is visited; the evaluator has been told.

  bool complete() const;
  const ThreadState& thread(ThreadId t) const { return threads_[t].state; }
  const PartialExecution& execution() const { return execution_; }
  Value finalValue(const StateVariable& v) const;

  LateArrivals lateArrivals() const;

  const SearchCounts& counts() const { return counts_; }
  /// The share of the search that is done, as far as it can be told.
  double explored() const { return explored_; }

 private:
  struct Progress {
    ThreadState state;
    Pause pause;
  };
  class Sink;
  /// Who comes to a barrier after those that open it, in this order; whoever of them does not come counts as
  /// later than all who do.
  struct ArrivalOrder {
    std::uint32_t barrier;
    std::vector<ThreadId> late;

    /// The place among the late ones, from 1; 0 for those that open the barrier.
    std::size_t lateness(ThreadId t) const;
  };
  const ArrivalOrder* arrivalOrderAt(EventId half) const;

  bool proceed();
  void prepareAndExplore();
  Value finalMemory(LocationId location) const;
  bool expectsToEnd();
  void foreseeConstants();
  bool startThreads();

  bool explore(double share);
  bool settle();
  bool settleThread(ThreadId t, bool& progress);
  bool giveValue(ThreadId t, Value value);
  template <typename F>
  bool advance(ThreadId t, F&& step);
  bool arrived(ThreadId t);
  bool meets(EventId arrival, ThreadId t) const;
  bool everyoneWaits(EventId arrival) const;
  bool openBarrier(EventId arrival);
  bool leaveBarrier(ThreadId t);
  bool hasCompleted(ThreadId t) const;
  bool hasArrived(ThreadId t, EventId arrival) const;
  bool endsInACircle() const;

  // search_arrivals.cpp
  void collectArrivalOrders();
  bool chooseArrivalOrders(std::size_t index, double share);
  EventId arrivalOf(ThreadId t, std::uint32_t barrier) const;
  bool mayPassEarly(EventId arrival) const;
  bool passEarly(ThreadId t);
  bool arrivalsAreCanonical() const;

  bool decide(double share);
  bool decideRest(double share);
  bool refuted();
  template <typename F>
  bool tryEach(double share, std::size_t begin, F&& choose);
  bool chooseSource(ThreadId t, bool stuck, double share);
  bool choosePlace(EventId write, double share);
  void promiseWrite(EventId write, LocationId location);
  bool guessValue(ThreadId t, double share);
  bool blockWaiting();
  bool leaf(double share);
  void giveUp(double share) { explored_ += share; }
  void undoTo(Trail::Mark mark, std::size_t threads);

  // search_choices.cpp
  EventId wantingPlace() const;
  void collectPlaces(EventId write);
  bool collectSources(EventId read, LocationId location, bool stuck);
  bool mayReadFrom(EventId read, LocationId location, EventId write);
  bool atomicityAllows(EventId read, EventId write);
  bool splitsPair(EventId after);
  EventId writeOf(EventId read) const;
  EventId readOf(EventId write) const;
  std::optional<ThreadId> pendingRead(bool stuck);
  bool waitsForLaterWrite(ThreadId t);
  bool waitInCircle();
  bool mayShowWanted() const;
  bool inOrder();
  bool inOrder(const SymmetryGroup& group);
  bool isNew(EventId leader, EventId attribute) const;
  bool freePlaceBefore(EventId write);
  void findReadsForever();
  bool readForever(EventId write) const;
  bool overtaken(ThreadId t) const;

  const EventStructure& structure_;
  PartialEvaluator& evaluator_;
  CoherenceRules rules_;
  const std::vector<SymmetryGroup>& groups_;
  SpinningRuns spinning_;
  bool completeOnly_ = false;
  /// By thread and node: whether an incident that is wanted may come of it; empty where all are.
  std::vector<std::vector<char>> leadsToWanted_;
  Reach reach_;
  PartialExecution execution_;
  std::vector<EventStructureStepper> machines_;
  std::vector<std::vector<EventId>> mayWrite_;  ///< by location: writes of threads that may touch it
  std::vector<Progress> threads_;
  /// By thread and node from which a spin loop continues for ever: what is read again and again (spinning.h).
  std::vector<std::map<NodeId, std::vector<EventId>>> readsForever_;
  std::vector<std::uint32_t> occurrence_;    ///< of arrivals that have happened
  std::vector<EventId> writes_;              ///< of threads
  std::vector<ArrivalOrder> arrivalOrders_;  ///< at each barrier that opens early

  std::vector<std::pair<ThreadId, Progress>> savedThreads_;
  std::size_t savedCount_ = 0;
  std::vector<LocationId> circle_;     ///< by thread, in waitInCircle: what it waits for
  std::vector<EventId> alternatives_;  ///< of all decisions on the way, one after the other

  const std::function<bool()>* visit_ = nullptr;
  SearchLimits limits_;
  SearchCounts counts_;
  std::uint64_t looks_ = 0;  ///< at the clock, most of them skipped
  std::optional<std::string> undecided_;
  double explored_ = 0;  ///< share of the search that is done
};

}  // namespace hrfcheck::inline engine
