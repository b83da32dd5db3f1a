#include <doctest/doctest.h>

#include "advise/search/parts_search.h"
#include "advise/search/separable.h"
#include "advise/search/test_parts.h"
#include "corpus_tests.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

EditedTest edited(const std::shared_ptr<const Program>& program) {
  return {program, readAgain, {}, {}, Purpose::Repair};
}

std::shared_ptr<const Program> parsed(const std::string& text) {
  return parseLitmus(std::make_shared<const Source>("parts.litmus", text));
}

EventStructure structureOf(const EditedTest& test) {
  return EventStructure(test.withEveryFence(test.asWritten()));
}

std::vector<TestPart> partsOf(const std::shared_ptr<const Program>& program) {
  const EditedTest test = edited(program);
  return hrfcheck::partsOf(test, structureOf(test));
}

const std::string kModels = std::string(HRFCHECK_SOURCE_DIR) + "/models";

Model modelNamed(const std::string& name) {
  return ModelLibrary({kModels}).load(name);
}

Model modelOf(const std::string& text) {
  return parseModel(std::make_shared<const Source>("own.cat", text), {kModels});
}

constexpr const char* kTwoRaces = R"(OPENCL two-races
{ x = 0; y = 0; }

P0@wg 0 (global int* x) {
  *x = 1;
}

P1@wg 1 (global int* x) {
  int r0 = *x;
}

P2@wg 0 (global atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed, memory_scope_work_group);
}

P3@wg 1 (global atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed, memory_scope_work_group);
}
)";

/// Separable in a test of two parts?
bool separates(const Model& model) {
  const EditedTest test = edited(parsed(kTwoRaces));
  const EventStructure structure = structureOf(test);
  return isSeparable(model, structure, partOfThread(hrfcheck::partsOf(test, structure), 4));
}

constexpr const char* kRace = R"(
let race = (((W * M) | (M * W)) & loc & ext) \ (IW * _) \ (_ * IW)
flag ~empty race as heterogeneous-race
)";

}  // namespace

TEST_CASE("threads are together that share a location, a barrier, a place that is edited, or a comparison") {
  CHECK(partsOf(parsed(kTwoRaces)).size() == 2);
  CHECK(partsOf(parsed(std::string(kTwoRaces) + "filter (1:r0=0 /\\ 3:r0=0)\nexists (1:r0=0)")).size() == 2);
  CHECK(partsOf(parsed(std::string(kTwoRaces) + "filter (1:r0=0 \\/ 3:r0=0)\nexists (1:r0=0)")).size() == 1);
  CHECK(partsOf(parsed(std::string(kTwoRaces) + "filter (x=1 /\\ ~(y=1 /\\ 1:r0=0))\nexists (1:r0=0)"))
            .size() == 1);
  const std::string litmus = std::string(HRFCHECK_SOURCE_DIR) + "/litmus/opencl/";
  CHECK(partsOf(readTestFile(litmus + "barrier-flags.litmus")).size() == 5);
  CHECK(partsOf(readTestFile(litmus + "release-sequence-ended.litmus")).size() == 2);
  CHECK(partsOf(readTestFile(litmus + "racy-writes.litmus")).size() == 1);
}

TEST_CASE("parts keep what of the filter speaks of them") {
  const auto parts = partsOf(parsed(std::string(kTwoRaces) + "filter (1:r0=0 /\\ 3:r0=1)\nexists (1:r0=0)"));
  REQUIRE(parts.size() == 2);
  for (const TestPart& part : parts) {
    REQUIRE(part.filter);
    const std::vector<StateVariable> variables = variablesOf(*part.filter);
    REQUIRE(variables.size() == 1);
    CHECK(std::ranges::find(part.threads, variables[0].thread) != part.threads.end());
  }
}

TEST_CASE("models that order what shares nothing, or ask for something somewhere, are not separable") {
  for (const char* name : {"opencl", "opencl-rsp", "c11", "hrf-indirect-relaxed", "rsp", "drf0", "sc"}) {
    CAPTURE(name);
    CHECK((separates(modelNamed(name)) || !definesRaces(modelNamed(name))));
  }
  CHECK(separates(modelNamed("opencl")));
  CHECK(separates(modelNamed("hrf-indirect-relaxed")));
  CHECK(separates(modelOf(std::string("\"own\"\nacyclic po | rf | co | fr") + kRace)));
  for (const char* requirement :
       {"empty (W * W) \\ loc \\ id", "~empty [SC]", "acyclic (W * R) \\ po", "empty [W] ; (_ * _) ; [R]",
        "acyclic (IW * _) | rf^-1", "irreflexive ((W * W) ; (W * W)) & loc",
        "empty [domain((W * R) \\ loc)] \\ [IW]"}) {
    CAPTURE(requirement);
    CHECK_FALSE(separates(modelOf(std::string("\"own\"\n") + requirement + kRace)));
  }
}

TEST_CASE("a test is without a race exactly if its parts are, in every test of several parts") {
  std::size_t compared = 0;
  std::size_t racy = 0;
  const auto engine = makeEngine(EngineChoice::Auto);
  for (const std::string& file : testsUnder("litmus")) {
    CAPTURE(file);
    const AdviceRequest request = requestFor(file, {}, 40);
    if (request.models.empty() || !definesRaces(*request.models[0].model)) {
      continue;
    }
    const EditedTest test = edited(request.program);
    const EventStructure structure = structureOf(test);
    const std::vector<TestPart> parts = hrfcheck::partsOf(test, structure);
    Goal goal;
    goal.happens = Happens::Completes;
    const std::vector<Demand> demands{{request.models[0], goal}};
    if (parts.size() < 2 ||
        !isSeparable(*request.models[0].model, structure, partOfThread(parts, structure.threads().size()))) {
      continue;
    }
    const auto isGood = [&](const EditedTest& some) {
      return assessAssignment(some, some.asWritten(), demands, *engine, request.search, 1).good;
    };
    const bool whole = isGood(test);
    CHECK(whole == std::ranges::all_of(parts, [&](const TestPart& part) {
            return isGood(test.onlyThreads(part.threads, part.sites, part.filter));
          }));
    ++compared;
    racy += whole ? 0 : 1;
  }
  MESSAGE(compared << " tests of several parts, " << racy << " of them racy");
  CHECK(compared > shareOf(20));
  CHECK(racy > shareOf(3));
}

TEST_CASE("searched part by part, a repair costs what it costs as a whole") {
  const auto engine = makeEngine(EngineChoice::Auto);
  AdviceRequest request;
  const EditedTest test = edited(parsed(kTwoRaces));
  Goal goal;
  goal.happens = Happens::Completes;
  const std::vector<Demand> demands{{defaultModel(*test.written())[0], goal}};
  SearchLimits limits;
  limits.analysis.deadline = Deadline::after(300);
  limits.all = true;
  const SearchResult parts = cheapestByParts(test, demands, *engine, limits);
  const SearchResult whole = cheapest(test, demands, *engine, limits);
  REQUIRE(parts.optimal);
  REQUIRE(whole.optimal);
  CHECK(parts.best->cost == whole.best->cost);
  CHECK(parts.others.size() == whole.others.size());
  CHECK(parts.state.lowerBound == parts.best->cost);
  CHECK(assessAssignment(test, parts.best->assignment, demands, *engine, limits, 1).good);
}
