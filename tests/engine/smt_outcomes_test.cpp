// The SMT engine on known shapes with exact outcome sets, filters, flags of each kind, incidents and options.

#include <doctest/doctest.h>

#include <atomic>

#include "engine/engine.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/litmus_shapes.h"
#include "support/model_builder.h"

namespace hrfcheck::test::smt_outcomes_test {
namespace {

using States = std::set<std::vector<Value>>;

Analysis analyse(const ProgramBuilder& program, const Model& model, const AnalysisOptions& options = {},
                 unsigned bound = 2) {
  Analysis analysis = makeSmtEngine()->analyse(given(program.structure(bound), model), options);
  CHECK(analysis.undecided == std::nullopt);
  for (const Outcome& outcome : analysis.outcomes) {
    CHECK(whyNotCandidate(outcome.witness.execution()) == std::nullopt);
    CHECK(outcome.witness.execution().complete());
  }
  return analysis;
}

/// The first `width` observed values.
States statesOf(const Analysis& analysis, std::size_t width) {
  States states;
  for (const Outcome& outcome : analysis.outcomes) {
    states.emplace(outcome.values.begin(), outcome.values.begin() + static_cast<std::ptrdiff_t>(width));
  }
  return states;
}

/// All valuations of `width` registers over 0 and 1, but those given.
States allBut(std::size_t width, const States& missing) {
  States states;
  for (unsigned bits = 0; bits < (1U << width); ++bits) {
    std::vector<Value> values;
    for (std::size_t i = width; i-- > 0;) {
      values.push_back((bits >> i) & 1U);
    }
    if (!missing.contains(values)) {
      states.insert(values);
    }
  }
  return states;
}

TEST_CASE("the classic shapes, sequentially consistent") {
  CHECK(statesOf(analyse(storeBuffering(), scModel()), 2) == allBut(2, {{0, 0}}));
  CHECK(statesOf(analyse(messagePassing(), scModel()), 2) == allBut(2, {{1, 0}}));
  CHECK(statesOf(analyse(loadBuffering(), scModel()), 2) == allBut(2, {{1, 1}}));
  CHECK(statesOf(analyse(readRead(), scModel()), 2) == allBut(2, {{1, 0}}));
  CHECK(statesOf(analyse(independentReads(), scModel()), 4) == allBut(4, {{1, 0, 1, 0}}));
  CHECK(statesOf(analyse(twoPlusTwoWrites(), scModel()), 2) == States{{1, 2}, {2, 1}, {2, 2}});
}

TEST_CASE("the classic shapes, coherent only") {
  CHECK(statesOf(analyse(storeBuffering(), coherenceModel()), 2) == allBut(2, {}));
  CHECK(statesOf(analyse(messagePassing(), coherenceModel()), 2) == allBut(2, {}));
  CHECK(statesOf(analyse(loadBuffering(), coherenceModel()), 2) == allBut(2, {}));
  CHECK(statesOf(analyse(readRead(), coherenceModel()), 2) == allBut(2, {{1, 0}}));
  CHECK(statesOf(analyse(independentReads(), coherenceModel()), 4) == allBut(4, {}));
  CHECK(statesOf(analyse(twoPlusTwoWrites(), coherenceModel()), 2) == States{{1, 1}, {1, 2}, {2, 1}, {2, 2}});
}

TEST_CASE("outcomes are sorted and distinct") {
  const Analysis analysis = analyse(independentReads(), coherenceModel());
  for (std::size_t i = 1; i < analysis.outcomes.size(); ++i) {
    CHECK(analysis.outcomes[i - 1].values < analysis.outcomes[i].values);
  }
}

TEST_CASE("counters count") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  for (int t = 0; t < 3; ++t) {
    p.thread().rmw(RmwOp::Add, "r", x, 1, atomic(Order::SeqCst));
  }
  CHECK(statesOf(analyse(p, scModel()), 4) ==
        States{{0, 1, 2, 3}, {0, 2, 1, 3}, {1, 0, 2, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}, {2, 1, 0, 3}});
}

TEST_CASE("one of two swaps succeeds, and the code after it sees which") {
  ProgramBuilder p;
  const ExprPtr lock = p.location("lock");
  const ExprPtr x = p.location("x");
  for (Value v : {1, 2}) {
    ThreadBuilder& t = p.thread();
    t.cas("r", lock, 0, v, atomic(Order::SeqCst)).branch(t.get("r"), 3).store(x, v).nop();
  }
  CHECK(statesOf(analyse(p, scModel()), 4) == States{{0, 1, 1, 1}, {2, 0, 2, 2}});
}

TEST_CASE("addresses that depend on values") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().store(x, 1);
  ThreadBuilder& t = p.thread();
  t.load("r", x).store(select(t.get("r"), y, x), 7);
  CHECK(statesOf(analyse(p, scModel()), 3) == States{{0, 1, 0}, {0, 7, 0}, {1, 1, 7}});
}

TEST_CASE("a linearisation chooses one order of everything") {
  ModelBuilder m;
  const Term t = m.linearisation("t", m.all(CatType::Set), m.po());
  m.acyclic(t | m.rf() | m.co() | m.fr());
  const Analysis total = analyse(independentReads(), m.model());
  CHECK(statesOf(total, 4) == allBut(4, {{1, 0, 1, 0}}));
  for (const Outcome& outcome : total.outcomes) {
    const Execution execution = outcome.witness.execution();
    REQUIRE(execution.choices.size() == 1);
    CHECK(execution.choices[0].acyclic());
  }
  ModelBuilder none;
  none.linearisation("t", none.all(CatType::Set), none.po() | none.id());
  CHECK(analyse(storeBuffering(), none.model()).outcomes.empty());
}

TEST_CASE("the filter and the condition") {
  ProgramBuilder p = messagePassing();
  p.program().filter = equals({1, 0, kNoLocation}, 1);
  p.program().condition = equals({1, 1, kNoLocation}, 0);
  const Analysis weak = analyse(p, coherenceModel());
  CHECK(statesOf(weak, 2) == States{{1, 0}, {1, 1}});
  REQUIRE(weak.outcomes.size() == 2);
  CHECK(weak.outcomes[0].satisfiesCondition);
  CHECK_FALSE(weak.outcomes[1].satisfiesCondition);
  CHECK(statesOf(analyse(p, scModel()), 2) == States{{1, 1}});
}

TEST_CASE("a loop at its bound, with the executions that leave it in time") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().store(x, 1);
  ThreadBuilder& t = p.thread();
  t.load("r", x)
      .assign("n", binary(BinaryOp::Add, t.get("n"), constant(1)))
      .branch(unary(UnaryOp::LogicalNot, t.get("r")), 0);
  const Analysis analysis = analyse(p, scModel());
  CHECK(statesOf(analysis, 1) == States{{1}});
  REQUIRE(analysis.incidents.size() == 1);
  CHECK(analysis.incidents[0].kind == IncidentKind::BoundReached);
  CHECK(analysis.incidents[0].where == InstructionRef{1, 2});
}

TEST_CASE("faults and divergence") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("r", x).load("s", t.get("r")).barrier();
  p.thread().barrier();
  const Findings faulty = findingsOf(analyse(p, scModel()));
  CHECK(faulty.outcomes.empty());
  CHECK(faulty.incidents == std::set<std::pair<IncidentKind, InstructionRef>>{{IncidentKind::Fault, {0, 1}}});

  ProgramBuilder q;
  const ExprPtr y = q.location("y");
  q.thread().store(y, 1).barrier();
  q.thread().load("r", y).barrier().onlyIf("r");
  const Analysis divergent = analyse(q, scModel());
  CHECK(statesOf(divergent, 1) == States{{1}});
  CHECK(findingsOf(divergent).incidents ==
        std::set<std::pair<IncidentKind, InstructionRef>>{{IncidentKind::BarrierDivergence, {0, 1}}});
}

TEST_CASE("options choose what is asked") {
  ModelBuilder m;
  m.flagNotEmpty(m.rf() & ~m.base(static_relation::Int), "communication");
  AnalysisOptions options;
  options.outcomes = OutcomeSearch::None;
  const Analysis flagsOnly = analyse(storeBuffering(), m.model(), options);
  CHECK(flagsOnly.outcomes.empty());
  REQUIRE(flagsOnly.flags.size() == 1);
  CHECK(flagsOnly.flags[0].pairs.size() == 2);
  options = {};
  options.flags = false;
  const Analysis outcomesOnly = analyse(storeBuffering(), m.model(), options);
  CHECK(outcomesOnly.outcomes.size() == 4);
  CHECK(outcomesOnly.flags.empty());
}

TEST_CASE("a deadline in the past leaves everything undecided") {
  std::atomic<bool> cancelled = true;
  AnalysisOptions options;
  options.deadline = Deadline::after(0, &cancelled);
  const auto engine = makeSmtEngine();
  const Analysis nothing = engine->analyse(given(storeBuffering().structure(), scModel()), options);
  CHECK(nothing.undecided == "time limit");
  CHECK(nothing.outcomes.empty());
  // The engine is as good as new.
  const Analysis all = engine->analyse(given(storeBuffering().structure(), scModel()), {});
  CHECK(all.undecided == std::nullopt);
  CHECK(all.outcomes.size() == 3);
}

TEST_CASE("a deadline in the middle interrupts the search") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  for (int t = 0; t < 10; ++t) {
    p.thread()
        .rmw(RmwOp::Add, "r", x, 1, atomic(Order::SeqCst))
        .rmw(RmwOp::Add, "s", x, 1, atomic(Order::SeqCst));
  }
  AnalysisOptions options;
  options.deadline = Deadline::after(1.0);
  const auto engine = makeSmtEngine();
  const Analysis some = engine->analyse(given(p.structure(), scModel()), options);
  CHECK(some.undecided == "time limit");
  CHECK(engine->analyse(given(storeBuffering().structure(), scModel()), {}).outcomes.size() == 3);
}

TEST_CASE("the solver has a version") {
  CHECK(smtSolverVersion().find('.') != std::string::npos);
}

}  // namespace
}  // namespace hrfcheck::test::smt_outcomes_test
