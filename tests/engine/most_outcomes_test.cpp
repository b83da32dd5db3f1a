// Final states that are counted instead of listed: together with the listed ones, as many as there are.

#include <doctest/doctest.h>

#include <algorithm>

#include "engine/engine.h"
#include "support/given.h"
#include "symmetry_harness.h"

namespace hrfcheck::test::most_outcomes_test {
namespace {

std::uint64_t countOf(const std::vector<Outcome>& outcomes, bool satisfies) {
  return static_cast<std::uint64_t>(std::ranges::count(outcomes, satisfies, &Outcome::satisfiesCondition));
}

void checkSome(const Analysis& some, const Analysis& all) {
  CHECK(some.undecided == std::nullopt);
  CHECK(some.outcomesFound() == all.outcomes.size());
  for (const bool satisfies : {true, false}) {
    const std::uint64_t unlisted = satisfies ? some.unlistedOutcomes.first : some.unlistedOutcomes.second;
    const std::uint64_t expected = countOf(all.outcomes, satisfies);
    CHECK(countOf(some.outcomes, satisfies) + unlisted == expected);
    CHECK((countOf(some.outcomes, satisfies) > 0) == (expected > 0));
  }
  CHECK(std::ranges::includes(all.outcomes, some.outcomes, {}, &Outcome::values, &Outcome::values));
}

void checkCounts(const std::string& text) {
  const auto structure = structureOf(text);
  INFO(text);
  for (const Model& model : symmetryModels()) {
    INFO(model.name);
    AnalysisOptions listed;
    listed.symmetry = false;
    const Analysis all = makeExplicitEngine()->analyse(given(structure, model), listed);
    for (const auto& engine : {makeExplicitEngine(), makeSmtEngine()}) {
      INFO(engine->name());
      for (const bool symmetry : {true, false}) {
        for (const std::uint64_t most : {1U, 2U, 7U, 1000U}) {
          INFO("symmetry " << symmetry << ", at most " << most);
          AnalysisOptions options;
          options.symmetry = symmetry;
          options.mostOutcomes = most;
          const Analysis some = engine->analyse(given(structure, model), options);
          checkSome(some, all);
          if (engine->name() == "explicit") {
            CHECK(some.executionCounts == all.executionCounts);
          }
        }
      }
    }
  }
}

TEST_CASE("final states of threads that cannot be told apart are counted without being made") {
  const std::vector<std::string> code{"faa.ar.cmp r0, x, 1", "faa.ar.cmp r1, x, 1"};
  checkCounts(litmus(std::vector<Column>(3, {"wg 0", code}),
                     "locations [0:r0; 0:r1; 1:r0; 1:r1; 2:r0; 2:r1;] exists (0:r0=2 /\\ 1:r0=3)"));
  checkCounts(litmus(std::vector<Column>(3, {"wg 0", code}), "locations [0:r0; 1:r0;] exists (2:r0=2)"));
}

TEST_CASE("no more are listed than asked for, but for one of each verdict") {
  const std::vector<std::string> alike{"faa.ar.cmp r0, x, 1", "faa.ar.cmp r1, x, 1"};
  const std::vector<std::string> other{"faa.ar.cmp r0, x, 2", "faa.ar.cmp r1, x, 1"};
  const std::string rest = "locations [0:r0; 0:r1; 1:r0; 1:r1; 2:r0; 2:r1;] exists (0:r0=2 /\\ 1:r0=3)";
  for (const std::string& text : {litmus(std::vector<Column>(3, {"wg 0", alike}), rest),
                                  litmus({{"wg 0", alike}, {"wg 1", other}, {"wg 2", alike}}, rest)}) {
    for (const std::uint64_t most : {1U, 2U, 7U}) {
      AnalysisOptions options;
      options.mostOutcomes = most;
      const Analysis some =
          makeExplicitEngine()->analyse(given(structureOf(text), symmetryModels()[0]), options);
      CHECK(some.outcomesFound() >= 90);
      CHECK(some.outcomes.size() >= most);
      CHECK(some.outcomes.size() <= most + 1);
    }
  }
}

TEST_CASE("final states of threads that differ are counted as they are found") {
  checkCounts(litmus({{"wg 0", {"st.sc.cmp x, 1", "ld.sc.cmp r0, y"}},
                      {"wg 1", {"st.sc.cmp y, 1", "ld.sc.cmp r0, l"}},
                      {"wg 2", {"st.sc.cmp l, 1", "ld.sc.cmp r0, x"}}},
                     "exists (0:r0=1 /\\ 1:r0=1 /\\ 2:r0=1)"));
}

TEST_CASE("the state that alone satisfies the condition is listed, however late it is found") {
  checkCounts(litmus({{"wg 0", {"st.rlx.cmp x, 1", "st.rlx.cmp x, 2", "st.rlx.cmp x, 3"}},
                      {"wg 1", {"ld.rlx.cmp r0, x", "ld.rlx.cmp r1, x"}}},
                     "exists (1:r0=3 /\\ 1:r1=3)"));
}

}  // namespace
}  // namespace hrfcheck::test::most_outcomes_test
