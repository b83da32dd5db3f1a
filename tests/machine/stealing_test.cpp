#include "machine/workloads/stealing.h"

#include <doctest/doctest.h>

#include "machine/timed/run.h"

using namespace hrfcheck;

namespace {

StealingShape shapeOf(StealingScenario scenario, GraphWork work = GraphWork::Pull) {
  StealingShape shape;
  shape.scenario = scenario;
  shape.work = work;
  shape.graph = {GraphKind::Uneven, 8192, 60, 5};
  return shape;
}

struct Ran {
  TimedReport report;
  StealingOutcome outcome;
};

Ran run(const StealingShape& shape, const char* machine = "rsp-fix") {
  StealingWorkload workload(shape);
  TimedOptions options;
  options.machine = machine;
  TimedReport report = runTimed(workload, options);
  return {std::move(report), workload.outcome()};
}

}  // namespace

TEST_CASE("Graphs are the same for the same seed, and sorted by degree as far as is asked") {
  const GraphShape shape{GraphKind::PowerLaw, 2048, 100, 3};
  const Graph graph = makeGraph(shape);
  CHECK(graph.vertices() == 2048);
  CHECK(graph.neighbours == makeGraph(shape).neighbours);
  GraphShape other = shape;
  other.seed = 4;
  CHECK(graph.neighbours != makeGraph(other).neighbours);
  for (std::uint32_t v = 0; v + 1 < graph.vertices(); ++v) {
    REQUIRE(graph.degree(v) >= graph.degree(v + 1));
  }
  for (const std::uint32_t n : graph.neighbours) {
    REQUIRE(n < graph.vertices());
  }
}

TEST_CASE("Work stealing: every task is taken once where the queue synchronizes") {
  for (const char* machine : {"rsp-fix", "rsp-fix2"}) {
    for (const GraphWork work : {GraphWork::Pull, GraphWork::Push}) {
      for (const StealingScenario scenario : {StealingScenario::Baseline, StealingScenario::ScopeOnly,
                                              StealingScenario::StealOnly, StealingScenario::RemSync}) {
        CAPTURE(std::string(nameOf(scenario)));
        CAPTURE(std::string(machine));
        const Ran ran = run(shapeOf(scenario, work), machine);
        CHECK(ran.report.unfinished == "");
        CHECK(ran.outcome.tasks == 32);
        CHECK(ran.outcome.twice == 0);
        CHECK(ran.outcome.never == 0);
        const bool steals = scenario == StealingScenario::StealOnly || scenario == StealingScenario::RemSync;
        CHECK((ran.outcome.stolen > 0) == steals);
        CHECK((ran.report.remote > 0) == (scenario == StealingScenario::RemSync));
      }
    }
  }
}

TEST_CASE("Work stealing: dirty lines that invalidations write back find room") {
  StealingShape shape = shapeOf(StealingScenario::RemSync, GraphWork::Push);
  for (const char* machine : {"rsp-fix", "rsp-lit"}) {
    StealingWorkload workload(shape);
    TimedOptions options;
    options.machine = machine;
    options.with = {"flush-dirty"};
    options.table.levels[1] = {"L2", 4096, 2, 24, 1};
    CHECK(runTimed(workload, options).unfinished == "");
    CHECK(workload.outcome().never == 0);
  }
}

TEST_CASE("Work stealing at work-group scope takes tasks twice") {
  const Ran ran = run(shapeOf(StealingScenario::UnsafeSteal));
  CHECK(ran.report.unfinished == "");
  CHECK(ran.outcome.twice > 0);
}

TEST_CASE("Work stealing: the runs of all scenarios do the same work") {
  const std::uint64_t base = run(shapeOf(StealingScenario::Baseline)).report.operations;
  CHECK(run(shapeOf(StealingScenario::ScopeOnly)).report.operations == base);
}

TEST_CASE("Work stealing: a scope that is wider than needed flushes and invalidates more") {
  const TimedReport wide = run(shapeOf(StealingScenario::Baseline, GraphWork::Push)).report;
  const TimedReport narrow = run(shapeOf(StealingScenario::ScopeOnly, GraphWork::Push)).report;
  CHECK(wide.levels.front().markers > narrow.levels.front().markers);
  CHECK(wide.levels.front().invalidated > narrow.levels.front().invalidated);
  CHECK(narrow.levels.front().markers == 0);
}
