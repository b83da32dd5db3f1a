// Which barriers a thread has surely passed, and who has surely come there.

#include "execution/bounds/barrier_phases.h"

#include <doctest/doctest.h>

#include "support/program_builder.h"

namespace hrfcheck::test {
namespace {

struct Test {
  explicit Test(const std::shared_ptr<const Program>& program) : structure(program) {
    PacedLook look;
    for (const UnrolledThread& thread : structure.threads()) {
      ways.emplace_back(thread, look);
    }
  }

  /// The arrivals of thread 1, as its nodes, that a load of thread 0 has behind it.
  std::vector<NodeId> behindTheLoad() const {
    const BarrierPhases meetings(structure, ways);
    std::vector<NodeId> nodes;
    for (EventId e = 0; e < structure.size(); ++e) {
      if (structure.events()[e].kind == EventKind::Read) {
        for (const auto& [arrival, departure] : meetings.before(e, 1)) {
          CHECK(structure.events()[arrival].thread == 1);
          CHECK(structure.events()[departure].thread == 0);
          CHECK(structure.events()[departure].kind == EventKind::Depart);
          nodes.push_back(structure.events()[arrival].node);
        }
      }
    }
    return nodes;
  }

  EventStructure structure;
  std::vector<Dominators> ways;
};

using Nodes = std::vector<NodeId>;

}  // namespace

TEST_CASE("certain meetings: the last barrier before, passed as often by the other thread") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().barrier().barrier().load("r", x).barrier();
  p.thread().barrier().store(x, 1).barrier().store(x, 2).barrier();
  CHECK(Test(p.build()).behindTheLoad() == Nodes{2});
}

TEST_CASE("certain meetings: none before the first barrier, nor with a thread of another work-group") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread(0).load("r", x).barrier();
  p.thread(0).barrier();
  CHECK(Test(p.build()).behindTheLoad().empty());
  ProgramBuilder apart;
  const ExprPtr y = apart.location("y");
  apart.thread(0).barrier().load("r", y);
  apart.thread(1).barrier();
  CHECK(Test(apart.build()).behindTheLoad().empty());
}

TEST_CASE("certain meetings: barriers of different names are passed independently") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().barrier(kWg, 1).barrier(kWg, 2).load("r", x);
  p.thread().barrier(kWg, 2).barrier(kWg, 1);
  CHECK(Test(p.build()).behindTheLoad() == Nodes{1, 0});
}

TEST_CASE("certain meetings: where a branch decides which barrier it is, nothing is certain") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().barrier().load("r", x);
  ThreadBuilder& other = p.thread();
  other.load("s", x, atomic(Order::Relaxed)).branch(other.get("s"), 4).barrier().jump(5).barrier().nop();
  // The load of thread 1 has nothing before it; that of thread 0 knows only that one of two was passed.
  const Test test(p.build());
  const BarrierPhases meetings(test.structure, test.ways);
  for (EventId e = 0; e < test.structure.size(); ++e) {
    if (test.structure.events()[e].kind == EventKind::Read && test.structure.events()[e].thread == 0) {
      CHECK(meetings.before(e, 1).empty());
    }
  }
}

TEST_CASE("certain meetings: a barrier with a predicate may not have been passed") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().barrier().load("r", x);
  ThreadBuilder& other = p.thread();
  other.reg("on", 0);
  other.barrier().onlyIf("on");
  CHECK(Test(p.build()).behindTheLoad().empty());
}

TEST_CASE("certain meetings: who may have ended need not have come, where barriers do not wait for that") {
  const auto behind = [](const char* dialect, bool endsEarly) {
    ProgramBuilder p;
    const ExprPtr x = p.location("x");
    p.thread().barrier().load("r", x);
    ThreadBuilder& other = p.thread();
    other.load("s", x, atomic(Order::Relaxed)).branch(other.get("s"), endsEarly ? 3 : 2).barrier();
    Program program = *p.build();
    program.dialect = dialect;
    return Test(std::make_shared<const Program>(std::move(program))).behindTheLoad();
  };
  CHECK(behind("HSA", true) == Nodes{2});
  CHECK(behind("CUDA", true).empty());
  CHECK(behind("CUDA", false) == Nodes{2});
}

}  // namespace hrfcheck::test
