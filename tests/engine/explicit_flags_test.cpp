#include <doctest/doctest.h>

#include "engine/engine.h"
#include "support/given.h"
#include "support/litmus_shapes.h"
#include "support/model_builder.h"

namespace hrfcheck::test {
namespace {

Analysis analyse(const ProgramBuilder& program, const Model& model, AnalysisOptions options = {}) {
  const Analysis analysis = makeExplicitEngine()->analyse(given(program.structure(), model), options);
  CHECK(analysis.undecided == std::nullopt);
  return analysis;
}

std::vector<InstructionPair> pairsOf(const FlagFinding& finding) {
  std::vector<InstructionPair> pairs;
  for (const FlagPair& pair : finding.pairs) {
    pairs.emplace_back(pair.first, pair.second);
  }
  return pairs;
}

Term conflicts(ModelBuilder& m) {
  const Term access = m.tag("M");
  const Term write = m.tag("W");
  return ((write * access) | (access * write)) & (m.loc() - m.base(static_relation::Int));
}

TEST_CASE("pairs are unordered pairs of instructions, without initial writes") {
  ModelBuilder m;
  m.flagNotEmpty(conflicts(m), "conflict");
  const Analysis analysis = analyse(storeBuffering(), m.model());
  REQUIRE(analysis.flags.size() == 1);
  CHECK(analysis.flags[0].check == 0);
  CHECK(pairsOf(analysis.flags[0]) == std::vector<InstructionPair>{{{0, 0}, {1, 1}}, {{0, 1}, {1, 0}}});
}

TEST_CASE("pairs come from all consistent executions, each with a witness") {
  // The first thread stores to y only when it reads 1: that store conflicts in some executions only.
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().load("r0", x).store(y, 1).onlyIf("r0");
  p.thread().store(x, 1);
  p.thread().store(y, 2);
  ModelBuilder m;
  m.flagNotEmpty(conflicts(m), "conflict");
  const Analysis analysis = analyse(p, m.model());
  REQUIRE(analysis.flags.size() == 1);
  CHECK(pairsOf(analysis.flags[0]) == std::vector<InstructionPair>{{{0, 0}, {1, 0}}, {{0, 1}, {2, 0}}});
  CHECK(analysis.flags[0].pairs[0].witness.execution().runs[0].registers[0] == 0);
  CHECK(analysis.flags[0].pairs[1].witness.execution().runs[0].registers[0] == 1);
}

TEST_CASE("a flag on forbidden executions only is not raised") {
  ModelBuilder m;
  const Term sc = m.po() | m.rf() | m.co() | m.fr();
  const Term frFr = seq(m.fr(), seq(m.po(), m.fr()));  // store buffering with both reads 0
  m.flagNotEmpty(frFr, "both zero");
  CHECK(analyse(storeBuffering(), m.model()).flags.size() == 1);
  m.acyclic(sc);
  CHECK(analyse(storeBuffering(), m.model()).flags.empty());
}

TEST_CASE("a flag within one instruction is raised without a pair") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().rmw(RmwOp::Add, "r0", x, 1);
  ModelBuilder m;
  m.flagNotEmpty(m.base(static_relation::Rmw), "rmw")
      .check(CheckRole::Flag, CheckKind::Empty, true, m.tag("R"), "a set")
      .check(CheckRole::UndefinedUnless, CheckKind::Irreflexive, false, m.id(), "undefined")
      .check(CheckRole::UndefinedUnless, CheckKind::Irreflexive, false, m.po(), "fine");
  const Analysis analysis = analyse(p, m.model());
  REQUIRE(analysis.flags.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(analysis.flags[i].check == i);
    CHECK(analysis.flags[i].pairs.empty());
    CHECK(whyNotCandidate(analysis.flags[i].witness.execution()) == std::nullopt);
  }
}

TEST_CASE("a flag counts under any surviving choice of linearisations") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().store(x, 1, atomic(Order::Release));
  p.thread().store(y, 1);
  p.thread().store(y, 2);
  ModelBuilder m;
  const Term t = m.linearisation("t", m.tag("W") - m.tag("IW"), m.none(CatType::Relation));
  m.flagNotEmpty(t - seq(t, t), "neighbours");
  const std::vector<InstructionPair> all{{{0, 0}, {1, 0}}, {{0, 0}, {2, 0}}, {{1, 0}, {2, 0}}};
  Analysis analysis = analyse(p, m.model());
  REQUIRE(analysis.flags.size() == 1);
  CHECK(pairsOf(analysis.flags[0]) == all);
  CHECK(analysis.flags[0].witness.execution().choices.size() == 1);
  // Choices that fail a requirement do not count: with x in between, the stores to y are no neighbours.
  const Term toY = m.tag("W") - m.tag("REL");
  m.empty((t - seq(t, t)) & (toY * toY), "x is in between");
  analysis = analyse(p, m.model());
  REQUIRE(analysis.flags.size() == 1);
  CHECK(pairsOf(analysis.flags[0]) == std::vector<InstructionPair>{{{0, 0}, {1, 0}}, {{0, 0}, {2, 0}}});
}

TEST_CASE("flags can be left out") {
  ModelBuilder m;
  m.flagNotEmpty(conflicts(m), "conflict");
  AnalysisOptions options;
  options.flags = false;
  const Analysis analysis = analyse(storeBuffering(), m.model(), options);
  CHECK(analysis.flags.empty());
  CHECK(analysis.outcomes.size() == 4);
}

}  // namespace
}  // namespace hrfcheck::test
