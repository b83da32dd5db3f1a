// What reads cannot return under a model is left out of their values, and nothing else: both engines find
// what they find with all values, on litmus tests, and agree where all values would be too many.

#include <doctest/doctest.h>

#include "cat/library.h"
#include "engine/engine.h"
#include "execution/impossible_sources.h"
#include "frontend/litmus.h"
#include "frontend/test_file.h"
#include "program/values/value_flow.h"
#include "support/findings.h"
#include "support/program_builder.h"

namespace hrfcheck::test {
namespace {

const std::string kSource = HRFCHECK_SOURCE_DIR;

Model modelNamed(const std::string& name) {
  return ModelLibrary({kSource + "/models"}).load(name);
}

std::shared_ptr<const Skeleton> narrowed(const std::shared_ptr<const Program>& program, const Model& model,
                                         unsigned unroll = 4) {
  const Skeleton draft(program, unroll, SpinRounds::All, {}, ReadValues::LeftOut);
  return std::make_shared<const Skeleton>(draft, impossibleSources(model, draft), Deadline{});
}

/// Each thread adds to its own element over and over again, and reads its neighbour's at last.
std::shared_ptr<const Program> counting(std::size_t threads, int rounds) {
  ProgramBuilder p;
  std::vector<ExprPtr> own;
  for (std::size_t i = 0; i < threads; ++i) {
    own.push_back(p.location("x" + std::to_string(i)));
  }
  for (std::size_t i = 0; i < threads; ++i) {
    ThreadBuilder& t = p.thread();
    for (int round = 1; round <= rounds; ++round) {
      t.load("r", own[i])
          .store(own[i],
                 binary(BinaryOp::Add, binary(BinaryOp::Mul, t.get("r"), constant(3)), constant(round)));
    }
    t.load("s", own[(i + 1) % threads]);
  }
  return p.build();
}

TEST_CASE("narrowed values: both engines find what they find with all values") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> tested = {
      {"sc", {"hrf/rmw-atomicity", "hrf/mp-rmw", "hrf/barrier-mp"}},
      {"hrf-direct", {"hrf/rmw-atomicity", "hrf/chain-wide-acquire"}},
      {"hrf-indirect-relaxed", {"hrf/release-to-rmw", "rsp/rmw-promotion"}},
      {"rc11", {"c11/failed-compare-exchange", "c11/z6-u"}},
      {"c11", {"c11/failed-compare-exchange", "c11/z6-u", "c11/seq-cst-fences-iriw"}},
      {"ptx", {"ptx/count-to-two", "ptx/writes-chain", "ptx/swap-fails-relaxed"}},
      {"vulkan", {"vulkan/add-twice", "vulkan/two-writers"}}};
  for (const auto& [name, tests] : tested) {
    const Model model = modelNamed(name);
    for (const std::string& test : tests) {
      INFO(name << " " << test);
      const auto program = readTestFile(kSource + "/litmus/" + test + ".litmus");
      const auto all = std::make_shared<const Skeleton>(program);
      const auto some = narrowed(program, model);
      REQUIRE(some->size() == all->size());
      for (const auto& engine : {makeExplicitEngine(), makeSmtEngine()}) {
        const Analysis complete = engine->analyse(all, model, {});
        const Analysis smaller = engine->analyse(some, model, {});
        REQUIRE_FALSE(complete.undecided);
        REQUIRE_FALSE(smaller.undecided);
        CHECK(findingsOf(complete) == findingsOf(smaller));
      }
    }
  }
}

TEST_CASE("narrowed values: a thread reads back what it has stored") {
  const auto program = counting(2, 14);
  CHECK_THROWS_AS(Skeleton(program, 4), TooManyValues);
  for (const char* name : {"sc", "rc11", "hrf-indirect"}) {
    INFO(name);
    const Model model = modelNamed(name);
    const auto skeleton = narrowed(program, model);
    CHECK(skeleton->narrowed());
    // The neighbour's 15 values, and the read back of one value each time.
    for (EventId e = 0; e < skeleton->size(); ++e) {
      if (skeleton->events()[e].kind == EventKind::Read) {
        const std::size_t most =
            skeleton->mayLocations()[e] == std::vector<LocationId>{skeleton->events()[e].thread} ? 1 : 15;
        CHECK(skeleton->domain(e, skeleton->mayLocations()[e].at(0)).size() <= most);
      }
    }
    const Analysis searched = makeExplicitEngine()->analyse(skeleton, model, {});
    const Analysis solved = makeSmtEngine()->analyse(skeleton, model, {});
    REQUIRE_FALSE(searched.undecided);
    REQUIRE_FALSE(solved.undecided);
    CHECK(findingsOf(searched) == findingsOf(solved));
    CHECK(searched.outcomes.size() > 1);
  }
}

TEST_CASE("narrowed values: a model that promises no coherence narrows nothing") {
  const auto program = counting(1, 3);
  const Model model =
      parseModel(std::make_shared<Source>("none.cat", "\"nothing is promised\"\nempty 0 as nothing\n"), {});
  const Skeleton draft(program, 4, SpinRounds::All, {}, ReadValues::LeftOut);
  CHECK(impossibleSources(model, draft).empty());
}

}  // namespace
}  // namespace hrfcheck::test
