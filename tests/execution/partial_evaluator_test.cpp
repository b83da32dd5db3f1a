#include "execution/evaluate/partial_evaluator.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "partial_support.h"
#include "support/model_builder.h"
#include "support/program_builder.h"

namespace hrfcheck::test::partial_evaluator_test {
namespace {

using Pairs = std::vector<std::pair<EventId, EventId>>;

constexpr Inputs kEverything =
    kHappenedInput | kLocInput | kAddrInput | kDataInput | kCtrlInput | kSyncInput | kRfInput | kCoInput;

const std::vector<std::string> kModels = {
    "c11",         "hrf-anyloc", "hrf-direct-relaxed", "hrf-indirect-relaxed",
    "hrf0",        "hrf-direct", "hrf-direct-anyloc",  "hsa",
    "hsa-literal", "opencl",     "opencl-rsp",         "rc11",
    "rsp",         "sc",         "rsp-literal"};

const std::vector<std::string> kTests = {"rsp/two-promotions",
                                         "rsp/rmw-promotion",
                                         "rsp/failed-cas-is-next-acquire",
                                         "rsp/r6-two-stores",
                                         "hrf/chain-wide-acquire",
                                         "hrf/fence-mp-ar",
                                         "hrf/barrier-mp",
                                         "c11/failed-compare-exchange",
                                         "c11/seq-cst-fences-iriw",
                                         "c11/z6-u"};

/// What a model says of one execution with one choice of linearisations.
struct Said {
  std::vector<Relation> choices;
  std::vector<std::pair<std::size_t, Pairs>> flags;

  friend bool operator==(const Said&, const Said&) = default;
};

/// By the exact evaluator; at most `limit` choices.
std::vector<Said> saidExactly(Evaluator& evaluator, const Execution& x, std::size_t limit) {
  std::vector<Said> said;
  evaluator.forEachChoice(x, [&](const std::vector<Relation>& choices, const Evaluation& evaluation) {
    if (evaluation.consistent()) {
      Said& one = said.emplace_back(Said{choices, {}});
      for (const RaisedFlag& flag : evaluation.flags) {
        one.flags.emplace_back(flag.check, flag.pairs);
      }
    }
    return said.size() < limit;
  });
  return said;
}

std::vector<Said> saidClosed(const Model& model, PartialEvaluator& evaluator, const Execution& x,
                             std::size_t limit) {
  give(evaluator.lower(), x);
  evaluator.changed(kEverything, 0);
  evaluator.setOpen(0);
  std::vector<Said> said;
  evaluator.forEachConsistentChoice(
      [&] {
        Said& one = said.emplace_back(Said{evaluator.choices(), {}});
        for (std::size_t i = 0; i < model.checks.size(); ++i) {
          if (model.checks[i].role == CheckRole::Require || !evaluator.raised(i)) {
            continue;
          }
          BitRows pairs = BitRows::relation(x.structure->size());
          if (evaluator.hasPairs(i)) {
            evaluator.addPairs(i, pairs);
          }
          one.flags.emplace_back(i, pairs.toRelation().pairs());
        }
        return said.size() < limit;
      },
      [] { return true; });
  return said;
}

/// By plain set algebra, with the choices given.
std::optional<Said> saidPlainly(const Model& model, const Execution& x) {
  PlainModel plain(model, x);
  Said said{x.choices, {}};
  for (std::size_t i = 0; i < model.checks.size(); ++i) {
    const Check& check = model.checks[i];
    const bool passes = plain.passes(check);
    if (check.role == CheckRole::Require && !passes) {
      return std::nullopt;
    }
    if (check.role != CheckRole::Require && passes == (check.role == CheckRole::Flag)) {
      const bool hasPairs = check.role == CheckRole::Flag && check.kind == CheckKind::Empty &&
                            check.negated && model.nodes[check.node].type == CatType::Relation;
      said.flags.emplace_back(i, hasPairs ? plain.pairs(check).pairs() : Pairs{});
    }
  }
  return said;
}

/// Forgets a part of what is known: single pairs, and all that depends on some events where `events` is true.
void forget(KnownParts& parts, bool events, std::mt19937& dice) {
  const auto size = static_cast<EventId>(parts.rf.rows());
  for (EventId a = 0; a < size; ++a) {
    const bool lost = events && dice() % 4 == 0;
    if (lost) {
      parts.happened.erase(a);
    }
    for (EventId b = 0; b < size; ++b) {
      for (BitRows* r : {&parts.rf, &parts.co}) {
        if (dice() % 3 == 0) {
          r->erase(a, b);
        }
      }
      for (BitRows* r :
           {&parts.loc, &parts.addr, &parts.data, &parts.ctrl, &parts.sync, &parts.rf, &parts.co}) {
        if (lost) {
          r->erase(a, b);
          r->erase(b, a);
        }
      }
    }
  }
}

std::vector<Execution> someExecutions(const std::string& test, std::mt19937& dice) {
  const std::shared_ptr<const EventStructure> structure = structureOf(test);
  std::vector<Execution> found;
  for (int i = 0; i < 400 && found.size() < 12; ++i) {
    if (std::optional<Execution> x = randomExecution(structure, dice)) {
      found.push_back(std::move(*x));
    }
  }
  return found;
}

TEST_CASE("with nothing open it says what the exact evaluator says, and that what set algebra says") {
  std::mt19937 dice(7);
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  std::size_t consistent = 0;
  std::size_t inconsistent = 0;
  std::size_t raised = 0;
  for (const std::string& name : kModels) {
    const Model model = library.load(name);
    for (const std::string& test : kTests) {
      CAPTURE(name);
      CAPTURE(test);
      const std::vector<Execution> executions = someExecutions(test, dice);
      REQUIRE_FALSE(executions.empty());
      Evaluator exact(model, *executions[0].structure);
      PartialEvaluator partial(model, *executions[0].structure);
      for (const Execution& x : executions) {
        const std::vector<Said> said = saidExactly(exact, x, 20);
        CHECK(saidClosed(model, partial, x, 20) == said);
        for (const Said& one : said) {
          Execution chosen = x;
          chosen.choices = one.choices;
          CHECK(saidPlainly(model, chosen) == one);
          raised += one.flags.size();
        }
        if (model.choices.empty()) {
          CHECK(saidPlainly(model, x).has_value() == !said.empty());
          CHECK(partial.refuted() == said.empty());
        }
        (said.empty() ? inconsistent : consistent) += 1;
      }
    }
  }
  CHECK(consistent > 100);
  CHECK(inconsistent > 100);
  CHECK(raised > 100);
}

TEST_CASE("a partial execution that can become consistent is not refuted") {
  std::mt19937 dice(11);
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  std::size_t consistent = 0;
  std::size_t refuted = 0;
  for (const std::string& name : kModels) {
    const Model model = library.load(name);
    for (const std::string& test : kTests) {
      CAPTURE(name);
      CAPTURE(test);
      const std::vector<Execution> executions = someExecutions(test, dice);
      PartialEvaluator partial(model, *executions[0].structure);
      KnownParts possible(executions[0].structure->size());
      for (const Execution& x : executions) {
        KnownParts parts(x.structure->size());
        give(parts, x);
        add(possible, parts);
      }
      for (const Execution& x : executions) {
        const bool holds = !saidClosed(model, partial, x, 1).empty();
        consistent += holds ? 1 : 0;
        for (const bool events : {false, true}) {
          give(partial.lower(), x);
          give(partial.upper(), x);
          forget(partial.lower(), events, dice);
          add(partial.upper(), possible);
          partial.changed(kEverything, dice() % 2 == 0 ? kEverything : partial.neededUpper());
          partial.setOpen(kEverything);
          const bool gone = partial.refuted();
          CHECK_FALSE((gone && holds));
          refuted += gone ? 1 : 0;
        }
      }
    }
  }
  CHECK(consistent > 100);
  CHECK(refuted > 100);
}

/// Store buffering. Events: 0, 1 initial x, y; P0: 2 x:=1, 3 r0:=y; P1: 4 y:=1, 5 r0:=x.
struct Buffering {
  Buffering() {
    ProgramBuilder p;
    const ExprPtr x = p.location("x");
    const ExprPtr y = p.location("y");
    p.thread(0).store(x, 1).load("r0", y);
    p.thread(1).store(y, 1).load("r0", x);
    structure = p.structure();
  }

  /// Everything happens; rf and co are what is given for certain, and anything of one location besides.
  void know(PartialEvaluator& partial, const Pairs& rf, const Pairs& co) const {
    KnownParts& lower = partial.lower();
    KnownParts& upper = partial.upper();
    lower = upper = KnownParts(6);
    for (const std::vector<EventId>& location : {std::vector<EventId>{0, 2, 5}, {1, 3, 4}}) {
      for (const EventId a : location) {
        lower.happened.insert(a);
        upper.happened.insert(a);
        for (const EventId b : location) {
          lower.loc.insert(a, b);
          upper.loc.insert(a, b);
        }
      }
    }
    for (const auto& [w, r] : Pairs{{0, 5}, {2, 5}, {1, 3}, {4, 3}}) {
      upper.rf.insert(w, r);
    }
    for (const auto& [w, v] : Pairs{{0, 2}, {1, 4}}) {
      upper.co.insert(w, v);
    }
    for (const auto& [w, r] : rf) {
      lower.rf.insert(w, r);
    }
    for (const auto& [w, v] : co) {
      lower.co.insert(w, v);
    }
    partial.changed(kEverything, kEverything);
    partial.setOpen(kRfInput | kCoInput);
  }
  bool refuted(const ModelBuilder& builder, const Pairs& rf, const Pairs& co) {
    ModelBuilder own = builder;
    const Model model = own.model();
    PartialEvaluator partial(model, *structure);
    know(partial, rf, co);
    return partial.refuted();
  }

  std::shared_ptr<const EventStructure> structure;
  ModelBuilder m;
};

TEST_CASE_FIXTURE(Buffering, "a cycle of what is certain refutes") {
  m.acyclic(m.po() | m.rf() | m.co() | m.fr());
  CHECK(refuted(m, {{0, 5}, {1, 3}}, {{0, 2}, {1, 4}}));
  CHECK_FALSE(refuted(m, {{0, 5}, {1, 3}}, {{0, 2}}));
  CHECK_FALSE(refuted(m, {{0, 5}}, {{0, 2}, {1, 4}}));
  CHECK_FALSE(refuted(m, {{2, 5}, {1, 3}}, {{0, 2}, {1, 4}}));
}

TEST_CASE_FIXTURE(Buffering, "what is taken away must be certain to be left") {
  const Term initial = m.tag("IW") * m.tag("R");
  SUBCASE("one difference") {
    m.empty(initial & (m.rf() - m.fr()));
    CHECK(refuted(m, {{0, 5}}, {}));
    CHECK_FALSE(refuted(m, {}, {}));
  }
  SUBCASE("of what may be there") {
    m.empty(inverse(initial) & (m.loc() - inverse(m.rf())));
    CHECK_FALSE(refuted(m, {{0, 5}, {1, 3}}, {}));
    CHECK_FALSE(refuted(m, {{2, 5}, {4, 3}}, {}));  // rf may still have the other edges
  }
  SUBCASE("of what cannot be there") {
    m.empty((m.tag("IW") * m.tag("IW")) & (~m.rf() - m.co()));
    CHECK(refuted(m, {}, {}));
  }
  SUBCASE("two negations") {
    m.empty(~~m.rf());
    CHECK(refuted(m, {{0, 5}}, {}));
    CHECK_FALSE(refuted(m, {}, {}));
  }
}

TEST_CASE_FIXTURE(Buffering, "a negated requirement is refuted when nothing is left that could fulfil it") {
  const auto some = [&](CheckKind kind, Term term) {
    ModelBuilder own = m;
    return own.check(CheckRole::Require, kind, true, term, "some");
  };
  CHECK_FALSE(refuted(some(CheckKind::Empty, m.rf()), {}, {}));
  CHECK_FALSE(refuted(some(CheckKind::Irreflexive, seq(m.rf(), m.fr())), {}, {}));
  CHECK_FALSE(refuted(some(CheckKind::Acyclic, m.po() | m.rf() | m.fr()), {}, {}));
  CHECK(refuted(some(CheckKind::Acyclic, m.po() | m.co()), {}, {}));
  CHECK(refuted(some(CheckKind::Empty, m.rf() & (m.tag("R") * m.tag("W"))), {}, {}));
}

TEST_CASE_FIXTURE(Buffering, "only inputs that are taken away, or are wanted, are needed from above") {
  const auto needed = [&] {
    const Model model = m.model();
    return PartialEvaluator(model, *structure).neededUpper();
  };
  SUBCASE("nothing is taken away but for a flag") {
    m.acyclic(m.po() | m.rf() | m.co() | m.fr()).flagNotEmpty(m.loc() - m.rf(), "flag");
    CHECK(needed() == 0);
  }
  SUBCASE("once") {
    m.empty(m.co() - m.rf());
    CHECK(needed() == kRfInput);
  }
  SUBCASE("twice") {
    m.empty(m.co() - (m.loc() - m.rf()));
    CHECK(needed() == kLocInput);
  }
  SUBCASE("wanted") {
    m.check(CheckRole::Require, CheckKind::Empty, true, m.co() - m.rf(), "wanted");
    CHECK(needed() == kCoInput);
  }
}

TEST_CASE_FIXTURE(Buffering, "bounds follow every change, and opening and closing") {
  m.empty(inverse(m.tag("IW") * m.tag("R")) & (m.loc() - inverse(m.rf())));
  const Model model = m.model();
  PartialEvaluator partial(model, *structure);
  know(partial, {{0, 5}}, {});
  CHECK_FALSE(partial.refuted());  // 3 may read from 1
  partial.setOpen(0);
  CHECK(partial.refuted());  // but does not
  partial.setOpen(kRfInput);
  CHECK_FALSE(partial.refuted());
  partial.upper().rf.erase(1, 3);
  partial.changed(0, kRfInput);
  CHECK(partial.refuted());
  partial.upper().rf.insert(1, 3);
  partial.changed(0, kRfInput);
  CHECK_FALSE(partial.refuted());
  partial.lower().rf.insert(1, 3);
  partial.changed(kRfInput, 0);
  partial.setOpen(0);
  CHECK_FALSE(partial.refuted());
  partial.lower().rf.erase(1, 3);
  partial.changed(kRfInput, 0);
  CHECK(partial.refuted());
}

TEST_CASE_FIXTURE(Buffering, "an order not yet chosen is bounded by what it extends and by its set") {
  const auto with = [&](const std::function<Term(Term)>& relation) {
    ModelBuilder own;
    const Term t = own.linearisation("t", own.tag("W") - own.tag("IW"), own.fr() | own.po());
    own.empty(relation(t));
    return own;
  };
  const auto initial = [](Term t) { return t.builder->tag("IW"); };
  CHECK_FALSE(refuted(with([](Term t) { return t; }), {}, {}));
  CHECK_FALSE(refuted(with([&](Term t) { return initial(t) * t.builder->tag("W") & t; }), {}, {}));
  // initial writes are in the set of nobody
  CHECK(refuted(with([&](Term t) { return (initial(t) * initial(t)) - t; }), {}, {}));
  // 2 and 4 are, in one order or the other
  const auto others = [&](Term t) { return t.builder->tag("W") - initial(t); };
  CHECK_FALSE(refuted(with([&](Term t) { return (others(t) * others(t)) - t - t.builder->id(); }), {}, {}));
}

TEST_CASE_FIXTURE(Buffering, "an order that must be extended is known before it is chosen") {
  ModelBuilder own;
  const Term t = own.linearisation("t", own.tag("M"), own.po());
  own.empty(t & own.po(), "against program order");
  CHECK(refuted(own, {}, {}));
}

TEST_CASE_FIXTURE(Buffering, "choices are given up early, and can be stopped") {
  ModelBuilder own;
  own.linearisation("t", own.tag("M") - own.tag("IW"), own.po());
  const Model model = own.model();
  PartialEvaluator partial(model, *structure);
  know(partial, {}, {});
  partial.setOpen(0);
  int visits = 0;
  CHECK(partial.forEachConsistentChoice(
      [&] {
        ++visits;
        CHECK(partial.choices().size() == 1);
        return true;
      },
      [] { return true; }));
  CHECK(visits == 6);
  CHECK_FALSE(partial.forEachConsistentChoice([&] { return ++visits < 8; }, [] { return true; }));
  CHECK(visits == 8);
  unsigned looks = 0;
  CHECK_FALSE(partial.forEachConsistentChoice([] { return true; }, [&] { return ++looks < 3; }));
  CHECK(looks == 3);
  CHECK(partial.choices().empty());
}

TEST_CASE("the tag of a compare-and-swap's read is certain when its write is") {
  // Events: 0 initial x; 1, 2 a cas that acquires when it succeeds and is relaxed when it fails.
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread(0).cas("r0", x, 0, 1, atomic(Order::AcquireRelease, kSys));
  const std::shared_ptr<const EventStructure> structure = p.structure();
  for (const bool writes : {false, true}) {
    ModelBuilder m;
    m.empty(m.tag("R") & m.tag("ACQ_REL"));
    const Model model = m.model();
    PartialEvaluator partial(model, *structure);
    partial.lower().happened.insert(0);
    partial.lower().happened.insert(1);
    partial.upper().happened = partial.lower().happened;
    if (writes) {
      partial.upper().happened.insert(2);
    }
    partial.changed(kHappenedInput, kHappenedInput);
    partial.setOpen(kHappenedInput);
    const bool always = structure->conditionalTags().empty();
    CHECK(partial.refuted() == always);
    if (writes) {
      partial.lower().happened.insert(2);
      partial.changed(kHappenedInput, 0);
      CHECK(partial.refuted());
    }
  }
}

}  // namespace
}  // namespace hrfcheck::test::partial_evaluator_test
