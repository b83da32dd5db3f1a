// Loops that reach their bound, mostly of exchanges: what the explicit engine finds by looking for incidents
// and outcomes apart, and by leaving out what cannot show any more, is what there is.

#include "engine/cut_loops.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "engine/engine.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/model_builder.h"
#include "support/program_builder.h"

namespace hrfcheck::test {
namespace {

constexpr unsigned kRounds = 2;

class RandomLoops {
 public:
  explicit RandomLoops(unsigned seed) : dice_(seed) {}

  ProgramBuilder make() {
    ProgramBuilder p;
    const ExprPtr x = p.location("x");
    const ExprPtr y = p.location("y");
    const auto somewhere = [&] { return dice_() % 5 == 0 ? y : x; };
    const std::size_t threads = 2 + dice_() % 2;
    for (std::size_t i = 0; i < threads; ++i) {
      ThreadBuilder& t = p.thread();
      std::uint32_t next = 0;
      if (dice_() % 3 == 0) {
        t.store(somewhere(), bit(), atomic(Order::Relaxed));
        ++next;
      }
      if (i == 0 || dice_() % 3 != 0) {
        access(t, somewhere());
        t.branch(binary(BinaryOp::Eq, t.get("r"), constant(bit())), next);
      } else {
        access(t, somewhere());
      }
      if (dice_() % 3 == 0) {
        t.store(somewhere(), bit(), atomic(Order::Relaxed));
      }
    }
    return p;
  }

 private:
  Value bit() { return static_cast<Value>(dice_() % 2); }

  void access(ThreadBuilder& t, const ExprPtr& at) {
    switch (dice_() % 5) {
      case 0:
        t.load("r", at, atomic(Order::Relaxed));
        break;
      case 1:
        t.cas("r", at, bit(), bit());
        break;
      case 2:
        t.rmw(RmwOp::Add, "r", at, 1);
        break;
      default:
        t.rmw(RmwOp::Exchange, "r", at, bit());
    }
  }

  std::mt19937 dice_;
};

std::vector<Model> modelsOfLoops() {
  ModelBuilder atomicity;
  atomicity.empty(atomicity.base(static_relation::Rmw) & seq(atomicity.fr(), atomicity.co()), "atomicity");
  return {scModel(), coherenceModel(), atomicity.model(), ModelBuilder().model()};
}

TEST_CASE("loops at their bound: every outcome and every incident, whatever is asked") {
  const std::vector<Model> tested = modelsOfLoops();
  int cut = 0;
  int compared = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    const auto structure = RandomLoops(seed).make().structure(kRounds);
    for (std::size_t m = 0; m < tested.size(); ++m) {
      CAPTURE(m);
      AnalysisOptions limited;
      limited.candidateLimit = 5000;
      const Analysis reference = makeReferenceEngine()->analyse(given(structure, tested[m]), limited);
      if (reference.undecided) {
        continue;
      }
      ++compared;
      cut += reference.incidents.empty() ? 0 : 1;
      for (const bool symmetry : {true, false}) {
        AnalysisOptions options;
        options.symmetry = symmetry;
        const Analysis found = makeExplicitEngine()->analyse(given(structure, tested[m]), options);
        CHECK(findingsOf(found) == findingsOf(reference));
        CHECK((!found.executionCounts || found.executionCounts == reference.executionCounts));
        options.outcomes = OutcomeSearch::None;
        const Analysis incidents = makeExplicitEngine()->analyse(given(structure, tested[m]), options);
        CHECK(findingsOf(incidents).incidents == findingsOf(reference).incidents);
      }
    }
  }
  CHECK(compared > 200);
  CHECK(cut > 100);
}

TEST_CASE("exchanges that change the lock in every round need few decisions") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  for (const Value mine : {0, 1}) {
    ThreadBuilder& t = p.thread();
    t.rmw(RmwOp::Exchange, "r", x, mine).branch(binary(BinaryOp::Ne, t.get("r"), constant(mine)), 0);
    t.rmw(RmwOp::Exchange, "s", x, mine).branch(binary(BinaryOp::Eq, t.get("s"), constant(mine)), 2);
  }
  const auto structure = p.structure(4);
  CHECK(onlyCutsLoops(*structure, scModel(), {}));
  const Analysis analysis = makeExplicitEngine()->analyse(given(structure, scModel()), {});
  CHECK(analysis.undecided == std::nullopt);
  CHECK(!analysis.incidents.empty());
  for (const auto& [name, count] : analysis.statistics) {
    CAPTURE(name);
    CHECK(count < 1000);
  }
}

}  // namespace
}  // namespace hrfcheck::test
