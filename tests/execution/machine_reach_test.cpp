// Every stop of every run of the tests' threads, against what is said to be certain and possible there.

#include <doctest/doctest.h>

#include <filesystem>

#include "execution/witness/structure_stepper.h"
#include "frontend/litmus.h"
#include "program/structure/reach.h"
#include "support/program_builder.h"
#include "util/diagnostic.h"

namespace hrfcheck::test::machine_reach_test {
namespace {

class Events : public RunSink {
 public:
  void happens(EventId event, Value, LocationId, std::uint32_t) override { list.push_back(event); }
  void depends(Dependency, EventId, EventId) override {}
  std::vector<EventId> list;
};

/// Goes through the runs of one thread, a limited number of them.
class Walk {
 public:
  Walk(const EventStructure& structure, ThreadId thread)
      : structure_(structure),
        thread_(thread),
        reach_(structure),
        withoutSpinning_(structure, SpinningRuns::LeftOut),
        machine_(structure, thread) {}

  /// How many runs were looked at.
  std::size_t run() {
    stops_.push_back({structure_.threads()[thread_].start, 0});
    ThreadState state = machine_.start();
    const Pause pause = machine_.run(state, events_);
    follow(state, pause);
    return runs_;
  }

 private:
  struct Stop {
    NodeId node;
    std::size_t before;  ///< events of nodes before
  };

  void follow(const ThreadState& state, const Pause& pause) {
    if (pause.kind == Pause::Kind::End) {
      return checkRun(state);
    }
    const bool read = pause.kind == Pause::Kind::Read;
    const std::size_t told = events_.list.size();
    stops_.push_back({state.at, read ? told : told - 1});
    const std::size_t answers = read ? structure_.domains()[pause.location].size() : 2;
    for (std::size_t answer = 0; answer < answers && runs_ < kMostRuns; ++answer) {
      ThreadState next = state;
      Pause then;
      if (read) {
        then = machine_.giveValue(next, structure_.domains()[pause.location][answer], events_);
      } else if (answer == 0) {
        machine_.block(next);
      } else {
        then = machine_.passBarrier(next, events_);
      }
      follow(next, then);
      events_.list.resize(told);
    }
    stops_.pop_back();
  }

  void checkRun(const ThreadState& state) {
    ++runs_;
    for (const Stop& stop : stops_) {
      EventSet behind(structure_.size());
      for (std::size_t i = stop.before; i < events_.list.size(); ++i) {
        behind.insert(events_.list[i]);
      }
      CAPTURE(thread_);
      CAPTURE(stop.node);
      REQUIRE(reach_.certainFrom(thread_, stop.node).subsetOf(behind));
      if (state.end != ThreadEnd::Spinning) {
        REQUIRE(withoutSpinning_.certainFrom(thread_, stop.node).subsetOf(behind));
      }
      REQUIRE(behind.subsetOf(reach_.possibleFrom(thread_, stop.node)));
    }
  }

  static constexpr std::size_t kMostRuns = 300;

  const EventStructure& structure_;
  ThreadId thread_;
  Reach reach_;
  Reach withoutSpinning_;
  EventStructureStepper machine_;
  Events events_;
  std::vector<Stop> stops_;
  std::size_t runs_ = 0;
};

std::size_t walkAll(const EventStructure& structure) {
  std::size_t runs = 0;
  for (ThreadId t = 0; t < structure.threads().size(); ++t) {
    runs += Walk(structure, t).run();
  }
  return runs;
}

TEST_CASE("certain and possible events hold in the runs of the corpus") {
  const std::string root = std::string(HRFCHECK_SOURCE_DIR) + "/litmus";
  std::size_t tests = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".litmus") {
      CAPTURE(entry.path().string());
      const auto program = parseLitmus(readSource(entry.path().string()));
      if (!program->notForModels.empty()) {
        continue;  // has no candidate executions
      }
      const EventStructure structure(program, 2);
      CHECK(walkAll(structure) >= structure.threads().size());
      ++tests;
    }
  }
  CHECK(tests > 100);
}

TEST_CASE("certain and possible events hold where runs end early") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  ThreadBuilder& faults = p.thread();
  faults.load("r0", x)
      .store(binary(BinaryOp::Add, y, faults.get("r0")), 1)
      .branch(binary(BinaryOp::Div, constant(4), faults.get("r0")), 4)
      .store(y, 2)
      .store(x, 1);
  ThreadBuilder& waits = p.thread();
  waits.load("r0", x).barrier().onlyIf("r0").cas("r1", y, 0, 1).barrier().store(x, 1);
  ThreadBuilder& loops = p.thread();
  loops.rmw(RmwOp::Add, "r0", y, 1).branch(loops.get("r0"), 0).store(x, 2).onlyIf("r0", true).store(y, 0);
  ThreadBuilder& spins = p.thread();
  spins.load("r0", x).branch(spins.get("r0"), 4).fence(atomic(Order::Acquire)).jump(0).store(y, 1);
  CHECK(walkAll(*p.structure()) > 20);
}

}  // namespace
}  // namespace hrfcheck::test::machine_reach_test
