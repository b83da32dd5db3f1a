// Closures, recursions and cycle tests against the set algebra of Relation, on random relations between
// events of which some may not happen. Every literal is asked for in each polarity, with the relation held
// fixed.

#include <doctest/doctest.h>

#include "engine/smt/encode/relations/acyclic_terms.h"
#include "engine/smt/encode/relations/acyclicity.h"
#include "engine/smt/encode/relations/checks.h"
#include "engine/smt/z3/sat_solver.h"
#include "support/model_builder.h"
#include "support/program_builder.h"
#include "util/random.h"

namespace hrfcheck::smt {
namespace {

/// Three stores that happen together, two that happen otherwise, and whatever they hang on.
test::ProgramBuilder conditionalStores() {
  test::ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().store(x, 1);
  p.thread().load("r", x).store(y, 1).onlyIf("r").store(y, 2).onlyIf("r").store(y, 3).onlyIf("r", true);
  return p;
}

/// How a requirement may say that the relation has no cycle.
enum class Acyclic { NotAsked, Itself, Closure, ComposedClosure };

/// A free relation with its closure, said twice: as r+ and as let rec c = r | c;c.
struct ClosureModel {
  Model model;
  CatNodeId relation, closure, recursive;

  explicit ClosureModel(Acyclic asked) {
    test::ModelBuilder m;
    // Stands for the free relation; never encoded as a choice.
    const test::Term r = m.linearisation("r", m.all(CatType::Set), m.none(CatType::Relation));
    const test::Term c = m.recursive(0, 0, CatType::Relation);
    const test::Term body = r | test::seq(c, c);
    m.model().recursions.push_back({{"c"}, {body.id}});
    relation = r.id;
    closure = test::plus(r).id;
    recursive = c.id;
    if (asked == Acyclic::Itself) {
      m.acyclic(r);
    } else if (asked == Acyclic::Closure) {
      m.irreflexive(test::plus(r));
    } else if (asked == Acyclic::ComposedClosure) {
      m.irreflexive(test::seq(test::plus(r), test::maybe(m.none(CatType::Relation))));
    }
    model = m.model();
  }
};

struct Fixture {
  explicit Fixture(Acyclic asked = Acyclic::NotAsked) : source(asked) {}

  SolverContext context;
  Deadline never;
  SatSolver solver{context, never};
  Formula formula{solver};
  std::shared_ptr<const EventStructure> structure = conditionalStores().structure();
  CandidateFormula candidate{formula, *structure, SpinningRuns::Included,
                             KnownOfModel{Relation(structure->size()), {}}};
  ClosureModel source;
  Terms terms{source.model, candidate};
  RelationEncoder encoder{formula, terms};
  PairLiterals free;

  /// Makes every pair free, impossible or (forward only) certain.
  void choosePairs(Random& random) {
    candidate.together().forEach([&](EventId a, EventId b) {
      const std::uint64_t kind = random.below(10);
      free.set(a, b, kind == 0 && a < b ? kTrue : kind < 5 ? formula.fresh({"free", a, b}) : kFalse);
    });
    terms.addChoice(&free);
  }

  /// Fixes what happens and what is related; the assumptions and the relation on the events that happen.
  std::pair<std::vector<Lit>, Relation> fix(Random& random, unsigned density) {
    const bool taken = random.chance(50);
    std::vector<Lit> assumptions;
    EventSet happened(structure->size());
    for (EventId e = 0; e < structure->size(); ++e) {
      const Lit exec = candidate.exec(e);
      // Of conditional events those of the branch taken come before the others.
      const bool isFirst = exec == candidate.exec(firstConditional());
      const bool happens = exec == kTrue || isFirst == taken;
      assumptions.push_back(happens ? exec : -exec);
      if (happens) {
        happened.insert(e);
      }
    }
    Relation r(structure->size());
    free.may(structure->size()).forEach([&](EventId a, EventId b) {
      const Lit literal = free.at(a, b);
      const bool related = literal == kTrue || random.chance(density);
      if (literal != kTrue) {
        assumptions.push_back(related ? literal : -literal);
      }
      if (related && happened.contains(a) && happened.contains(b)) {
        r.insert(a, b);
      }
    });
    return {assumptions, r};
  }

  EventId firstConditional() const {
    EventId e = 0;
    while (candidate.exec(e) == kTrue) {
      ++e;
    }
    return e;
  }

  bool possible(std::vector<Lit> assumptions, Lit literal) {
    assumptions.push_back(literal);
    return solver.check(assumptions) == Truth::Sat;
  }
};

/// A term's pairs in each polarity.
class Readings {
 public:
  Readings(Fixture& f, TermId term) : f_(f) {
    f.candidate.together().forEach([&](EventId a, EventId b) {
      up_.set(a, b, f.encoder.pair(term, a, b, Polarity::Up));
      down_.set(a, b, f.encoder.pair(term, a, b, Polarity::Down));
      exact_.set(a, b, f.encoder.pair(term, a, b, Polarity::Exact));
    });
  }

  /// @param fixed assumptions under which the term relates these events, of those that happen
  void areThoseOf(const Relation& relation, const std::vector<Lit>& fixed) const {
    f_.candidate.together().forEach([&](EventId a, EventId b) {
      REQUIRE(f_.possible(fixed, kTrue));
      if (!f_.solver.value(f_.candidate.exec(a)) || !f_.solver.value(f_.candidate.exec(b))) {
        return;
      }
      const bool related = relation.contains(a, b);
      CHECK(f_.possible(fixed, -up_.at(a, b)) == !related);
      CHECK(f_.possible(fixed, down_.at(a, b)) == related);
      CHECK(f_.possible(fixed, exact_.at(a, b)) == related);
      CHECK(f_.possible(fixed, -exact_.at(a, b)) == !related);
    });
  }

 private:
  Fixture& f_;
  PairLiterals up_, down_, exact_;
};

TEST_CASE("closures and recursions in each polarity") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Fixture f;
    f.choosePairs(random);
    for (const CatNodeId node : {f.source.closure, f.source.recursive}) {
      const TermId term = f.terms.of(node);
      const Readings readings(f, term);
      for (int round = 0; round < 2; ++round) {
        const auto [assumptions, r] = f.fix(random, 35);
        REQUIRE(f.possible(assumptions, kTrue));
        readings.areThoseOf(r.transitiveClosure(), assumptions);
      }
    }
  }
}

TEST_CASE("closures of what a requirement keeps free of cycles") {
  int cyclic = 0;
  int rounds = 0;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Fixture f(static_cast<Acyclic>(1 + seed % 3));
    f.choosePairs(random);
    AcyclicTerms acyclic(f.terms, f.source.model);
    CHECK(acyclic.contains(f.terms, f.terms.of(f.source.relation)));
    f.encoder.assume(std::move(acyclic));
    for (const Check& check : f.source.model.checks) {
      requireCheck(f.encoder, check);
    }
    const TermId term = f.terms.of(f.source.closure);
    const Readings readings(f, term);
    for (int round = 0; round < 6; ++round) {
      ++rounds;
      const auto [assumptions, r] = f.fix(random, 12);
      if (!r.acyclic()) {
        CHECK_FALSE(f.possible(assumptions, kTrue));
        ++cyclic;
        continue;
      }
      readings.areThoseOf(r.transitiveClosure(), assumptions);
    }
  }
  CHECK(cyclic > rounds / 10);
  CHECK(cyclic < rounds * 9 / 10);
}

TEST_CASE("what no requirement keeps free of cycles is not taken to be") {
  Fixture f;
  const AcyclicTerms acyclic(f.terms, f.source.model);
  Random random(1);
  f.choosePairs(random);
  CHECK_FALSE(acyclic.contains(f.terms, f.terms.of(f.source.relation)));
}

TEST_CASE("acyclicity and its opposite") {
  int cyclic = 0;
  int rounds = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Fixture f;
    f.choosePairs(random);
    const CatNodeId node = seed % 2 == 0 ? f.source.relation : f.source.closure;
    const TermId term = f.terms.of(node);
    const Lit required = f.formula.fresh({"required"});
    requireAcyclic(f.encoder, term, {-required});
    const Lit cycle = someCycle(f.encoder, term);
    for (int round = 0; round < 8; ++round) {
      const auto [assumptions, r] = f.fix(random, 20);
      CHECK(f.possible(assumptions, required) == r.acyclic());
      CHECK(f.possible(assumptions, cycle) == !r.acyclic());
      cyclic += r.acyclic() ? 0 : 1;
      ++rounds;
    }
  }
  CHECK(cyclic > rounds / 10);
  CHECK(cyclic < rounds * 9 / 10);
}

}  // namespace
}  // namespace hrfcheck::smt
