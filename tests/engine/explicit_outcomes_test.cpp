// Exact outcome sets, worked out by hand: sequential consistency, and coherence alone.

#include <doctest/doctest.h>

#include "engine/engine.h"
#include "support/given.h"
#include "support/litmus_shapes.h"
#include "support/model_builder.h"

namespace hrfcheck::test::explicit_outcomes_test {
namespace {

using States = std::vector<std::vector<Value>>;

Analysis analyse(const ProgramBuilder& program, const Model& model, AnalysisOptions options = {},
                 unsigned bound = 2) {
  return makeExplicitEngine()->analyse(given(program.structure(bound), model), options);
}

/// The outcomes, with the observed values cut down to the first `width`.
States statesOf(const Analysis& analysis, std::size_t width) {
  CHECK(analysis.undecided == std::nullopt);
  States states;
  for (const Outcome& outcome : analysis.outcomes) {
    CHECK(whyNotCandidate(outcome.witness.execution()) == std::nullopt);
    CHECK(outcome.witness.execution().complete());
    std::vector<Value> values(outcome.values.begin(), outcome.values.begin() + static_cast<long>(width));
    states.push_back(std::move(values));
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
    if (std::find(missing.begin(), missing.end(), values) == missing.end()) {
      states.push_back(std::move(values));
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

TEST_CASE("under no model at all a later read may go back") {
  CHECK(statesOf(analyse(readRead(), ModelBuilder().model()), 2) == allBut(2, {}));
}

TEST_CASE("a total order of all events is sequential consistency") {
  ModelBuilder m;
  const Term t = m.linearisation("t", m.all(CatType::Set), m.po());
  m.acyclic(t | m.rf() | m.co() | m.fr());
  for (const ProgramBuilder& program : {storeBuffering(), messagePassing(), loadBuffering(), readRead()}) {
    const Analysis total = analyse(program, m.model());
    CHECK(statesOf(total, 2) == statesOf(analyse(program, scModel()), 2));
    for (const Outcome& outcome : total.outcomes) {
      CHECK(outcome.witness.execution().choices.size() == 1);
    }
  }
}

TEST_CASE("compare-and-swap: one wins, unless nothing makes it atomic") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().cas("r0", x, 0, 1);
  p.thread().cas("r0", x, 0, 2);
  CHECK(statesOf(analyse(p, scModel()), 3) == States{{0, 1, 1}, {2, 0, 2}});
  CHECK(statesOf(analyse(p, coherenceModel()), 3) == States{{0, 0, 1}, {0, 0, 2}, {0, 1, 1}, {2, 0, 2}});
}

TEST_CASE("two increments add up") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().rmw(RmwOp::Add, "r0", x, 1);
  p.thread().rmw(RmwOp::Add, "r0", x, 1);
  CHECK(statesOf(analyse(p, scModel()), 3) == States{{0, 1, 2}, {1, 0, 2}});
}

TEST_CASE("message passing through a barrier") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().store(x, 1).barrier();
  p.thread().barrier().load("r0", x);
  CHECK(statesOf(analyse(p, scModel()), 1) == States{{1}});
  CHECK(statesOf(analyse(p, coherenceModel()), 1) == States{{0}, {1}});
  CHECK(analyse(p, scModel()).incidents.empty());
}

TEST_CASE("conditions: what satisfies them, and how many executions do") {
  ProgramBuilder p = messagePassing();
  p.program().condition = equals({1, 0, kNoLocation}, 1);
  const Analysis analysis = analyse(p, coherenceModel());
  REQUIRE(analysis.outcomes.size() == 4);
  CHECK_FALSE(analysis.outcomes[0].satisfiesCondition);
  CHECK_FALSE(analysis.outcomes[1].satisfiesCondition);
  CHECK(analysis.outcomes[2].satisfiesCondition);
  CHECK(analysis.outcomes[3].satisfiesCondition);
  CHECK(analysis.executionCounts == std::pair<std::uint64_t, std::uint64_t>(2, 2));
}

TEST_CASE("executions are counted, not outcomes nor linearisations") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().store(x, 1);
  p.thread().store(x, 1);
  p.thread().load("r0", x);
  p.program().condition = equals({2, 0, kNoLocation}, 1);
  // read from the initial write or from either store, in either coherence order
  CHECK(analyse(p, coherenceModel()).executionCounts == std::pair<std::uint64_t, std::uint64_t>(4, 2));
  ModelBuilder m;
  m.linearisation("t", m.tag("W"), m.none(CatType::Relation));
  const Term t = m.linearisation("u", m.tag("W"), m.none(CatType::Relation));
  m.flagNotEmpty(t, "order");
  CHECK(analyse(p, m.model()).executionCounts == std::pair<std::uint64_t, std::uint64_t>(4, 2));
}

TEST_CASE("a filter restricts outcomes") {
  ProgramBuilder p = messagePassing();
  p.program().filter = equals({1, 0, kNoLocation}, 1);
  CHECK(statesOf(analyse(p, scModel()), 2) == States{{1, 1}});
  CHECK(statesOf(analyse(p, coherenceModel()), 2) == States{{1, 0}, {1, 1}});
  CHECK(analyse(p, coherenceModel()).executionCounts == std::pair<std::uint64_t, std::uint64_t>(2, 0));
}

TEST_CASE("outcomes can be left out") {
  AnalysisOptions options;
  options.outcomes = OutcomeSearch::None;
  const Analysis analysis = analyse(storeBuffering(), scModel(), options);
  CHECK(analysis.outcomes.empty());
  CHECK(analysis.executionCounts == std::nullopt);
  CHECK(analysis.undecided == std::nullopt);
}

TEST_CASE("one outcome of each kind can be asked for") {
  AnalysisOptions options;
  options.flags = false;
  options.outcomes = OutcomeSearch::Condition;
  const Analysis analysis = analyse(storeBuffering(), scModel(), options);
  CHECK(analysis.outcomes.size() == 1);  // all states satisfy `true`
  CHECK(analysis.undecided == std::nullopt);
}

TEST_CASE("limits end the search undecided") {
  AnalysisOptions few;
  few.candidateLimit = 2;
  const Analysis stopped = analyse(storeBuffering(), coherenceModel(), few);
  CHECK(stopped.undecided == "candidate limit");
  CHECK(stopped.executionCounts == std::nullopt);
  CHECK(stopped.outcomes.size() == 2);
  few.candidateLimit = 4;
  CHECK(analyse(storeBuffering(), coherenceModel(), few).undecided == std::nullopt);

  AnalysisOptions late;
  late.deadline = Deadline::after(1e-9);
  CHECK(analyse(storeBuffering(), coherenceModel(), late).undecided == "time limit");
}

TEST_CASE("the time limit holds while linearisations are tried") {
  ModelBuilder m;
  const Term t = m.linearisation("t", m.all(CatType::Set), m.none(CatType::Relation));
  m.acyclic(t | inverse(t), "never");
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().store(x, 1).store(x, 1).store(x, 1).store(x, 1).store(x, 1).store(x, 1);
  p.thread().store(x, 1).store(x, 1).store(x, 1).store(x, 1).store(x, 1).store(x, 1);
  AnalysisOptions options;
  options.deadline = Deadline::after(0.05);
  CHECK(analyse(p, m.model(), options).undecided == "time limit");
}

TEST_CASE("statistics") {
  const Analysis analysis = analyse(storeBuffering(), scModel());
  CHECK(analysis.statistics ==
        Statistics{{"decisions", 8}, {"refuted", 0}, {"candidates", 4}, {"consistent", 3}});
}

}  // namespace
}  // namespace hrfcheck::test::explicit_outcomes_test
