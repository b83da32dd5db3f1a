// Executions that do not run to their end: incidents, and never outcomes or flags.

#include <doctest/doctest.h>

#include "engine/engine.h"
#include "support/given.h"
#include "support/model_builder.h"
#include "support/program_builder.h"

namespace hrfcheck::test::explicit_incidents_test {
namespace {

Analysis analyse(const ProgramBuilder& program, const Model& model, unsigned bound = 2) {
  const Analysis analysis = makeExplicitEngine()->analyse(given(program.structure(bound), model), {});
  CHECK(analysis.undecided == std::nullopt);
  for (const Incident& incident : analysis.incidents) {
    CHECK(whyNotCandidate(incident.witness.execution()) == std::nullopt);
    CHECK_FALSE(incident.witness.execution().complete());
  }
  return analysis;
}

using Place = std::pair<IncidentKind, InstructionRef>;

std::vector<Place> placesOf(const Analysis& analysis) {
  std::vector<Place> places;
  for (const Incident& incident : analysis.incidents) {
    places.emplace_back(incident.kind, incident.where);
  }
  return places;
}

std::vector<std::vector<Value>> statesOf(const Analysis& analysis) {
  std::vector<std::vector<Value>> states;
  for (const Outcome& outcome : analysis.outcomes) {
    states.push_back(outcome.values);
  }
  return states;
}

TEST_CASE("a barrier that one thread never reaches") {
  ProgramBuilder p;
  p.thread().barrier();
  p.thread().nop();
  const Analysis analysis = analyse(p, scModel());
  CHECK(analysis.outcomes.empty());
  CHECK(placesOf(analysis) == std::vector<Place>{{IncidentKind::BarrierDivergence, {0, 0}}});
}

TEST_CASE("a barrier of another work-group is none of its business") {
  ProgramBuilder p;
  p.thread(0).barrier();
  p.thread(1).nop();
  const Analysis analysis = analyse(p, scModel());
  CHECK(analysis.outcomes.size() == 1);
  CHECK(analysis.incidents.empty());
}

TEST_CASE("threads that wait at different barriers") {
  ProgramBuilder p;
  p.thread().barrier(kWg, 1);
  p.thread().nop().barrier(kWg, 2);
  const Analysis analysis = analyse(p, scModel());
  CHECK(analysis.outcomes.empty());
  CHECK(placesOf(analysis) == std::vector<Place>{{IncidentKind::BarrierDivergence, {0, 0}},
                                                 {IncidentKind::BarrierDivergence, {1, 1}}});
}

TEST_CASE("a barrier that is reached in some executions") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("r0", x).branch(binary(BinaryOp::Eq, t.get("r0"), constant(0)), 3).barrier();
  p.thread().store(x, 1).barrier();
  const Analysis analysis = analyse(p, scModel());
  CHECK(statesOf(analysis) == std::vector<std::vector<Value>>{{1, 1}});
  CHECK(placesOf(analysis) == std::vector<Place>{{IncidentKind::BarrierDivergence, {1, 1}}});
}

TEST_CASE("a loop that may go on after the bound") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("r0", x)
      .assign("n", binary(BinaryOp::Add, t.get("n"), constant(1)))
      .branch(binary(BinaryOp::Eq, t.get("r0"), constant(0)), 0);
  p.thread().store(x, 1);
  const Analysis analysis = analyse(p, scModel(), 2);
  CHECK(statesOf(analysis) == std::vector<std::vector<Value>>{{1, 1, 1}, {1, 2, 1}});
  CHECK(analysis.executionCounts == std::pair<std::uint64_t, std::uint64_t>(2, 0));
  CHECK(placesOf(analysis) == std::vector<Place>{{IncidentKind::BoundReached, {0, 2}}});
}

TEST_CASE("an access outside of every location") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("r0", x).store(binary(BinaryOp::Add, x, t.get("r0")), 5);
  p.thread().store(x, 1);
  const Analysis analysis = analyse(p, scModel());
  CHECK(placesOf(analysis) == std::vector<Place>{{IncidentKind::Fault, {0, 1}}});
  for (const auto& state : statesOf(analysis)) {
    CHECK(state[0] != 1);
  }
}

TEST_CASE("who waits for a thread that faults is not to blame") {
  ProgramBuilder p;
  p.thread().store(0, 1).barrier();
  p.thread().barrier();
  CHECK(placesOf(analyse(p, scModel())) == std::vector<Place>{{IncidentKind::Fault, {0, 0}}});
}

TEST_CASE("a model that forbids the execution forbids the incident") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().store(x, 1).store(y, 1);
  ThreadBuilder& t = p.thread();
  t.load("r0", y).load("r1", x);
  // faults when r0 = 1 and r1 = 0
  t.store(binary(BinaryOp::Add, x, binary(BinaryOp::Gt, t.get("r0"), t.get("r1"))), 7);
  CHECK(placesOf(analyse(p, scModel())).empty());
  CHECK(placesOf(analyse(p, coherenceModel())) == std::vector<Place>{{IncidentKind::Fault, {1, 2}}});
}

TEST_CASE("the filter is for complete executions only, and these have the flags") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("r0", x).store(binary(BinaryOp::Add, x, t.get("r0")), 0);
  p.thread().store(x, 1);
  p.program().filter = equals({0, 0, kNoLocation}, 1);
  ModelBuilder m;
  m.flagNotEmpty(m.rf(), "always");
  const Analysis analysis = analyse(p, m.model());
  CHECK(analysis.outcomes.empty());
  CHECK(analysis.flags.empty());
  CHECK(placesOf(analysis) == std::vector<Place>{{IncidentKind::Fault, {0, 1}}});
}

}  // namespace
}  // namespace hrfcheck::test::explicit_incidents_test
