// Both engines with symmetry, against the engine that knows of none.

#include <doctest/doctest.h>

#include <set>

#include "engine/engine.h"
#include "support/given.h"
#include "symmetry_harness.h"

namespace hrfcheck::test {
namespace {

void checkEngines(const std::string& text, const Model& model) {
  const auto structure = structureOf(text);
  INFO(text);
  INFO(model.name);
  const Analysis expected = makeReferenceEngine()->analyse(given(structure, model), {});
  REQUIRE(expected.undecided == std::nullopt);
  for (const auto& engine : {makeExplicitEngine(), makeSmtEngine()}) {
    INFO(engine->name());
    const Analysis tested = engine->analyse(given(structure, model), {});
    CHECK(tested.undecided == std::nullopt);
    checkSame(structure, model, tested, expected);
    if (engine->name() == "explicit") {
      CHECK(tested.executionCounts == expected.executionCounts);
    }
    AnalysisOptions condition;
    condition.outcomes = OutcomeSearch::Condition;
    std::set<bool> verdicts;
    for (const Outcome& outcome : engine->analyse(given(structure, model), condition).outcomes) {
      verdicts.insert(outcome.satisfiesCondition);
    }
    std::set<bool> wanted;
    for (const Outcome& outcome : expected.outcomes) {
      wanted.insert(outcome.satisfiesCondition);
    }
    CHECK(verdicts == wanted);
  }
}

void checkEngines(const std::string& text) {
  for (const Model& model : symmetryModels()) {
    checkEngines(text, model);
  }
}

TEST_CASE("counters, one of them asked for") {
  const std::vector<std::string> code{"faa.ar.cmp r0, x, 1"};
  checkEngines(litmus(std::vector<Column>(3, {"wg 0", code}), "exists (0:r0=2)"));
  checkEngines(litmus(std::vector<Column>(3, {"wg 0", code}), "exists (0:r0=2 /\\ 1:r0=2)"));
  checkEngines(litmus({{"wg 0", code}, {"wg 1", code}, {"wg 1", code}}, "filter (1:r0=0) exists (x=3)"));
}

TEST_CASE("a lock that is tried once") {
  const std::vector<std::string> code{
      "cas.acq.wg r0, l, 0, 1", "bne r0, 0, END", "ld r1, x", "st x, 1", "st.rel.wg l, 0", "END:"};
  checkEngines(litmus(std::vector<Column>(2, {"wg 0", code}), "exists (0:r1=1)"));
  checkEngines(litmus({{"wg 0", code}, {"wg 1", code}}, "exists (x=0)"));
}

TEST_CASE("readers that tie") {
  const std::vector<std::string> reader{"ld.acq.cmp r0, x", "ld r1, y"};
  checkEngines(litmus({{"wg 0", reader}, {"wg 1", {"st y, 1", "st.rel.cmp x, 1"}}, {"wg 2", reader}},
                      "exists (0:r0=1 /\\ 2:r0=0)"));
}

TEST_CASE("threads that stop early") {
  const std::vector<std::string> faulting{"faa.ar.wg r0, x, 1", "bne r0, 1, END", "ld r1, [r0]", "END:"};
  checkEngines(litmus(std::vector<Column>(3, {"wg 0", faulting}), ""));
  const std::vector<std::string> diverging{"cas.ar.wg r0, x, 0, 1", "bne r0, 0, END", "barrier.wg", "END:"};
  checkEngines(litmus(std::vector<Column>(2, {"wg 0", diverging}), ""));
}

TEST_CASE("random tests") {
  Random random(5);
  const std::vector<Model> models = symmetryModels();
  for (unsigned i = 0; i < 30; ++i) {
    checkEngines(randomSymmetricTest(random), models[i % models.size()]);
  }
}

}  // namespace
}  // namespace hrfcheck::test
