#include <doctest/doctest.h>

#include <cstdlib>
#include <functional>

#include "corpus_tests.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

constexpr std::size_t kMostEdits = 12;
constexpr std::size_t kMostAtOnce = 3;

/// Sets of edits of which small tests have few enough to try them all.
constexpr EditKinds kScopes{true, false, false, false, false};
constexpr EditKinds kOrders{false, true, false, false, false};
constexpr EditKinds kScopesAndOrders{true, true, false, false, false};
constexpr EditKinds kScopesAndRemote{true, false, true, false, false};
constexpr EditKinds kFences{false, false, false, true, false};
constexpr EditKinds kAtomic{false, false, false, false, true};
constexpr EditKinds kScopesAndAtomic{true, false, false, false, true};

/// The least cost of a wording with at most three edits that achieves the goals, by asking about each of them
/// that is cheaper than what is known.
std::optional<Cost> bruteForce(const EditedTest& test, const std::vector<Demand>& demands,
                               SearchLimits options) {
  options.analysis.deadline = {};
  const auto engine = makeEngine(EngineChoice::Auto);
  std::optional<Cost> best;
  Wording wording = test.asWritten();
  const std::function<void(std::size_t, std::size_t)> choose = [&](std::size_t from, std::size_t left) {
    const Cost cost = costOf(test.sites(), wording);
    if ((!best || cost < *best) && assessWording(test, wording, demands, *engine, options, 1).good) {
      best = cost;
    }
    for (std::size_t i = from; left > 0 && i < wording.size(); ++i) {
      for (std::uint32_t v = 1; v < test.sites()[i].variants.size(); ++v) {
        wording[i] = v;
        choose(i + 1, left - 1);
      }
      wording[i] = 0;
    }
  };
  choose(0, kMostAtOnce);
  return best;
}

std::size_t changed(const Wording& wording) {
  return static_cast<std::size_t>(std::ranges::count_if(wording, [](std::uint32_t v) { return v != 0; }));
}

/// Tests of which there are more edits take minutes in all: ADVISE_EDITS=N includes them.
std::size_t mostEditsRepaired() {
  const char* said = std::getenv("ADVISE_EDITS");
  return said == nullptr ? 90 : std::strtoul(said, nullptr, 10);
}

/// Compares with brute force where that is possible. @returns whether it was
bool compared(const Advice& advice, const SearchLimits& options) {
  if (editsOf(*advice.test) > kMostEdits || advice.test->sites().empty()) {
    return false;
  }
  const auto forced = bruteForce(*advice.test, advice.demands, options);
  if (advice.search.impossible) {
    CHECK_FALSE(forced);
    return true;
  }
  REQUIRE(advice.search.optimal);
  const bool small = changed(advice.search.best->wording) <= kMostAtOnce;
  if (small) {
    REQUIRE(forced);
    CHECK(*forced == advice.search.best->cost);
  } else if (forced) {
    CHECK(*forced >= advice.search.best->cost);
  }
  return small;
}

}  // namespace

TEST_CASE("repairs cost what brute force finds") {
  std::size_t comparisons = 0;
  const auto engine = makeEngine(EngineChoice::Auto);
  for (const std::string& file : testsUnder("litmus")) {
    CAPTURE(file);
    for (const EditKinds& kinds :
         {kScopes, kOrders, kScopesAndOrders, kScopesAndRemote, kFences, kAtomic, kScopesAndAtomic}) {
      const AdviceRequest request = requestFor(file, kinds);
      if (request.models.empty() || !definesRaces(*request.models[0].model)) {
        break;
      }
      const EditedTest test(request.program, request.read, kinds, {}, Purpose::Repair);
      if (test.sites().empty() || editsOf(test) > kMostEdits) {
        continue;
      }
      const Advice advice = repair(request, *engine);
      REQUIRE_FALSE(advice.search.stopped);
      comparisons += compared(advice, request.search) ? 1 : 0;
    }
  }
  CHECK(comparisons > 100);
  MESSAGE(comparisons << " comparisons");
}

TEST_CASE("conditions are forbidden at the cost that brute force finds") {
  std::size_t comparisons = 0;
  const auto engine = makeEngine(EngineChoice::Auto);
  for (const char* folder : {"litmus/ptx", "litmus/c11", "litmus/hrf"}) {
    for (const std::string& file : testsUnder(folder)) {
      CAPTURE(file);
      for (const EditKinds& kinds : {kScopes, kOrders, kFences}) {
        AdviceRequest request = requestFor(file, kinds);
        request.goal = RepairGoal::Forbid;
        if (request.models.empty() ||
            std::holds_alternative<TrueCondition>(request.program->condition->node)) {
          break;
        }
        const EditedTest test(request.program, request.read, kinds, {}, Purpose::Repair);
        if (test.sites().empty() || editsOf(test) > kMostEdits) {
          continue;
        }
        const Advice advice = repair(request, *engine);
        REQUIRE_FALSE(advice.search.stopped);
        comparisons += compared(advice, request.search) ? 1 : 0;
      }
    }
  }
  CHECK(comparisons > 20);
  MESSAGE(comparisons << " comparisons");
}

TEST_CASE("every racy test has an optimal repair that both engines confirm") {
  std::size_t repaired = 0;
  std::size_t leftOut = 0;
  const auto engine = makeEngine(EngineChoice::Auto);
  for (const std::string& file : testsUnder("litmus")) {
    CAPTURE(file);
    const AdviceRequest request = requestFor(file, {});
    if (request.models.empty() || !definesRaces(*request.models[0].model)) {
      continue;
    }
    if (editsOf(EditedTest(request.program, request.read, {}, {}, Purpose::Repair)) > mostEditsRepaired()) {
      ++leftOut;
      continue;
    }
    const Advice advice = repair(request, *engine);
    CHECK_FALSE(advice.search.stopped);
    if (advice.search.impossible) {
      MESSAGE("impossible: " << file);
      continue;
    }
    CHECK(advice.search.optimal);
    if (advice.nothingToDo()) {
      continue;
    }
    CHECK(isConfirmed(advice));
    ++repaired;
  }
  MESSAGE(repaired << " repaired, " << leftOut << " with more edits left out (ADVISE_EDITS=N)");
  CHECK(repaired > 30);
}
