#include "execution/evaluate/evaluate.h"

#include <doctest/doctest.h>

#include "execution/witness/structure_run.h"
#include "support/model_builder.h"
#include "support/program_builder.h"

namespace hrfcheck::test::evaluate_test {
namespace {

using Pairs = std::vector<std::pair<EventId, EventId>>;
using Events = std::vector<EventId>;

/// Events: 0, 1 initial x, y; P0: 2 x:=1 (release, wg), 3 y:=1; P1 in the same group: 4 r0:=y (acquire, wg),
/// 5 r1:=x (jumped over when r0 is not 0), 6 r2:=x; P2 in another group: 7, 8 cas on x (acq-rel, sys).
/// Here 4 reads 1, so 5 does not happen; 6 reads 0; the cas reads 1 and fails, so 8 does not happen.
struct Sample {
  Sample() {
    ProgramBuilder p;
    const ExprPtr x = p.location("x");
    const ExprPtr y = p.location("y");
    p.thread(0).store(x, 1, atomic(Order::Release, kWg)).store(y, 1);
    ThreadBuilder& t = p.thread(0);
    t.load("r0", y, atomic(Order::Acquire, kWg)).branch(t.get("r0"), 3).load("r1", x).load("r2", x);
    p.thread(1).cas("r0", x, 7, 1, atomic(Order::AcquireRelease, kSys));
    structure = p.structure();
    const std::map<EventId, Value> reads{{4, 1}, {6, 0}, {7, 1}};
    std::vector<ThreadRun> runs;
    for (ThreadId thread = 0; thread < 3; ++thread) {
      runs.push_back(runThread(
          *structure, thread, [&](EventId e, LocationId) { return reads.at(e); },
          [](EventId) { return true; }));
    }
    std::vector<EventId> readsFrom(9, kNoEvent);
    readsFrom[4] = 3;
    readsFrom[6] = 0;
    readsFrom[7] = 2;
    Relation co(9);
    co.insert(0, 2);
    co.insert(1, 3);
    execution = assemble(structure, runs, readsFrom, co);
    REQUIRE(whyNotCandidate(execution) == std::nullopt);
  }

  Pairs pairs(Term term) { return std::get<Relation>(value(term)).pairs(); }
  Events events(Term term) { return std::get<EventSet>(value(term)).members(); }
  CatValue value(Term term) {
    const Model model = m.model();
    return Evaluator(model, *structure).value(term.id, execution);
  }

  std::shared_ptr<const EventStructure> structure;
  Execution execution;
  ModelBuilder m;
};

Pairs squares(std::initializer_list<Events> classes) {
  Relation r(9);
  for (const Events& members : classes) {
    for (const EventId a : members) {
      for (const EventId b : members) {
        r.insert(a, b);
      }
    }
  }
  return r.pairs();
}

TEST_CASE_FIXTURE(Sample, "sets are cut down to what happened") {
  CHECK(events(m.tag("R")) == Events{4, 6, 7});
  CHECK(events(m.tag("W")) == Events{0, 1, 2, 3});
  CHECK(events(m.tag("IW")) == Events{0, 1});
  CHECK(events(m.tag("A")) == Events{2, 4, 7});
  CHECK(events(m.tag("REL")) == Events{2});
  CHECK(events(m.tag("AR")) == Events{7});
  CHECK(events(m.tag("ACQ_REL")) == Events{7});
  CHECK(events(m.tag("WG")) == Events{2, 4});
  CHECK(events(m.tag("NOSUCHTAG")).empty());
  CHECK(events(m.all(CatType::Set)) == Events{0, 1, 2, 3, 4, 6, 7});
  CHECK(events(m.none(CatType::Set)).empty());
}

TEST_CASE_FIXTURE(Sample, "base relations") {
  CHECK(pairs(m.po()) == Pairs{{2, 3}, {4, 6}});
  CHECK(pairs(m.rf()) == Pairs{{0, 6}, {2, 7}, {3, 4}});
  CHECK(pairs(m.co()) == Pairs{{0, 2}, {1, 3}});
  CHECK(pairs(m.loc()) == squares({{0, 2, 6, 7}, {1, 3, 4}}));
  CHECK(pairs(m.base(BaseRelation::Ctrl)) == Pairs{{4, 6}});
  CHECK(pairs(m.base(BaseRelation::Addr)).empty());
  CHECK(pairs(m.base(BaseRelation::Data)).empty());
  CHECK(pairs(m.base(static_relation::Rmw)).empty());
  CHECK(pairs(m.base(BaseRelation::SyncBarrier)).empty());
  CHECK(pairs(m.base(static_relation::Int)) == squares({{0}, {1}, {2, 3}, {4, 6}, {7}}));
  CHECK(pairs(m.base(static_relation::SameInstruction)) == squares({{0}, {1}, {2}, {3}, {4}, {6}, {7}}));
  CHECK(pairs(m.base(static_relation::Covers)) == Pairs{{2, 2},
                                                        {2, 3},
                                                        {2, 4},
                                                        {2, 6},
                                                        {4, 2},
                                                        {4, 3},
                                                        {4, 4},
                                                        {4, 6},
                                                        {7, 2},
                                                        {7, 3},
                                                        {7, 4},
                                                        {7, 6},
                                                        {7, 7}});
  CHECK(pairs(m.base(static_relation::SameScope)) == squares({{2, 4}, {7}}));
  CHECK(pairs(m.base(static_relation::Narrower)) ==
        Pairs{{2, 2}, {2, 4}, {2, 7}, {4, 2}, {4, 4}, {4, 7}, {7, 7}});
  CHECK(pairs(m.base("same-wg")) == squares({{2, 3, 4, 6}, {7}}));
  CHECK(pairs(m.base("same-nosuchlevel")).empty());
  CHECK(pairs(m.id()) == squares({{0}, {1}, {2}, {3}, {4}, {6}, {7}}));
  CHECK(pairs(m.all(CatType::Relation)) == squares({{0, 1, 2, 3, 4, 6, 7}}));
  CHECK(pairs(m.none(CatType::Relation)).empty());
}

TEST_CASE_FIXTURE(Sample, "operators") {
  const Term s = m.po() | m.rf();
  CHECK(pairs(s) == Pairs{{0, 6}, {2, 3}, {2, 7}, {3, 4}, {4, 6}});
  CHECK(pairs(plus(s)) == Pairs{{0, 6}, {2, 3}, {2, 4}, {2, 6}, {2, 7}, {3, 4}, {3, 6}, {4, 6}});
  CHECK(pairs(star(m.po())) ==
        (Pairs{{0, 0}, {1, 1}, {2, 2}, {2, 3}, {3, 3}, {4, 4}, {4, 6}, {6, 6}, {7, 7}}));
  CHECK(pairs(maybe(m.po())) == pairs(star(m.po())));
  CHECK(pairs(inverse(m.rf())) == Pairs{{4, 3}, {6, 0}, {7, 2}});
  CHECK(pairs(m.fr()) == Pairs{{6, 2}});
  CHECK(pairs(m.loc() & s) == pairs(m.rf()));
  CHECK(pairs(s - m.rf()) == pairs(m.po()));
  CHECK(pairs(m.tag("IW") * m.tag("AR")) == Pairs{{0, 7}, {1, 7}});
  CHECK(pairs(bracket(m.tag("A"))) == Pairs{{2, 2}, {4, 4}, {7, 7}});
  CHECK(pairs(equivalence(m.rf())) == squares({{0, 6}, {1}, {2, 7}, {3, 4}}));
  CHECK(pairs(equivalence(s)) == pairs(star(s | inverse(s))));
  CHECK(pairs(equivalence(m.none(CatType::Relation))) == pairs(m.id()));
  CHECK(events(domain(m.rf())) == Events{0, 2, 3});
  CHECK(events(range(m.rf())) == Events{4, 6, 7});
  CHECK(events(~m.tag("R")) == Events{0, 1, 2, 3});
  CHECK(pairs(~~m.rf()) == pairs(m.rf()));
  CHECK(pairs(~m.rf()).size() == 49 - 3);
  CHECK(events(m.tag("A") - m.tag("WG")) == Events{7});
  CHECK(events(m.tag("IW") | m.tag("AR")) == Events{0, 1, 7});
  CHECK(events(m.tag("A") & m.tag("R")) == Events{4, 7});
}

TEST_CASE_FIXTURE(Sample, "recursion is the least fixpoint") {
  const Term s = m.po() | m.rf();
  SUBCASE("a closure") {
    const Term r = m.recursive(0, 0, CatType::Relation);
    const Term body = s | seq(r, r);
    m.model().recursions.push_back({{"r"}, {body.id}});
    CHECK(pairs(r) == pairs(plus(s)));
    CHECK(pairs(body) == pairs(plus(s)));
  }
  SUBCASE("of itself: empty") {
    const Term r = m.recursive(0, 0, CatType::Relation);
    m.model().recursions.push_back({{"r"}, {r.id}});
    CHECK(pairs(r | m.po()) == pairs(m.po()));
  }
  SUBCASE("paths of odd and of even length") {
    const Term odd = m.recursive(0, 0, CatType::Relation);
    const Term even = m.recursive(0, 1, CatType::Relation);
    m.model().recursions.push_back({{"odd", "even"}, {(s | seq(s, even)).id, seq(s, odd).id}});
    CHECK(pairs(odd) == Pairs{{0, 6}, {2, 3}, {2, 6}, {2, 7}, {3, 4}, {4, 6}});
    CHECK(pairs(even) == Pairs{{2, 4}, {3, 6}});
  }
  SUBCASE("of a set") {
    const Term reached = m.recursive(0, 0, CatType::Set);
    m.model().recursions.push_back({{"reached"}, {(m.tag("REL") | range(seq(bracket(reached), s))).id}});
    CHECK(events(reached) == Events{2, 3, 4, 6, 7});
  }
  SUBCASE("one group inside another") {
    const Term outer = m.recursive(0, 0, CatType::Relation);
    const Term inner = m.recursive(1, 0, CatType::Relation);
    m.model().recursions.push_back({{"outer"}, {(s | inner).id}});
    m.model().recursions.push_back({{"inner"}, {(outer | seq(inner, inner)).id}});
    CHECK(pairs(outer) == pairs(plus(s)));
    CHECK(pairs(inner) == pairs(plus(s)));
    CHECK(pairs(inner - outer).empty());
  }
  SUBCASE("anew for every class") {
    const Term r = m.recursive(0, 0, CatType::Relation);
    const Term members = m.classVariable(0);
    const Term local = s & (members * members);
    m.model().recursions.push_back({{"r"}, {(local | seq(r, r)).id}});
    const Term folded = m.fold(0, m.base("same-wg"), r);
    CHECK(pairs(folded) == Pairs{{2, 3}, {2, 4}, {2, 6}, {3, 4}, {3, 6}, {4, 6}});
  }
  SUBCASE("through a fold") {
    const Term r = m.recursive(0, 0, CatType::Relation);
    const Term members = m.classVariable(0);
    const Term step = seq(bracket(members), s) | seq(r, seq(bracket(members), s));
    const Term folded = m.fold(0, m.base(static_relation::Int), step);
    m.model().recursions.push_back({{"r"}, {folded.id}});
    CHECK(pairs(folded) == pairs(plus(s)));
    CHECK(pairs(r) == pairs(plus(s)));
  }
}

TEST_CASE_FIXTURE(Sample, "folds over classes") {
  const Term wg = m.base("same-wg");
  const Term same = m.base(static_relation::Int);
  const Term u = m.classVariable(0);
  const Term v = m.classVariable(1);
  CHECK(pairs(m.fold(0, wg, (u * u) & m.rf())) == Pairs{{3, 4}});
  CHECK(events(m.fold(0, same, u & m.tag("R"))) == Events{4, 6, 7});
  CHECK(pairs(m.fold(0, wg, m.po())) == pairs(m.po()));
  CHECK(pairs(m.fold(0, m.none(CatType::Relation), m.po())).empty());
  CHECK(pairs(m.fold(0, wg, m.fold(1, same, (u * u) & (v * v) & m.id()))) ==
        squares({{2}, {3}, {4}, {6}, {7}}));
  CHECK(pairs(m.fold(0, wg, m.fold(1, (u * u) & same, v * v))) == squares({{2, 3}, {4, 6}, {7}}));
  CHECK(pairs(m.fold(0, wg, u * u) & m.fold(0, same, u * u)) == squares({{2, 3}, {4, 6}, {7}}));
}

TEST_CASE_FIXTURE(Sample, "classes are those of the structure, also where none of their events happened") {
  // Alone in its class among all events: 8, which does not happen. The fold still visits it.
  const Term only8 = bracket(m.tag("W") & m.tag("AR"));
  CHECK(pairs(m.fold(0, only8, m.po())) == pairs(m.po()));
  CHECK(events(m.fold(0, only8, m.classVariable(0))).empty());
}

TEST_CASE_FIXTURE(Sample, "classes need a static equivalence") {
  CHECK_THROWS_AS(pairs(m.fold(0, m.po(), m.po())), UserError);
  CHECK_THROWS_AS(pairs(m.fold(0, m.rf() | inverse(m.rf()), m.po())), UserError);
}

TEST_CASE_FIXTURE(Sample, "requirements in file order, flags only when all pass") {
  const auto evaluate = [&] {
    const Model model = m.model();
    return Evaluator(model, *structure).evaluate(execution);
  };
  const Term race = m.tag("W") * m.tag("AR");
  m.flagNotEmpty(race, "race").acyclic(m.po() | m.rf(), "fine");
  CHECK(evaluate().consistent());
  REQUIRE(evaluate().flags.size() == 1);
  CHECK(evaluate().flags[0].check == 0);
  CHECK(evaluate().flags[0].pairs == Pairs{{0, 7}, {1, 7}, {2, 7}, {3, 7}});
  m.irreflexive(m.id(), "fails").empty(m.po(), "fails too");
  CHECK(evaluate().failedCheck == 2);
  CHECK(evaluate().flags.empty());
}

TEST_CASE_FIXTURE(Sample, "every kind of check, and its negation") {
  const auto holds = [&](CheckKind kind, bool negated, Term term) {
    ModelBuilder own = m;
    own.check(CheckRole::Require, kind, negated, term, "c");
    const Model model = own.model();
    return Evaluator(model, *structure).evaluate(execution).consistent();
  };
  const Term cyclic = m.po() | m.rf() | m.co() | m.fr();  // 2 po 3 rf 4 po 6 fr 2
  const Term acyclic = m.po() | m.rf();
  CHECK(holds(CheckKind::Acyclic, false, acyclic));
  CHECK_FALSE(holds(CheckKind::Acyclic, false, cyclic));
  CHECK(holds(CheckKind::Acyclic, true, cyclic));
  CHECK_FALSE(holds(CheckKind::Acyclic, true, acyclic));
  CHECK_FALSE(holds(CheckKind::Acyclic, false, m.id()));
  CHECK(holds(CheckKind::Irreflexive, false, cyclic));
  CHECK_FALSE(holds(CheckKind::Irreflexive, false, plus(cyclic)));
  CHECK(holds(CheckKind::Irreflexive, true, plus(cyclic)));
  CHECK(holds(CheckKind::Empty, false, m.base(static_relation::Rmw)));
  CHECK_FALSE(holds(CheckKind::Empty, false, m.po()));
  CHECK(holds(CheckKind::Empty, true, m.tag("R")));
  CHECK_FALSE(holds(CheckKind::Empty, true, m.tag("RM")));
}

TEST_CASE_FIXTURE(Sample, "flags and undefined-unless, raised or not, with pairs or without") {
  const auto flagsOf = [&](CheckRole role, CheckKind kind, bool negated, Term term) {
    ModelBuilder own = m;
    own.check(role, kind, negated, term, "c");
    const Model model = own.model();
    return Evaluator(model, *structure).evaluate(execution).flags;
  };
  CHECK(flagsOf(CheckRole::Flag, CheckKind::Empty, true, m.po()).at(0).pairs == Pairs{{2, 3}, {4, 6}});
  CHECK(flagsOf(CheckRole::Flag, CheckKind::Empty, true, m.tag("R")).at(0).pairs.empty());
  CHECK(flagsOf(CheckRole::Flag, CheckKind::Empty, false, m.base(static_relation::Rmw)).at(0).pairs.empty());
  CHECK(flagsOf(CheckRole::Flag, CheckKind::Empty, false, m.po()).empty());
  CHECK(flagsOf(CheckRole::Flag, CheckKind::Acyclic, true, m.id()).at(0).pairs.empty());
  CHECK(flagsOf(CheckRole::UndefinedUnless, CheckKind::Empty, false, m.po()).size() == 1);
  CHECK(flagsOf(CheckRole::UndefinedUnless, CheckKind::Empty, false, m.base(static_relation::Rmw)).empty());
  CHECK(flagsOf(CheckRole::UndefinedUnless, CheckKind::Acyclic, true, m.po()).size() == 1);
}

TEST_CASE_FIXTURE(Sample, "checks for all classes, flags for some") {
  const Term wg = m.base("same-wg");
  const Term v = m.classVariable(0);
  const Term within = m.rf() & (v * v);  // 3 to 4 in the first group, nothing in the second
  const auto evaluate = [&](CheckRole role, bool negated) {
    ModelBuilder own = m;
    own.check(role, CheckKind::Empty, negated, within, "c", {{0, wg.id}});
    const Model model = own.model();
    return Evaluator(model, *structure).evaluate(execution);
  };
  CHECK_FALSE(evaluate(CheckRole::Require, false).consistent());
  CHECK_FALSE(evaluate(CheckRole::Require, true).consistent());
  CHECK(evaluate(CheckRole::Flag, true).flags.at(0).pairs == Pairs{{3, 4}});
  CHECK(evaluate(CheckRole::Flag, false).flags.size() == 1);
  CHECK(evaluate(CheckRole::UndefinedUnless, false).flags.size() == 1);
}

struct Chosen {
  std::size_t visits = 0;
  std::size_t consistent = 0;
  std::vector<std::optional<std::size_t>> failures;
};

Chosen choose(Sample& sample) {
  const Model model = sample.m.model();
  Evaluator evaluator(model, *sample.structure);
  Chosen chosen;
  evaluator.forEachChoice(sample.execution, [&](const std::vector<Relation>& choices, const Evaluation& e) {
    ++chosen.visits;
    chosen.consistent += e.consistent() ? 1 : 0;
    chosen.failures.push_back(e.failedCheck);
    if (e.consistent()) {
      Execution copy = sample.execution;
      copy.choices = choices;
      CHECK(choices.size() == model.choices.size());
      CHECK(Evaluator(model, *sample.structure).evaluate(copy).consistent());
    }
    return true;
  });
  return chosen;
}

TEST_CASE_FIXTURE(Sample, "linearisations: each is visited, with what it fails") {
  const Term t = m.linearisation("t", m.tag("A"), m.rf());  // of 2, 4, 7 with 2 before 7
  SUBCASE("no requirement") {
    CHECK(choose(*this).consistent == 3);
  }
  SUBCASE("a requirement on the order") {
    m.empty(t & (m.tag("AR") * m.tag("ACQ")), "4 not after 7");
    const Chosen chosen = choose(*this);
    CHECK(chosen.visits == 3);
    CHECK(chosen.consistent == 2);
    CHECK(std::count(chosen.failures.begin(), chosen.failures.end(), std::optional<std::size_t>(0)) == 1);
  }
  SUBCASE("a requirement that needs no order fails at once") {
    m.empty(t, "hangs on the order").empty(m.po(), "fails");
    const Chosen chosen = choose(*this);
    CHECK(chosen.visits == 1);
    CHECK(chosen.failures[0] == 1);
  }
  SUBCASE("a second order that contains the first") {
    m.linearisation("u", m.tag("A"), t);
    CHECK(choose(*this).consistent == 3);
  }
  SUBCASE("a second order of its own") {
    m.linearisation("u", m.tag("R"), m.po());  // of 4, 6, 7 with 4 before 6
    CHECK(choose(*this).consistent == 9);
  }
  SUBCASE("inside classes") {
    m.linearisation("u", m.tag("R"), m.none(CatType::Relation), m.loc());  // {6, 7}, {4}
    CHECK(choose(*this).consistent == 6);
  }
  SUBCASE("a cyclic order leaves no choice") {
    m.linearisation("u", m.tag("A"), inverse(t) | m.rf());
    const Chosen chosen = choose(*this);
    CHECK(chosen.consistent == 0);
    CHECK(chosen.visits == 3);
    CHECK(chosen.failures[0] == 0);  // the model has no checks
  }
}

TEST_CASE_FIXTURE(Sample, "given choices are checked") {
  const Term t = m.linearisation("t", m.tag("A"), m.rf());
  m.irreflexive(seq(t, m.fr()), "c");
  const Model model = m.model();
  Evaluator evaluator(model, *structure);
  const auto failedWith = [&](std::vector<Relation> choices) {
    Execution copy = execution;
    copy.choices = std::move(choices);
    return evaluator.evaluate(copy).failedCheck;
  };
  const auto order = [](EventId a, EventId b, EventId c) {
    Relation r(9);
    r.insert(a, b);
    r.insert(a, c);
    r.insert(b, c);
    return r;
  };
  CHECK(failedWith({order(2, 4, 7)}) == std::nullopt);
  CHECK(failedWith({order(4, 2, 7)}) == std::nullopt);
  CHECK(failedWith({order(7, 2, 4)}) == 1);  // against rf
  CHECK(failedWith({Relation(9)}) == 1);
  CHECK(failedWith({}) == 1);
  CHECK(failedWith({order(2, 4, 7), order(2, 4, 7)}) == 1);
  Execution copy = execution;
  copy.choices = {order(4, 2, 7)};
  CHECK(std::get<Relation>(evaluator.value(t.id, copy)) == order(4, 2, 7));
}

TEST_CASE_FIXTURE(Sample, "visiting choices can be stopped") {
  m.linearisation("t", m.tag("A"), m.rf());
  const Model model = m.model();
  Evaluator evaluator(model, *structure);
  int visits = 0;
  CHECK_FALSE(evaluator.forEachChoice(
      execution, [&](const std::vector<Relation>&, const Evaluation&) { return ++visits < 2; }));
  CHECK(visits == 2);
  // and the evaluator is as good as new afterwards
  CHECK(evaluator.forEachChoice(execution, [&](const std::vector<Relation>&, const Evaluation&) {
    ++visits;
    return true;
  }));
  CHECK(visits == 5);
}

}  // namespace
}  // namespace hrfcheck::test::evaluate_test
