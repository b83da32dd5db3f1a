// Executions in which some thread does not complete: what they raise, what they do not show, and that all
// engines agree.

#include <doctest/doctest.h>

#include "cat/library.h"
#include "engine/engine.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/program_builder.h"

namespace hrfcheck::test {
namespace {

using Pair = std::pair<InstructionRef, InstructionRef>;
using Pairs = std::set<Pair>;

/// Sequential consistency; a write orders what is before it before what is after a read of it. All reads are
/// needed as it stands, since happens-before is under a difference.
Model racing() {
  return parseModel(std::make_shared<const Source>("test.cat",
                                                   "acyclic po | rf | co | fr as sc\n"
                                                   "empty rmw & (fr ; co) as atomicity\n"
                                                   "let hb = (po | ([A] ; rf ; [A]))+\n"
                                                   "let clash = ((W * M) | (M * W)) & loc & ext\n"
                                                   "let acc = M \\ IW\n"
                                                   "flag ~empty (clash & (acc * acc)) \\ (hb | hb^-1) "
                                                   "\\ (A * A) as heterogeneous-race\n"),
                    {});
}
constexpr std::size_t kRace = 2;

Findings findings(Engine& engine, const std::shared_ptr<const EventStructure>& structure, bool symmetry,
                  OutcomeSearch outcomes = OutcomeSearch::All) {
  AnalysisOptions options;
  options.symmetry = symmetry;
  options.outcomes = outcomes;
  const Analysis analysis = engine.analyse(given(structure, racing()), options);
  CHECK_FALSE(analysis.undecided);
  for (const FlagFinding& flag : analysis.flags) {
    for (const FlagPair& pair : flag.pairs) {
      CHECK(whyNotCandidate(pair.witness.execution()) == std::nullopt);
    }
  }
  return findingsOf(analysis);
}

/// What all engines find, after checking that they agree, with symmetry and without, and that races are the
/// same where nobody asks for outcomes.
Findings all(const ProgramBuilder& program, unsigned bound = 2) {
  const auto structure = program.structure(bound);
  const Findings result = findings(*makeReferenceEngine(), structure, false);
  for (const auto& engine : {makeExplicitEngine(), makeSmtEngine()}) {
    for (const bool symmetry : {false, true}) {
      CHECK(findings(*engine, structure, symmetry) == result);
      Findings racesOnly = findings(*engine, structure, symmetry, OutcomeSearch::None);
      racesOnly.outcomes = result.outcomes;
      CHECK(racesOnly == result);
    }
  }
  return result;
}

Pairs racesOf(const Findings& found) {
  const auto flag = found.flags.find(kRace);
  return flag == found.flags.end() ? Pairs{} : flag->second;
}

Atomicity sc() {
  return atomic(Order::SeqCst);
}

void spinUntil(ThreadBuilder& t, const ExprPtr& flag, std::uint32_t head) {
  t.load("r", flag, sc()).branch(binary(BinaryOp::Ne, t.get("r"), constant(1)), head);
}

/// P0 stores to x where it has not seen G, and else sets F. P1 sets G, stores to x and waits for F.
ProgramBuilder raceThenSpin(bool storeFirst) {
  ProgramBuilder p;
  const ExprPtr f = p.location("F");
  const ExprPtr g = p.location("G");
  const ExprPtr x = p.location("x");
  ThreadBuilder& zero = p.thread();
  zero.load("r", g, sc()).branch(zero.get("r"), 4).store(x, 1).exit().store(f, 1, sc());
  ThreadBuilder& one = p.thread();
  if (storeFirst) {
    one.store(g, 1, sc()).store(x, 2);
  } else {
    one.store(x, 2).store(g, 1, sc());
  }
  spinUntil(one, f, 2);
  return p;
}

}  // namespace

TEST_CASE("a race before a thread spins for ever") {
  for (const bool storeFirst : {true, false}) {
    const Findings found = all(raceThenSpin(storeFirst));
    CHECK(racesOf(found) == Pairs{{{0, 2}, {1, storeFirst ? 1U : 0U}}});
    CHECK(found.incidents.empty());
    CHECK(found.outcomes == std::set<std::vector<Value>>{{1, 1, 1, 1, 2}});
  }
}

TEST_CASE("no race before a thread spins for ever: the stores are ordered wherever both happen") {
  ProgramBuilder p;
  const ExprPtr f = p.location("F");
  const ExprPtr g = p.location("G");
  const ExprPtr x = p.location("x");
  ThreadBuilder& zero = p.thread();
  zero.load("r", g, sc()).branch(unary(UnaryOp::LogicalNot, zero.get("r")), 3).store(x, 1);
  ThreadBuilder& one = p.thread();
  one.store(x, 2).store(g, 1, sc());
  spinUntil(one, f, 2);
  const Findings found = all(p);
  CHECK(racesOf(found).empty());
  CHECK(found.outcomes.empty());
  CHECK(found.incidents.empty());
}

TEST_CASE("the race may be one of the round that is repeated for ever") {
  ProgramBuilder p;
  const ExprPtr f = p.location("F");
  const ExprPtr x = p.location("x");
  p.thread().store(x, 1);
  ThreadBuilder& one = p.thread();
  one.load("s", x);
  spinUntil(one, f, 0);
  CHECK(racesOf(all(p)) == Pairs{{{0, 0}, {1, 0}}});
}

TEST_CASE("a thread that spins does not overlook the last write for ever") {
  // P1 leaves its loop in every execution; its store to x comes behind that of P0.
  ProgramBuilder p;
  const ExprPtr f = p.location("F");
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().store(x, 1).store(f, 1, sc()).load("r", y);
  ThreadBuilder& one = p.thread();
  one.store(y, 1);
  spinUntil(one, f, 1);
  one.store(x, 2);
  const Findings found = all(p);
  CHECK(racesOf(found) == Pairs{{{0, 2}, {1, 0}}});
  CHECK_FALSE(found.outcomes.empty());
  AnalysisOptions options;
  const Analysis analysis = makeExplicitEngine()->analyse(given(p.structure(2), racing()), options);
  REQUIRE(analysis.flags.size() == 1);
  CHECK(analysis.flags[0].witness.execution().complete());
}

TEST_CASE("two threads that take the same lock and never give it back") {
  ProgramBuilder p;
  const ExprPtr lock = p.location("lock");
  const ExprPtr x = p.location("x");
  for (int i = 0; i < 3; ++i) {
    ThreadBuilder& t = p.thread();
    t.cas("r", lock, 0, 1, atomic(Order::AcquireRelease)).branch(t.get("r"), 0).store(x, 1);
  }
  const Findings found = all(p);
  CHECK(racesOf(found).empty());
  CHECK(found.outcomes.empty());
}

TEST_CASE("threads alike that race and then wait for each other") {
  ProgramBuilder p;
  const ExprPtr f = p.location("F");
  const ExprPtr x = p.location("x");
  for (int i = 0; i < 3; ++i) {
    ThreadBuilder& t = p.thread();
    t.store(x, 1);
    spinUntil(t, f, 1);
  }
  CHECK(racesOf(all(p)) == Pairs{{{0, 0}, {1, 0}}, {{0, 0}, {2, 0}}, {{1, 0}, {2, 0}}});
}

TEST_CASE("a race before the loop bound is met") {
  ProgramBuilder p;
  const ExprPtr f = p.location("F");
  const ExprPtr x = p.location("x");
  p.thread().store(x, 1);
  ThreadBuilder& one = p.thread();
  one.store(x, 2).assign("n", binary(BinaryOp::Add, one.get("n"), constant(1))).load("r", f, sc());
  one.branch(binary(BinaryOp::Ne, one.get("r"), constant(1)), 1);
  const Findings found = all(p);
  CHECK(racesOf(found) == Pairs{{{0, 0}, {1, 0}}});
  CHECK(found.outcomes.empty());
  CHECK(found.incidents == std::set<std::pair<IncidentKind, InstructionRef>>{
                               {IncidentKind::BoundReached, InstructionRef{1, 3}}});
}

TEST_CASE("a race before a barrier that never opens") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().store(x, 1);
  p.thread().store(x, 2).barrier().store(x, 3);
  const Findings found = all(p);
  CHECK(racesOf(found) == Pairs{{{0, 0}, {1, 0}}});
  CHECK(found.incidents == std::set<std::pair<IncidentKind, InstructionRef>>{
                               {IncidentKind::BarrierDivergence, InstructionRef{1, 1}}});
}

TEST_CASE("a race before a fault") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().store(x, 1);
  p.thread().store(x, 2).store(constant(7), 1);
  const Findings found = all(p);
  CHECK(racesOf(found) == Pairs{{{0, 0}, {1, 0}}});
  CHECK(found.incidents ==
        std::set<std::pair<IncidentKind, InstructionRef>>{{IncidentKind::Fault, InstructionRef{1, 1}}});
}

TEST_CASE("a thread that waits at a barrier for one that spins is no divergence, but may race") {
  ProgramBuilder p;
  const ExprPtr f = p.location("F");
  const ExprPtr x = p.location("x");
  ThreadBuilder& zero = p.thread();
  zero.store(x, 1);
  spinUntil(zero, f, 1);
  zero.barrier();
  p.thread().store(x, 2).barrier();
  const Findings found = all(p);
  CHECK(racesOf(found) == Pairs{{{0, 0}, {1, 0}}});
  CHECK(found.outcomes.empty());
  CHECK(found.incidents.empty());
}

TEST_CASE("a fault of one thread beside another one that spins is found under models without flags, too") {
  ProgramBuilder p;
  const ExprPtr f = p.location("F");
  spinUntil(p.thread(), f, 0);
  p.thread().store(constant(7), 1);
  const Model sc =
      parseModel(std::make_shared<const Source>("test.cat", "acyclic po | rf | co | fr as sc\n"), {});
  for (const auto& engine : {makeReferenceEngine(), makeExplicitEngine(), makeSmtEngine()}) {
    const Findings found = findingsOf(engine->analyse(given(p.structure(), sc), {}));
    CHECK(found.incidents ==
          std::set<std::pair<IncidentKind, InstructionRef>>{{IncidentKind::Fault, InstructionRef{1, 0}}});
  }
}

TEST_CASE("with a filter, which speaks of final states, only executions that complete raise flags") {
  ProgramBuilder p = raceThenSpin(true);
  p.program().filter = equals({0, 0, kNoLocation}, 1);
  CHECK(racesOf(all(p)).empty());
}

TEST_CASE("the pair that ends the search may be one of an execution that does not complete") {
  const auto structure = raceThenSpin(true).structure();
  AnalysisOptions options;
  options.outcomes = OutcomeSearch::None;
  options.until = {kRace, InstructionPair{{0, 2}, {1, 1}}};
  CHECK(makeExplicitEngine()->analyse(given(structure, racing()), options).foundUntil);
}

}  // namespace hrfcheck::test
