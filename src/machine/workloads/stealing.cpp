#include "machine/workloads/stealing.h"

#include <algorithm>

#include "program/ir/scope_levels.h"
#include "util/enum_names.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::uint32_t kLanes = 64;  // of a wavefront: Orr et al. 2015, Table 1
constexpr std::uint64_t kWorkOfEdge =
    4;  // cycles for an edge of each lane: 64 lanes on 16 of a SIMD unit; ours

bool isLocal(StealingScenario scenario) {
  return scenario != StealingScenario::Baseline && scenario != StealingScenario::StealOnly;
}

}  // namespace

constexpr std::array kStealingScenarioNames{
    EnumName{StealingScenario::Baseline, "baseline"}, EnumName{StealingScenario::ScopeOnly, "scope-only"},
    EnumName{StealingScenario::StealOnly, "steal-only"}, EnumName{StealingScenario::RemSync, "rem-sync"},
    EnumName{StealingScenario::UnsafeSteal, "unsafe-steal"}};
static_assert(coversUpTo(kStealingScenarioNames, StealingScenario::UnsafeSteal));

const char* nameOf(StealingScenario scenario) {
  return nameIn(kStealingScenarioNames, scenario);
}

const char* nameOf(GraphWork work) {
  return work == GraphWork::Pull ? "pull" : "push";
}

StealingWorkload::StealingWorkload(const StealingShape& shape)
    : Workload(shape.placement),
      shape_(shape),
      graph_(makeGraph(shape.graph)),
      read_(loads()),
      write_(stores()),
      taskVertices_(kLanes * static_cast<std::uint32_t>(shape.placement.waves)),
      taskOf_(shape.placement.groups),
      lines_(wavefronts()) {
  own_ = operationsAt(isLocal(shape.scenario) ? kGroupLevel : kDeviceLevel, false);
  others_ = operationsAt(shape.scenario == StealingScenario::UnsafeSteal ? kGroupLevel : kDeviceLevel,
                         shape.scenario == StealingScenario::RemSync);
  layOut();
  fillQueues();
}

StealingWorkload::Operations StealingWorkload::operationsAt(std::uint32_t level, bool remote) {
  const Atomicity relaxed{Order::Relaxed, level, false};
  const Atomicity synchronizing{Order::SeqCst, level, remote};
  return {loads(relaxed), loads(synchronizing), stores(synchronizing),
          modifies(RmwOp::CompareSwap, synchronizing)};
}

bool StealingWorkload::steals() const {
  return shape_.scenario != StealingScenario::Baseline && shape_.scenario != StealingScenario::ScopeOnly;
}

void StealingWorkload::layOut() {
  LocationId next = 0;
  const auto place = [&](std::size_t words) {
    const LocationId at = next;
    next += static_cast<LocationId>((words + kLineWords - 1) / kLineWords * kLineWords);
    return at;
  };
  rows_ = place(graph_.first.size());
  columns_ = place(graph_.neighbours.size());
  values_ = place(graph_.vertices());
  results_ = place(graph_.vertices());
  outcome_.tasks = (graph_.vertices() + taskVertices_ - 1) / taskVertices_;
  taken_.resize(outcome_.tasks);
  for (std::size_t q = 0; q < placement().groups; ++q) {
    const LocationId head = place(1);
    const LocationId tail = place(1);
    queues_.push_back({head, tail, place(outcome_.tasks)});
  }
  memory_.resize(next);
}

/// "The graphs' vertices are evenly distributed across the queues" (section 5.1): each has a stretch of them.
void StealingWorkload::fillQueues() {
  const std::size_t groups = placement().groups;
  for (std::size_t q = 0; q < groups; ++q) {
    const std::size_t first = outcome_.tasks * q / groups, last = outcome_.tasks * (q + 1) / groups;
    memory_[queues_[q].tail] = static_cast<Value>(last - first);
    for (std::size_t task = first; task < last; ++task) {
      memory_[queues_[q].contents + (task - first)] = static_cast<Value>(task);
    }
  }
}

StealingOutcome StealingWorkload::outcome() const {
  StealingOutcome outcome = outcome_;
  for (const std::uint32_t times : taken_) {
    outcome.twice += times > 1 ? 1 : 0;
    outcome.never += times == 0 ? 1 : 0;
  }
  return outcome;
}

WorkCode StealingWorkload::codeOf(WorkItem& me, ThreadId t) {
  const std::size_t group = groupOf(t);
  const auto barrier = static_cast<std::uint32_t>(group);
  for (;;) {
    if (wavefrontOf(t) == 0) {
      taskOf_[group] = co_await nextTask(me, group);
    }
    co_await me.barrier(barrier, placement().waves);  // the task goes to the others by local memory
    const Value task = taskOf_[group];
    if (task < 0) {
      co_return true;
    }
    co_await process(me, t, static_cast<std::uint32_t>(task) * taskVertices_);
    co_await me.barrier(barrier, placement().waves);
  }
}

/// From the own queue, or when that is empty from the next that is not, one task at a time (section 6.3). A
/// thief begins with the next queue each time, also if it was empty the last time.
Part<Value> StealingWorkload::nextTask(WorkItem& me, std::size_t group) {
  const std::size_t groups = placement().groups;
  Value task = co_await pop(me, queues_[group]);
  for (std::size_t i = 1; task < 0 && steals() && i < groups;) {
    task = co_await steal(me, queues_[(group + i) % groups]);
    outcome_.failedSteals += task == kAbort ? 1 : 0;
    outcome_.emptyLooks += task == kEmpty ? 1 : 0;
    outcome_.stolen += task >= 0 ? 1 : 0;
    i += task == kEmpty ? 1 : 0;
  }
  if (task >= 0) {
    ++taken_[static_cast<std::size_t>(task)];
  }
  co_return task;
}

Part<Value> StealingWorkload::pop(WorkItem& me, Queue queue) {
  const Value old = co_await me.load(own_.peek, queue.tail);
  if (old == 0) {
    co_return kEmpty;
  }
  const Value tail = old - 1;
  co_await me.store(own_.store, queue.tail, tail);
  const Value task = co_await me.load(read_, queue.contents + static_cast<LocationId>(tail));
  const Value head = co_await me.load(own_.load, queue.head);
  if (tail > head) {
    co_return task;
  }
  if (tail == head && co_await me.rmw(own_.swap, queue.head, head + 1, head) == head) {
    co_return task;
  }
  co_return kEmpty;
}

Part<Value> StealingWorkload::steal(WorkItem& me, Queue queue) {
  const Value head = co_await me.load(others_.load, queue.head);
  const Value tail = co_await me.load(others_.load, queue.tail);
  if (tail <= head) {
    co_return kEmpty;
  }
  const Value task = co_await me.load(read_, queue.contents + static_cast<LocationId>(head));
  co_return co_await me.rmw(others_.swap, queue.head, head + 1, head) == head ? task : kAbort;
}

void StealingWorkload::addLine(std::vector<LocationId>& lines, LocationId a) const {
  const auto same = [&](LocationId other) { return other / kLineWords == a / kLineWords; };
  if (std::ranges::none_of(lines, same)) {
    lines.push_back(a);
  }
}

/// A wavefront's part of a task: the vertices of its lanes.
Part<bool> StealingWorkload::process(WorkItem& me, ThreadId t, std::uint32_t firstVertex) {
  const std::uint32_t first = firstVertex + static_cast<std::uint32_t>(wavefrontOf(t)) * kLanes;
  const std::uint32_t last = std::min(first + kLanes, graph_.vertices());
  if (first < last) {
    co_await visit(me, t, first, last);
  }
  co_return true;
}

Part<bool> StealingWorkload::visit(WorkItem& me, ThreadId t, std::uint32_t first, std::uint32_t last) {
  std::vector<LocationId>& lines = lines_[t];
  std::uint32_t most = 0;
  const bool pull = shape_.work == GraphWork::Pull;
  // The access takes the first line, and the others at once.
  const auto gather = [&lines](LocationId& front) {
    front = lines.front();
    lines.erase(lines.begin());
  };
  LocationId front = 0;
  lines.clear();
  for (std::uint32_t v = first; v <= last; ++v) {
    addLine(lines, rows_ + v);
    most = std::max(most, v < last ? graph_.degree(v) : 0);
  }
  gather(front);
  co_await me.load(read_, front, &lines);
  lines.clear();
  for (std::uint32_t v = first; v < last; ++v) {
    addLine(lines, (pull ? results_ : values_) + v);
  }
  gather(front);
  if (!pull) {
    co_await me.load(read_, front, &lines);
  }
  for (std::uint32_t j = 0; j < most; ++j) {
    lines.clear();
    for (std::uint32_t v = first; v < last; ++v) {
      if (j < graph_.degree(v)) {
        addLine(lines, columns_ + graph_.first[v] + j);
      }
    }
    gather(front);
    co_await me.load(read_, front, &lines);
    lines.clear();
    for (std::uint32_t v = first; v < last; ++v) {
      if (j < graph_.degree(v)) {
        addLine(lines, (pull ? values_ : results_) + graph_.neighbours[graph_.first[v] + j]);
      }
    }
    gather(front);
    if (pull) {
      co_await me.load(read_, front, &lines);
    } else {
      co_await me.store(write_, front, static_cast<Value>(first), &lines);
    }
    co_await me.compute(kWorkOfEdge);
  }
  if (pull) {
    lines.clear();
    for (std::uint32_t v = first; v < last; ++v) {
      addLine(lines, results_ + v);
    }
    gather(front);
    co_await me.store(write_, front, static_cast<Value>(first), &lines);
  }
  co_return true;
}

}  // namespace hrfcheck::inline machine
