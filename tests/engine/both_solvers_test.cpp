// The two solvers together: the same answers as each alone, and Z3 only where there are many outcomes.

#include "engine/smt/both_solvers.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/solver_choice.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/model_builder.h"
#include "support/solver_rings.h"
#include "util/diagnostic.h"

namespace hrfcheck::test::both_solvers_test {
namespace {

using smt::Lit;

TEST_CASE("few outcomes and many are the same as with either solver alone") {
  for (const std::size_t threads : {2, 5, 7, 8}) {
    CAPTURE(threads);
    const auto structure = ring(threads).structure();
    const Analysis both = makeSmtEngineWith(SolverChoice::Auto)->analyse(given(structure, scModel()), {});
    CHECK_FALSE(both.undecided);
    CHECK(both.outcomes.size() == (std::size_t{1} << threads) - 1);
    for (const SolverChoice alone : {SolverChoice::Z3, SolverChoice::Cadical}) {
      const Analysis other = makeSmtEngineWith(alone)->analyse(given(structure, scModel()), {});
      CHECK(findingsOf(both) == findingsOf(other));
    }
  }
}

TEST_CASE("many outcomes are enumerated in one search, unless they are to be excluded one by one") {
  const auto engine = makeSmtEngineWith(SolverChoice::Auto);
  const auto structure = ring(8).structure();
  const Analysis searched = engine->analyse(given(structure, scModel()), {});
  AnalysisOptions blocking;
  blocking.enumerateInSearch = false;
  const Analysis excluded = engine->analyse(given(structure, scModel()), blocking);
  CHECK(findingsOf(searched) == findingsOf(excluded));
  CHECK(statistic(excluded, "queries") > 255);
  if (smtSolverVersion() == "4.8.12") {
    CHECK(statistic(searched, "queries") < 80);
  }
}

TEST_CASE("clauses that come between questions and enumerations count for both") {
  smt::SolverContext context;
  const Deadline never;
  smt::BothSolvers solver([&]() -> smt::SolverContext& { return context; }, never, true);
  for (Lit l = 1; l <= 4; ++l) {
    solver.variable(l, {});
  }
  solver.clause({1});
  solver.clause({2, 3});
  solver.completeEncoding();
  CHECK(solver.check({-2}) == smt::Truth::Sat);
  CHECK(solver.value(3));
  CHECK_FALSE(solver.value(2));
  if (!solver.canEnumerate()) {
    return;  // another version of Z3
  }
  const std::vector<Lit> key{2, -2, 3, -3, 4, -4};
  CHECK(solver.enumerate({}, key, {}) == smt::Truth::Unsat);
  CHECK(solver.enumerated() == 6);
  for (std::size_t i = 0; i < solver.enumerated(); ++i) {
    solver.show(i);
    CHECK((solver.value(2) || solver.value(3)));
  }
  solver.clause({-2, -3});
  CHECK(solver.check({2}) == smt::Truth::Sat);
  CHECK_FALSE(solver.value(3));
  CHECK(solver.enumerate({}, key, {}) == smt::Truth::Unsat);
  CHECK(solver.enumerated() == 4);
}

TEST_CASE("without Z3 outcomes are excluded one by one") {
  const Deadline never;
  smt::BothSolvers solver([]() -> smt::SolverContext& { throw UserError("no Z3 here"); }, never, true);
  CHECK_FALSE(solver.canEnumerate());
}

}  // namespace
}  // namespace hrfcheck::test::both_solvers_test
