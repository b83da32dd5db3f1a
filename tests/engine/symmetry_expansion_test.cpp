// What representatives say of all executions, against the engine that looks at all of them.

#include <doctest/doctest.h>

#include "engine/orbits.h"
#include "support/given.h"
#include "symmetry_harness.h"
#include "util/random.h"

namespace hrfcheck::test::symmetry_expansion_test {
namespace {

std::uint64_t statistic(const Analysis& analysis, const std::string& name) {
  for (const auto& [key, value] : analysis.statistics) {
    if (key == name) {
      return value;
    }
  }
  FAIL("no statistic " << name);
  return 0;
}

void checkReduction(const std::shared_ptr<const EventStructure>& structure, const Model& model) {
  INFO(model.name);
  const Analysis expected = makeReferenceEngine()->analyse(given(structure, model), {});
  REQUIRE(expected.undecided == std::nullopt);
  const Analysis tested = analyseRepresentatives(structure, model);
  checkSame(structure, model, tested, expected);
  CHECK(tested.executionCounts == expected.executionCounts);
}

void checkReduction(const std::string& text) {
  INFO(text);
  const auto structure = structureOf(text);
  for (const Model& model : symmetryModels()) {
    checkReduction(structure, model);
  }
}

const std::vector<std::string> kCounter{"faa.ar.cmp r0, x, 1"};
const std::vector<std::string> kTry{
    "cas.acq.wg r0, l, 0, 1", "bne r0, 0, END", "ld r1, x", "st x, 1", "st.rel.wg l, 0", "END:"};
const std::vector<std::string> kReader{"ld.acq.cmp r0, x", "ld r1, y"};
const std::vector<std::string> kWriter{"st y, 1", "st.rel.cmp x, 1"};

TEST_CASE("counters") {
  const std::vector<Column> inOne(3, {"wg 0", kCounter});
  for (const char* rest :
       {"exists (x=2)", "exists (0:r0=0)", "exists (0:r0=0 /\\ 1:r0=1)",
        "exists (0:r0=2 /\\ 1:r0=2 /\\ 2:r0=2)", "locations [x;]", "filter (1:r0=1) exists (2:r0=2)"}) {
    checkReduction(litmus(inOne, rest));
  }
  checkReduction(litmus({{"wg 0", kCounter}, {"wg 1", kCounter}, {"wg 2", kCounter}}, ""));
}

TEST_CASE("locks") {
  checkReduction(litmus(std::vector<Column>(2, {"wg 0", kTry}), "exists (0:r1=1)"));
  checkReduction(litmus({{"wg 0", kTry}, {"wg 1", kTry}}, "exists (x=0)"));
}

TEST_CASE("three try a lock once") {
  const std::vector<std::string> code{"cas.acq.wg r0, l, 0, 1", "bne r0, 0, END", "st x, 1", "END:"};
  checkReduction(litmus(std::vector<Column>(3, {"wg 0", code}), "exists (2:r0=0)"));
  checkReduction(litmus({{"wg 0", code}, {"wg 0", code}, {"wg 1", code}}, ""));
}

TEST_CASE("two work-groups of two") {
  const std::vector<std::string> code{"cas.ar.wg r0, x, 0, 1"};
  const std::vector<std::string> other{"st.rlx.wg x, 0"};
  checkReduction(litmus({{"wg 0", code}, {"wg 0", code}, {"wg 1", code}, {"wg 1", code}}, ""));
  checkReduction(
      litmus({{"wg 0", code}, {"wg 0", other}, {"wg 1", other}, {"wg 1", code}}, "exists (3:r0=1)"));
}

TEST_CASE("readers and writers") {
  checkReduction(litmus({{"wg 0", kReader}, {"wg 1", kWriter}, {"wg 2", kReader}}, "exists (0:r0=1)"));
  checkReduction(litmus({{"wg 0", kReader}, {"wg 1", kWriter}, {"wg 0", kReader}},
                        "exists (0:r0=1 /\\ 0:r1=0 \\/ 2:r0=1 /\\ 2:r1=0)"));
  checkReduction(litmus({{"wg 0", {"ld.rlx.wg r0, x"}},
                         {"wg 0", {"ld.rlx.wg r0, x"}},
                         {"wg 0", {"ld.rlx.wg r0, x"}},
                         {"wg 1", {"st.rlx.wg x, 1"}},
                         {"wg 2", {"st.rlx.wg x, 1"}}},
                        "exists (0:r0=1 /\\ 2:r0=0)"));
}

TEST_CASE("work-groups that meet at a barrier inside") {
  const std::vector<std::string> writer{"st x, 1", "barrier.wg"};
  const std::vector<std::string> reader{"barrier.wg", "ld r0, x"};
  checkReduction(litmus({{"wg 0", writer}, {"wg 0", reader}, {"wg 1", writer}, {"wg 1", reader}}, ""));
}

TEST_CASE("executions that do not complete") {
  const std::vector<std::string> diverging{"ld.rlx.wg r0, x", "bne r0, 0, END", "barrier.wg", "END:"};
  checkReduction(litmus({{"wg 0", diverging}, {"wg 0", diverging}, {"wg 0", {"st.rlx.wg x, 1"}}}, ""));
  const std::vector<std::string> faulting{"faa.ar.wg r0, x, 1", "bne r0, 1, END", "ld r1, [r0]", "END:"};
  checkReduction(litmus(std::vector<Column>(3, {"wg 0", faulting}), ""));
  const std::vector<std::string> looping{"L:", "faa.ar.wg r0, x, 1", "beq r0, 0, L"};
  checkReduction(litmus(std::vector<Column>(2, {"wg 0", looping}), ""));
}

TEST_CASE("spin loops") {
  const std::vector<std::string> code{"L: cas.acq.wg r0, l, 0, 1", "bne r0, 0, L", "st x, 1",
                                      "st.rel.wg l, 0"};
  checkReduction(litmus(std::vector<Column>(2, {"wg 0", code}), "exists (x=1)"));
}

TEST_CASE("remote operations") {
  const std::vector<std::string> steal{"cas.rm_ar.cmp r0, l, 0, 1", "bne r0, 0, END", "ld r1, x", "END:"};
  checkReduction(
      litmus({{"wg 0", {"st x, 1", "st.rel.wg l, 0"}}, {"wg 1", steal}, {"wg 2", steal}}, "exists (1:r0=0)"));
}

TEST_CASE("representatives are fewer by all permutations where nothing ties") {
  const auto structure = structureOf(litmus(std::vector<Column>(4, {"wg 0", kCounter}), ""));
  const Analysis analysis = analyseRepresentatives(structure, symmetryModels().front());
  CHECK(statistic(analysis, "representatives") == 1);
  CHECK(analysis.executionCounts == std::pair<std::uint64_t, std::uint64_t>(24, 0));
  CHECK(analysis.outcomes.size() == 24);
}

TEST_CASE("the condition alone") {
  const auto structure = structureOf(litmus(std::vector<Column>(3, {"wg 0", kCounter}), "exists (2:r0=0)"));
  AnalysisOptions options;
  options.outcomes = OutcomeSearch::Condition;
  const Analysis analysis = analyseRepresentatives(structure, symmetryModels().front(), options);
  REQUIRE(analysis.outcomes.size() == 2);
  CHECK(analysis.outcomes[0].satisfiesCondition != analysis.outcomes[1].satisfiesCondition);
  for (const Outcome& outcome : analysis.outcomes) {
    CHECK(outcome.satisfiesCondition == (outcome.values.at(0) == 0));
    CHECK(outcome.witness.execution().finalValue({2, 0, kNoLocation}) == outcome.values.at(0));
  }
  options.outcomes = OutcomeSearch::None;
  CHECK(analyseRepresentatives(structure, symmetryModels().front(), options).outcomes.empty());
}

TEST_CASE("random tests") {
  Random random(11);
  const std::vector<Model> all = symmetryModels();
  std::size_t reduced = 0;
  for (unsigned i = 0; i < 60; ++i) {
    const std::string text = randomSymmetricTest(random);
    INFO(text);
    const auto structure = structureOf(text);
    reduced += symmetriesOf(*structure).empty() ? 0 : 1;
    checkReduction(structure, all[i % all.size()]);
  }
  CHECK(reduced > 40);
}

}  // namespace
}  // namespace hrfcheck::test::symmetry_expansion_test
