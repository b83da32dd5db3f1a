// What reads cannot return under a model is left out of their values, and nothing else: both engines find
// what they find with all values, on litmus tests, and agree where all values would be too many.

#include <doctest/doctest.h>

#include "cat/library.h"
#include "engine/engine.h"
#include "execution/bounds/infeasible_rf.h"
#include "frontend/litmus.h"
#include "frontend/test_file.h"
#include "program/values/value_flow.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/program_builder.h"
#include "support/slice.h"
#include "util/random.h"

namespace hrfcheck::test {
namespace {

const std::string kSource = HRFCHECK_SOURCE_DIR;

Model modelNamed(const std::string& name) {
  return ModelLibrary({kSource + "/models"}).load(name);
}

std::shared_ptr<const EventStructure> narrowed(const std::shared_ptr<const Program>& program,
                                               const Model& model, unsigned unroll = 4) {
  const EventStructure draft(program, unroll, RoundBounds::All, {}, ReadValues::LeftOut);
  return std::make_shared<const EventStructure>(draft, infeasibleRf(model, draft), Deadline{});
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
      const auto all = std::make_shared<const EventStructure>(program);
      const auto some = narrowed(program, model);
      REQUIRE(some->size() == all->size());
      for (const auto& engine : {makeExplicitEngine(), makeSmtEngine()}) {
        const Analysis complete = engine->analyse(given(all, model), {});
        const Analysis smaller = engine->analyse(given(some, model), {});
        REQUIRE_FALSE(complete.undecided);
        REQUIRE_FALSE(smaller.undecided);
        CHECK(findingsOf(complete) == findingsOf(smaller));
      }
    }
  }
}

TEST_CASE("narrowed values: a thread reads back what it has stored") {
  const auto program = counting(2, 14);
  CHECK_THROWS_AS(EventStructure(program, 4), TooManyValues);
  for (const char* name : {"sc", "rc11", "hrf-indirect"}) {
    INFO(name);
    const Model model = modelNamed(name);
    const auto structure = narrowed(program, model);
    CHECK(structure->narrowed());
    // The neighbour's 15 values, and the read back of one value each time.
    for (EventId e = 0; e < structure->size(); ++e) {
      if (structure->events()[e].kind == EventKind::Read) {
        const std::size_t most =
            structure->mayLocations()[e] == std::vector<LocationId>{structure->events()[e].thread} ? 1 : 15;
        CHECK(structure->domain(e, structure->mayLocations()[e].at(0)).size() <= most);
      }
    }
    const Analysis searched = makeExplicitEngine()->analyse(given(structure, model), {});
    const Analysis solved = makeSmtEngine()->analyse(given(structure, model), {});
    REQUIRE_FALSE(searched.undecided);
    REQUIRE_FALSE(solved.undecided);
    CHECK(findingsOf(searched) == findingsOf(solved));
    CHECK(searched.outcomes.size() > 1);
  }
}

/// Threads of a work-group that store to two locations and read from them, with barriers in between: most of
/// them are passed by all threads, some in a branch, or by a predicate.
std::shared_ptr<const Program> betweenBarriers(std::uint64_t seed) {
  Random random(seed);
  ProgramBuilder p;
  const std::vector<ExprPtr> locations{p.location("x"), p.location("y")};
  const std::size_t threads = 2 + random.below(2);
  const std::size_t rounds = 1 + random.below(2);
  const bool branches = random.chance(30);
  Value stored = 0;
  for (std::size_t t = 0; t < threads; ++t) {
    ThreadBuilder& thread = p.thread();
    for (std::size_t round = 0; round <= rounds; ++round) {
      const ExprPtr where = locations[random.below(2)];
      const std::string target = "r" + std::to_string(round);
      const std::optional<Atomicity> how =
          random.chance(20) ? std::optional(atomic(Order::Relaxed)) : std::nullopt;
      if (random.chance(40)) {
        thread.load(target, where, how);
      } else if (random.chance(20)) {
        thread.rmw(RmwOp::Add, target, where, 1);
      } else {
        thread.store(where, ++stored, how);
        if (branches && random.chance(40)) {
          thread.onlyIf("r0");
        }
      }
      if (round == rounds) {
        break;
      }
      if (branches && random.chance(20)) {
        // One barrier on either side of a branch.
        const auto at = static_cast<std::uint32_t>(thread.thread().instructions.size());
        thread.branch(thread.get("r0"), at + 3).barrier().jump(at + 4).barrier().nop();
      } else {
        thread.barrier();
        if (branches && random.chance(10)) {
          thread.onlyIf("r0", true);
        }
      }
    }
  }
  return p.build();
}

TEST_CASE("narrowed values: barriers hide what was stored before, and what will be") {
  constexpr std::uint64_t kSeeds = test::shareOf(120);
  std::size_t narrower = 0;
  std::size_t impossible = 0;
  for (const char* name : {"sc", "hrf-direct", "hrf-indirect-relaxed", "opencl", "rsp"}) {
    const Model model = modelNamed(name);
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const auto program = betweenBarriers(seed);
      CAPTURE(name);
      CAPTURE(seed);
      const auto all = std::make_shared<const EventStructure>(program);
      const auto some = narrowed(program, model);
      const EventStructure draft(program, 4, RoundBounds::All, {}, ReadValues::LeftOut);
      const Relation hidden = infeasibleRf(model, draft);
      impossible += hidden.count();
      narrower += hidden.empty() ? 0 : 1;
      const Findings expected = findingsOf(makeReferenceEngine()->analyse(given(all, model), {}));
      for (const auto& engine : {makeExplicitEngine(), makeSmtEngine()}) {
        CHECK(findingsOf(engine->analyse(given(some, model), {})) == expected);
      }
    }
  }
  MESSAGE(narrower, " tests with ", impossible, " impossible sources");
  CHECK(narrower > test::shareOf(200));
}

/// By halves: in each round the thread adds what the one that many places behind has.
std::shared_ptr<const Program> reduction(std::size_t threads) {
  ProgramBuilder p;
  std::vector<ExprPtr> parts;
  for (std::size_t i = 0; i < threads; ++i) {
    parts.push_back(p.location("x" + std::to_string(i)));
  }
  for (std::size_t i = 0; i < threads; ++i) {
    ThreadBuilder& t = p.thread();
    t.store(parts[i], static_cast<Value>(1 + 100 * i));
    for (std::size_t step = threads / 2; step > 0; step /= 2) {
      t.barrier();
      if (i < step) {
        t.load("a", parts[i]).load("b", parts[i + step]);
        t.store(parts[i], binary(BinaryOp::Add, t.get("a"), t.get("b")));
      }
    }
  }
  return p.build();
}

TEST_CASE("narrowed values: each read of a reduction has one value, however many there are to add") {
  for (const char* name : {"sc", "hrf-direct", "hrf-indirect-relaxed", "opencl", "rsp"}) {
    CAPTURE(name);
    const Model model = modelNamed(name);
    const auto structure = narrowed(reduction(32), model);
    for (EventId e = 0; e < structure->size(); ++e) {
      if (structure->events()[e].kind == EventKind::Read) {
        CHECK(structure->domain(e, structure->mayLocations()[e].at(0)).size() == 1);
      }
    }
    const Analysis small = makeExplicitEngine()->analyse(given(narrowed(reduction(8), model), model), {});
    CHECK(small.outcomes.size() == 1);
    CHECK(findingsOf(small) == findingsOf(makeSmtEngine()->analyse(
                                   given(std::make_shared<const EventStructure>(reduction(8)), model), {})));
  }
}

TEST_CASE("narrowed values: a model that promises no coherence narrows nothing") {
  const auto program = counting(1, 3);
  const Model model =
      parseModel(std::make_shared<Source>("none.cat", "\"nothing is promised\"\nempty 0 as nothing\n"), {});
  const EventStructure draft(program, 4, RoundBounds::All, {}, ReadValues::LeftOut);
  CHECK(infeasibleRf(model, draft).empty());
}

}  // namespace
}  // namespace hrfcheck::test
