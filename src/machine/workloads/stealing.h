#pragma once

#include <memory>
#include <span>

#include "machine/workloads/graph.h"
#include "machine/workloads/workload.h"

namespace hrfcheck::inline machine {

/// How the queues are used (Orr et al. 2015, section 5.2). UnsafeSteal is not of the paper: work-group scope,
/// and others steal at work-group scope, too, which synchronizes with nobody.
enum class StealingScenario { Baseline, ScopeOnly, StealOnly, RemSync, UnsafeSteal };
const char* nameOf(StealingScenario scenario);  ///< "baseline", "scope-only" ...
inline constexpr StealingScenario kStealingScenarios[] = {
    StealingScenario::Baseline, StealingScenario::ScopeOnly, StealingScenario::StealOnly,
    StealingScenario::RemSync, StealingScenario::UnsafeSteal};
/// Those of the paper.
inline constexpr std::span kPublishedScenarios = std::span(kStealingScenarios).first<4>();

/// What is done with a vertex (Orr et al. 2015, section 5.1, names the applications).
enum class GraphWork {
  Pull,  ///< reads its neighbours' values and writes its own, as graph coloring does; PageRank here, too
  Push   ///< reads its own value and writes its neighbours', as single-source shortest paths do, by ordinary
         ///< stores: neighbours of several work-groups are written by all of them, a race. Nobody reads them
};
const char* nameOf(GraphWork work);  ///< "pull", "push"

struct StealingShape {
  StealingScenario scenario = StealingScenario::Baseline;
  GraphWork work = GraphWork::Pull;
  GraphShape graph;
  Placement placement;  ///< one queue for each work-group
};

/// How the tasks were shared out.
struct StealingOutcome {
  std::size_t tasks = 0, stolen = 0;
  std::size_t failedSteals =
      0;                       ///< of tasks that somebody else took between the look and the compare-and-swap
  std::size_t emptyLooks = 0;  ///< of thieves into queues that have no task
  std::size_t twice = 0, never = 0;  ///< tasks taken more than once, and not at all
};

/// A graph whose vertices are tasks in queues, one for each work-group (Orr et al. 2015, section 5.1). A task
/// is as many vertices as the work-group has lanes. The first wavefront pops and steals, by the queue of
/// litmus/workstealing/fig6-repaired-seq-cst-pop-two-stealers.litmus; then all work on the task, each
/// wavefront with the lines that its lanes access at once.
class StealingWorkload final : public Workload {
 public:
  explicit StealingWorkload(const StealingShape& shape);

  std::vector<Value> memory() const override { return memory_; }
  StealingOutcome outcome() const;

 private:
  struct Queue {
    LocationId head, tail, contents;
  };
  /// The operations on a queue, at the scopes of the scenario.
  struct Operations {
    std::uint32_t peek, load, store, swap;
  };
  static constexpr Value kEmpty = -1, kAbort = -2;

  void layOut();
  void fillQueues();
  Operations operationsAt(std::uint32_t level, bool remote);
  bool steals() const;

  WorkCode codeOf(WorkItem& me, ThreadId t) override;
  Part<Value> nextTask(WorkItem& me, std::size_t group);
  Part<Value> pop(WorkItem& me, Queue queue);
  Part<Value> steal(WorkItem& me, Queue queue);
  Part<bool> process(WorkItem& me, ThreadId t, std::uint32_t firstVertex);
  Part<bool> visit(WorkItem& me, ThreadId t, std::uint32_t first, std::uint32_t last);
  void addLine(std::vector<LocationId>& lines, LocationId a) const;

  StealingShape shape_;
  Graph graph_;
  std::vector<Value> memory_;
  LocationId rows_ = 0, columns_ = 0, values_ = 0, results_ = 0;
  std::vector<Queue> queues_;
  Operations own_{}, others_{};
  std::uint32_t read_ = 0, write_ = 0;
  std::uint32_t taskVertices_ = 0;
  std::vector<Value> taskOf_;                   ///< by group: what its first wavefront has got
  std::vector<std::vector<LocationId>> lines_;  ///< by wavefront: of the access under way
  std::vector<std::uint32_t> taken_;            ///< by task
  StealingOutcome outcome_;
};

}  // namespace hrfcheck::inline machine
