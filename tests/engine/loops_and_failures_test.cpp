// What both engines must make of spin loops, of compare-and-swaps whose failure has an order of its own, and
// of branches that only values out of thin air lead to.

#include <doctest/doctest.h>

#include "cat/library.h"
#include "engine/engine.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/program_builder.h"

namespace hrfcheck::test {
namespace {

Model model(const std::string& text) {
  return parseModel(std::make_shared<const Source>("test.cat", text), {});
}

Model coherent() {
  return model("acyclic po-loc | rf | co | fr as coherence\nempty rmw & (fr ; co) as atomicity\n");
}

/// What both engines find, after checking that they agree.
Findings both(const ProgramBuilder& program, const Model& m, unsigned bound = 2) {
  const auto structure = program.structure(bound);
  const Findings one = findingsOf(makeExplicitEngine()->analyse(given(structure, m), {}));
  const Findings other = findingsOf(makeSmtEngine()->analyse(given(structure, m), {}));
  CHECK(one == other);
  return one;
}

/// r := x until it is 1; s := y.
ProgramBuilder waiting() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().store(y, 1).store(x, 1);
  ThreadBuilder& t = p.thread();
  t.load("r", x).branch(binary(BinaryOp::Ne, t.get("r"), constant(1)), 0).load("s", y);
  return p;
}

}  // namespace

TEST_CASE("a spin loop ends at its last round, and no bound is reached") {
  for (const unsigned bound : {0U, 1U, 3U}) {
    const Findings found = both(waiting(), coherent(), bound);
    CHECK(found.incidents.empty());
    CHECK(found.outcomes == std::set<std::vector<Value>>{{1, 0, 1, 1}, {1, 1, 1, 1}});
  }
}

TEST_CASE("an earlier round's reads are seen by flags") {
  const Model m = model(
      "acyclic po-loc | rf | co | fr as coherence\n"
      "flag ~empty rf & (IW * R) & (_ * R) as reads-initial\n"
      "flag ~empty (fr & ext) as reads-before\n");
  const Findings found = both(waiting(), m);
  // The load of the loop (P1:0) reads 0 in an earlier round, before the store P0:1; P1:2 may read 0, too.
  const std::set<std::pair<InstructionRef, InstructionRef>> expected{{{0, 0}, {1, 2}}, {{0, 1}, {1, 0}}};
  CHECK(found.flags.at(2) == expected);
}

TEST_CASE("a lock that is taken by compare-and-swap in a loop") {
  ProgramBuilder p;
  const ExprPtr lock = p.location("lock");
  const ExprPtr count = p.location("count");
  for (int i = 0; i < 2; ++i) {
    ThreadBuilder& t = p.thread();
    t.cas("r", lock, 0, 1)
        .branch(binary(BinaryOp::Ne, t.get("r"), constant(0)), 0)
        .load("c", count)
        .store(count, binary(BinaryOp::Add, t.get("c"), constant(1)))
        .store(lock, 0);
  }
  const Model sc = model("acyclic po | rf | co | fr as sc\nempty rmw & (fr ; co) as atomicity\n");
  const Findings found = both(p, sc);
  CHECK(found.incidents.empty());
  CHECK(found.outcomes == std::set<std::vector<Value>>{{0, 0, 0, 1, 0, 2}, {0, 1, 0, 0, 0, 2}});
}

TEST_CASE("a round that finds what the first one has set may be the one that races") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().store(y, 1).store(x, 1);
  ThreadBuilder& t = p.thread();  // do { r = x; s = k ? y : 0; } until (r == 1 && k == 1), else k = 1;
  t.load("r", x).branch(unary(UnaryOp::LogicalNot, t.get("k")), 4).load("s", y).jump(5).assign("s", 0);
  t.branch(binary(BinaryOp::And, t.get("r"), t.get("k")), 8).assign("k", 1).jump(0);
  const Model sc = model("acyclic po | rf | co | fr as sc\nflag ~empty (fr & ext) as reads-before\n");
  for (const unsigned bound : {0U, 3U}) {
    const Findings found = both(p, sc, bound);
    CHECK(found.incidents.empty());
    CHECK(found.outcomes.size() == 1);
    // Where the last round reads y, x is 1 already, and so is y.
    const std::set<std::pair<InstructionRef, InstructionRef>> expected{{{0, 0}, {1, 2}}, {{0, 1}, {1, 0}}};
    CHECK(found.flags.at(1) == expected);
  }
}

TEST_CASE("a loop that counts is bounded, and one that can never end shows the bound") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.load("r", x)
      .assign("n", binary(BinaryOp::Add, t.get("n"), constant(1)))
      .branch(binary(BinaryOp::Lt, t.get("n"), constant(4)), 0);
  CHECK(both(p, coherent(), 4).incidents.empty());
  CHECK(both(p, coherent(), 4).outcomes == std::set<std::vector<Value>>{{0, 4, 0}});
  const Findings cut = both(p, coherent(), 3);
  CHECK(cut.outcomes.empty());
  CHECK(cut.incidents == std::set<std::pair<IncidentKind, InstructionRef>>{
                             {IncidentKind::BoundReached, InstructionRef{0, 2}}});
}

TEST_CASE("a compare-and-swap that fails is read with its failure order") {
  const auto program = [](std::optional<Order> failure) {
    ProgramBuilder p;
    const ExprPtr x = p.location("x");
    p.thread().store(x, 1, atomic(Order::Relaxed));
    ThreadBuilder& t = p.thread();
    t.cas("r", x, 0, 2, atomic(Order::AcquireRelease));
    std::get<RmwOperation>(const_cast<Thread&>(t.thread()).instructions[0].operation).failureOrder = failure;
    return p;
  };
  const Model m = model(
      "acyclic po-loc | rf | co | fr as coherence\nempty rmw & (fr ; co) as atomicity\n"
      "flag ~empty ((W \\ IW) * (R & ACQ_REL)) & rf as acquires\n"
      "flag ~empty ((W \\ IW) * (R & ACQ)) & rf as fails-acquiring\n"
      "flag ~empty ((W \\ IW) * (R & RLX)) & rf as fails-relaxed\n"
      "flag ~empty (IW * (R & ACQ_REL)) & rf as succeeds\n"
      "flag ~empty (IW * (R & RLX)) & rf as succeeds-relaxed\n");
  const std::set<std::pair<InstructionRef, InstructionRef>> pair{{{0, 0}, {1, 0}}};
  const Findings same = both(program(std::nullopt), m);
  CHECK(same.flags.at(2) == pair);
  CHECK(same.flags.count(3) + same.flags.count(4) == 0);
  const Findings acquire = both(program(Order::Acquire), m);
  CHECK(acquire.flags.at(3) == pair);
  CHECK(acquire.flags.count(2) + acquire.flags.count(4) == 0);
  CHECK(acquire.flags.count(5) == 1);
  const Findings relaxed = both(program(Order::Relaxed), m);
  CHECK(relaxed.flags.at(4) == pair);
  CHECK(relaxed.flags.count(2) + relaxed.flags.count(3) == 0);
  CHECK(relaxed.flags.count(5) == 1);
  CHECK(relaxed.flags.count(6) == 0);
}

TEST_CASE("models without a rule against it let branches justify themselves") {
  // r := x; if (r) y := 1 || r := y; if (r) x := 1.
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  for (const auto& [from, to] : {std::pair(x, y), std::pair(y, x)}) {
    ThreadBuilder& t = p.thread();
    t.load("r", from).branch(unary(UnaryOp::LogicalNot, t.get("r")), 3).store(to, 1);
  }
  CHECK(both(p, coherent()).outcomes == std::set<std::vector<Value>>{{0, 0, 0, 0}, {1, 1, 1, 1}});
  const Model strict = model("acyclic po-loc | rf | co | fr\nacyclic ctrl | rf\n");
  CHECK(both(p, strict).outcomes == std::set<std::vector<Value>>{{0, 0, 0, 0}});
}

TEST_CASE("an update may read what it stores, where the model does not forbid it") {
  for (const bool compares : {true, false}) {
    ProgramBuilder p;
    const ExprPtr x = p.location("x");
    ThreadBuilder& t = p.thread();
    compares ? t.cas("r", x, 1, 1) : t.rmw(RmwOp::Exchange, "r", x, 1);
    const std::vector<Value> usual{0, compares ? 0 : 1};
    CHECK(both(p, model("")).outcomes == std::set<std::vector<Value>>{usual, {1, 1}});
    CHECK(both(p, coherent()).outcomes == std::set<std::vector<Value>>{usual});
  }
}

TEST_CASE("a branch's own constant may be the value out of thin air") {
  // r := x; if (r == 7) y := r || r := y; if (r == 7) x := r.
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  for (const auto& [from, to] : {std::pair(x, y), std::pair(y, x)}) {
    ThreadBuilder& t = p.thread();
    t.load("r", from).branch(binary(BinaryOp::Ne, t.get("r"), constant(7)), 3).store(to, t.get("r"));
  }
  CHECK(both(p, coherent()).outcomes == std::set<std::vector<Value>>{{0, 0, 0, 0}, {7, 7, 7, 7}});
}

TEST_CASE("loops that do not depend on reads get no values out of thin air") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.branch(binary(BinaryOp::Ge, t.get("i"), constant(2)), 4)
      .store(x, t.get("i"))
      .assign("i", binary(BinaryOp::Add, t.get("i"), constant(1)))
      .jump(0);
  CHECK(p.structure(4)->domains()[0] == std::vector<Value>{0, 1});
}

}  // namespace hrfcheck::test
