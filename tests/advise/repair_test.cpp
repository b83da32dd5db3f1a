#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>

#include "advise/advice_engine.h"
#include "corpus_tests.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

constexpr std::size_t kMostEdits = 12;
constexpr std::size_t kMostAtOnce = 3;

/// Sets of edits of which small tests have few enough to try them all.
constexpr EditKinds kScopes{true, false, false, false, false, false};
constexpr EditKinds kOrders{false, true, false, false, false, false};
constexpr EditKinds kScopesAndOrders{true, true, false, false, false, false};
constexpr EditKinds kScopesAndRemote{true, false, true, false, false, false};
constexpr EditKinds kFences{false, false, false, true, false, false};
constexpr EditKinds kAtomic{false, false, false, false, true, false};
constexpr EditKinds kScopesAndAtomic{true, false, false, false, true, false};
constexpr EditKinds kBarriers{false, false, false, false, false, true};

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

/// The test that takes more than twenty seconds: ADVISE_SLOW=1 includes it (docs/repair.md).
bool isSlow(const std::string& file) {
  return std::filesystem::path(file).stem() == "fig4-local-fence" && std::getenv("ADVISE_SLOW") == nullptr;
}

/// With sanitizers only small tests.
constexpr std::size_t kMostRepaired = kEvery > 1 ? kMostInstructions
                                                 : std::numeric_limits<std::size_t>::max();

/// Whether an engine finds a race in a test as it is written, before it gives up.
bool isRacy(const AdviceRequest& request, Engine& engine) {
  const EditedTest test(request.program, request.read, request.kinds, {}, Purpose::Repair);
  Goal goal;
  SearchLimits limits = request.search;
  limits.analysis.deadline = Deadline::after(20);
  return !assessWording(test, test.asWritten(), {{request.models[0], goal}}, engine, limits, 1)
              .findings.empty();
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
    for (const EditKinds& kinds : {kScopes, kOrders, kScopesAndOrders, kScopesAndRemote, kFences, kAtomic,
                                   kScopesAndAtomic, kBarriers}) {
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
  CHECK(comparisons > shareOf(100));
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
  CHECK(comparisons > shareOf(20));
  MESSAGE(comparisons << " comparisons");
}

TEST_CASE("every racy test has an optimal repair that both engines confirm") {
  std::size_t repaired = 0;
  std::size_t leftOut = 0;
  std::size_t impossible = 0;
  const auto engine = makeAdviceEngine();
  for (const std::string& file : testsUnder("litmus")) {
    CAPTURE(file);
    const AdviceRequest request = requestFor(file, {}, kMostRepaired);
    if (request.models.empty() || !definesRaces(*request.models[0].model) || !isRacy(request, *engine)) {
      continue;
    }
    if (isSlow(file)) {
      ++leftOut;
      continue;
    }
    const Advice advice = repair(request, *engine);
    CHECK_FALSE(advice.search.stopped);
    CHECK((advice.search.impossible || advice.search.optimal));
    if (advice.search.optimal) {
      CHECK(isConfirmed(advice));
      CHECK_FALSE(advice.nothingToDo());
    }
    ++(advice.search.impossible ? impossible : repaired);
  }
  MESSAGE(repaired << " repaired, " << impossible << " that no edit repairs, " << leftOut
                   << " slow ones left out (ADVISE_SLOW=1)");
  CHECK(repaired > shareOf(50));
}
