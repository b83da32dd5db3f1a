// Outcomes enumerated inside of one search are those that are found by excluding one after the other, on
// litmus tests and on shapes with many outcomes; and what the kinds of outcome search find.

#include <doctest/doctest.h>

#include <filesystem>

#include "cat/library.h"
#include "engine/engine.h"
#include "engine/solver_choice.h"
#include "frontend/litmus.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/litmus_shapes.h"
#include "support/model_builder.h"
#include "support/solver_rings.h"

namespace hrfcheck::test::smt_enumeration_test {
namespace {

Analysis enumerate(Engine& engine, const std::shared_ptr<const EventStructure>& structure, const Model& model,
                   bool inSearch) {
  AnalysisOptions options;
  options.enumerateInSearch = inSearch;
  Analysis analysis = engine.analyse(given(structure, model), options);
  CHECK(analysis.undecided == std::nullopt);
  return analysis;
}

TEST_CASE("both ways find the outcomes of a ring") {
  const auto engine = makeSmtEngineWith(SolverChoice::Z3);
  const auto structure = ring(6).structure();
  for (const auto& [model, outcomes] : {std::pair{scModel(), 63}, std::pair{coherenceModel(), 64}}) {
    const Analysis inSearch = enumerate(*engine, structure, model, true);
    const Analysis blocking = enumerate(*engine, structure, model, false);
    CHECK(inSearch.outcomes.size() == static_cast<std::size_t>(outcomes));
    CHECK(findingsOf(inSearch) == findingsOf(blocking));
    CHECK(statistic(inSearch, "models") == statistic(blocking, "models"));
    CHECK(statistic(inSearch, "conflicts") > 0);
    CHECK(statistic(inSearch, "decisions") > 0);
    CHECK(statistic(blocking, "queries") > 60);
    if (smtSolverVersion() == "4.8.12") {
      CHECK(statistic(inSearch, "queries") < 10);
    }
  }
}

TEST_CASE("both ways find the outcomes of litmus tests") {
  const std::filesystem::path root = HRFCHECK_SOURCE_DIR;
  const ModelLibrary library({root / "models"});
  const std::vector<std::pair<std::string, std::vector<std::string>>> folders{
      {"hrf", {"sc", "hrf-indirect-relaxed", "hrf-direct"}}, {"rsp", {"rsp"}}, {"workstealing", {"rsp"}}};
  const auto engine = makeSmtEngineWith(SolverChoice::Z3);
  std::size_t many = 0;
  for (const auto& [folder, models] : folders) {
    for (const std::string& name : models) {
      const Model model = library.load(name);
      for (const auto& entry : std::filesystem::directory_iterator(root / "litmus" / folder)) {
        if (entry.path().extension() != ".litmus") {
          continue;
        }
        CAPTURE(name);
        CAPTURE(entry.path().filename().string());
        const auto structure =
            std::make_shared<const EventStructure>(parseLitmus(readSource(entry.path().string())), 2);
        if (structure->size() > 40) {
          continue;
        }
        const Analysis inSearch = enumerate(*engine, structure, model, true);
        const Analysis blocking = enumerate(*engine, structure, model, false);
        CHECK(findingsOf(inSearch) == findingsOf(blocking));
        many += inSearch.outcomes.size() > 6 ? 1 : 0;
      }
    }
  }
  // Fewer outcomes do not reach the enumeration.
  CHECK(many > 5);
}

TEST_CASE("both ways find the outcomes of threads that come to an open barrier") {
  const std::string text = R"(VULKAN open
{ x=0; }
 P0@sg 0, wg 0, qf 0            | P1@sg 0, wg 0, qf 0            | P2@sg 0, wg 0, qf 0  ;
 cbar.acq_rel.dv.semsc0 2, 0, 1 | cbar.acq_rel.dv.semsc0 2, 0, 1 | st.atom.dv.sc0 x, 1  ;
 ld.atom.dv.sc0 r0, x           | ld.atom.dv.sc0 r0, x           | ld.atom.dv.sc0 r0, x ;
 ld.atom.dv.sc0 r1, x           | ld.atom.dv.sc0 r1, x           |                      ;
)";
  const Model model = ModelLibrary({std::filesystem::path(HRFCHECK_SOURCE_DIR) / "models"}).load("vulkan");
  const auto structure = std::make_shared<const EventStructure>(
      parseLitmus(std::make_shared<const Source>("open.litmus", text)), 2);
  const auto engine = makeSmtEngineWith(SolverChoice::Z3);
  const Analysis inSearch = enumerate(*engine, structure, model, true);
  CHECK(inSearch.outcomes.size() == 9);
  CHECK(findingsOf(inSearch) == findingsOf(enumerate(*engine, structure, model, false)));
}

TEST_CASE("both ways find the outcomes with a choice of orders and with a filter") {
  ModelBuilder m;
  const Term t = m.linearisation("t", m.all(CatType::Set), m.po());
  m.acyclic(t | m.rf() | m.co() | m.fr());
  ProgramBuilder program = independentReads();
  const auto engine = makeSmtEngineWith(SolverChoice::Z3);
  const Analysis all = enumerate(*engine, program.structure(), m.model(), true);
  CHECK(all.outcomes.size() == 15);
  for (const Outcome& outcome : all.outcomes) {
    CHECK(whyNotCandidate(outcome.witness.execution()) == std::nullopt);
  }
  program.program().filter = equals(program.structure()->program().observed[0], 1);
  const Analysis filtered = enumerate(*engine, program.structure(), m.model(), true);
  CHECK(findingsOf(filtered) == findingsOf(enumerate(*engine, program.structure(), m.model(), false)));
  CHECK(filtered.outcomes.size() == 7);
}

TEST_CASE("a condition takes one outcome that satisfies it and one that does not") {
  ProgramBuilder program = ring(3);
  program.program().condition = equals({0, 0, kNoLocation}, 0);
  AnalysisOptions options;
  options.outcomes = OutcomeSearch::Condition;
  const auto engine = makeSmtEngineWith(SolverChoice::Z3);
  const Analysis both = engine->analyse(given(program.structure(), scModel()), options);
  REQUIRE(both.outcomes.size() == 2);
  CHECK(both.outcomes[0].satisfiesCondition != both.outcomes[1].satisfiesCondition);
  // Never 2, and the encoder sees it.
  program.program().condition = equals({0, 0, kNoLocation}, 2);
  const Analysis constant = engine->analyse(given(program.structure(), scModel()), options);
  REQUIRE(constant.outcomes.size() == 1);
  CHECK_FALSE(constant.outcomes[0].satisfiesCondition);
  // One outcome where there is no other.
  program.program().condition = equals({0, 0, kNoLocation}, 1);
  program.program().filter = equals({0, 0, kNoLocation}, 1);
  CHECK(engine->analyse(given(program.structure(), scModel()), options).outcomes.size() == 1);
  options.outcomes = OutcomeSearch::None;
  CHECK(engine->analyse(given(program.structure(), scModel()), options).outcomes.empty());
}

}  // namespace
}  // namespace hrfcheck::test::smt_enumeration_test
