// The pruned search against the plain enumeration. Under a model without requirements nothing may be pruned:
// every candidate comes up, and comes up once.

#include <doctest/doctest.h>

#include <algorithm>

#include "engine/engine.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/litmus_shapes.h"
#include "support/model_builder.h"

namespace hrfcheck::test {
namespace {

using Counts = std::pair<std::uint64_t, std::uint64_t>;

void checkCounts(const ProgramBuilder& program, const Model& model, Counts counts) {
  const auto structure = program.structure(2);
  AnalysisOptions plain;
  plain.symmetry = false;
  const Analysis reference = makeReferenceEngine()->analyse(given(structure, model), {});
  REQUIRE(reference.undecided == std::nullopt);
  CHECK(reference.executionCounts == counts);
  for (const AnalysisOptions& options : {AnalysisOptions(), plain}) {
    const Analysis found = makeExplicitEngine()->analyse(given(structure, model), options);
    REQUIRE(found.undecided == std::nullopt);
    CHECK(findingsOf(found) == findingsOf(reference));
    CHECK(found.executionCounts == counts);
  }
}

Model anything() {
  return ModelBuilder().model();
}

ProgramBuilder counters(int threads, int times) {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  for (int i = 0; i < threads; ++i) {
    ThreadBuilder& t = p.thread();
    for (int k = 0; k < times; ++k) {
      t.rmw(RmwOp::Add, "r" + std::to_string(k), x, 1);
    }
  }
  return p;
}

TEST_CASE("without requirements every candidate comes up once") {
  checkCounts(storeBuffering(), anything(), {4, 0});
  checkCounts(messagePassing(), anything(), {4, 0});
  checkCounts(loadBuffering(), anything(), {4, 0});
  checkCounts(independentReads(), anything(), {16, 0});
  // Two orders of the writes of each location, and reads of nothing.
  checkCounts(twoPlusTwoWrites(), anything(), {4, 0});
}

TEST_CASE("counters: one candidate for each order under SC") {
  checkCounts(counters(3, 1), scModel(), {6, 0});
  checkCounts(counters(2, 2), scModel(), {6, 0});
  checkCounts(counters(4, 1), scModel(), {24, 0});
}

TEST_CASE("atomicity alone lets a read-modify-write read from a write that comes after it in coherence") {
  ModelBuilder m;
  m.empty(m.base(static_relation::Rmw) & seq(m.fr(), m.co()), "atomicity");
  const Model atomicity = m.model();
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().rmw(RmwOp::Add, "r", x, 1);
  p.thread().store(x, 5);
  // From the initial value: directly after it. From the store: directly after it, or before it.
  checkCounts(p, atomicity, {3, 0});
  checkCounts(
      counters(3, 1), atomicity,
      *makeReferenceEngine()->analyse(given(counters(3, 1).structure(2), atomicity), {}).executionCounts);
}

TEST_CASE("a value that only the read of it justifies is considered, where the model allows it") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  // The write stores 1 whatever happens, but happens only where the compare-and-swap reads a 1.
  p.thread().cas("r", x, 1, 1);
  checkCounts(p, anything(), {2, 0});
}

TEST_CASE("values go around a circle of reads that wait for each other") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  ThreadBuilder& a = p.thread();
  a.load("r", x).store(y, a.get("r"));
  ThreadBuilder& b = p.thread();
  b.load("r", y).store(x, b.get("r"));
  p.thread().store(x, 1);
  const auto structure = p.structure(2);
  const Analysis found = makeExplicitEngine()->analyse(given(structure, anything()), {});
  // a and b may read the third thread's 1 from each other, or a 0; r = 1 out of nothing is among them.
  checkCounts(p, anything(), *found.executionCounts);
  CHECK(found.outcomes.size() > 4);
}

TEST_CASE("both halves of a read-modify-write are where its address says") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  const ExprPtr pointer = p.location("p");
  ThreadBuilder& a = p.thread();
  a.load("q", pointer).rmw(RmwOp::Add, "r", select(a.get("q"), y, x), 1);
  ThreadBuilder& b = p.thread();
  b.load("r", y).load("s", x).store(pointer, 1);
  const Analysis found = makeExplicitEngine()->analyse(given(p.structure(2), anything()), {});
  checkCounts(p, anything(), *found.executionCounts);
}

TEST_CASE("a test that waits for itself at a barrier is blocked, and others pass") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& a = p.thread();
  a.load("r", x).branch(a.get("r"), 3).barrier().nop();
  p.thread().store(x, 1).barrier();
  const auto structure = p.structure(2);
  const Analysis found = makeExplicitEngine()->analyse(given(structure, anything()), {});
  const Analysis reference = makeReferenceEngine()->analyse(given(structure, anything()), {});
  CHECK(findingsOf(found) == findingsOf(reference));
  CHECK(found.outcomes.size() == 1);
  CHECK(found.incidents.size() == 1);
}

TEST_CASE("the analysis may end at the pair that is looked for") {
  ModelBuilder m;
  m.flagNotEmpty(m.rf(), "reads");
  const Model model = m.model();
  AnalysisOptions options;
  options.outcomes = OutcomeSearch::None;
  options.until = {0, InstructionPair{{0, 0}, {1, 1}}};
  const Analysis found = makeExplicitEngine()->analyse(given(storeBuffering().structure(2), model), options);
  CHECK(found.foundUntil);
  CHECK(found.undecided.has_value());
  REQUIRE(found.flags.size() == 1);
  CHECK(std::ranges::any_of(found.flags[0].pairs, [](const FlagPair& pair) {
    return pair.first == InstructionRef{0, 0} && pair.second == InstructionRef{1, 1};
  }));
  options.until = {0, InstructionPair{{0, 0}, {1, 0}}};  // two stores
  const Analysis complete =
      makeExplicitEngine()->analyse(given(storeBuffering().structure(2), model), options);
  CHECK_FALSE(complete.foundUntil);
  CHECK(complete.undecided == std::nullopt);
}

TEST_CASE("any pair of a flag may be enough, and outcomes are looked for none the less") {
  ModelBuilder m;
  m.flagNotEmpty(m.rf(), "reads");
  const Model model = m.model();
  ProgramBuilder p = storeBuffering();
  const auto structure = p.structure(2);
  const Analysis all = makeReferenceEngine()->analyse(given(structure, model), {});
  for (const auto& engine : {makeExplicitEngine, makeSmtEngine}) {
    AnalysisOptions options;
    options.until = {0, std::nullopt};
    options.outcomes = OutcomeSearch::None;
    const Analysis first = engine()->analyse(given(structure, model), options);
    CHECK(first.foundUntil);
    REQUIRE(first.flags.size() == 1);
    CHECK_FALSE(first.flags[0].pairs.empty());
    CHECK(first.flags[0].pairs.size() < all.flags[0].pairs.size());
    options.outcomes = OutcomeSearch::All;
    CHECK(engine()->analyse(given(structure, model), options).outcomes.size() == all.outcomes.size());
    ModelBuilder none;
    none.flagNotEmpty(none.rf() & none.co(), "never");
    const Analysis complete = engine()->analyse(given(structure, none.model()), options);
    CHECK_FALSE(complete.foundUntil);
    CHECK(complete.undecided == std::nullopt);
    CHECK(complete.flags.empty());
  }
}

}  // namespace
}  // namespace hrfcheck::test
