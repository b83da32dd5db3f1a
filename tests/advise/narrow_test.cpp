#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "advise/advice_engine.h"
#include "corpus_tests.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// How large a test is: its instructions, and the edits of its annotations.
struct Size {
  std::size_t instructions = 0;
  std::size_t edits = 0;

  bool within(const Size& most) const { return instructions <= most.instructions && edits <= most.edits; }
};

/// With sanitizers, only the smallest tests.
constexpr Size kSmall = kEvery > 1 ? Size{kMostInstructions, 80} : Size{20, 200};
constexpr Size kLarge{44, 440};
constexpr Size kLargest{60, 600};
constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
/// Of large tests: their optimum may take minutes.
constexpr std::size_t kSteps = 100;

bool isGood(const Advice& advice, const Assignment& assignment, const SearchLimits& options) {
  const auto engine = makeEngine(EngineChoice::Auto);
  return assessAssignment(*advice.test, assignment, advice.demands, *engine, options, 1).good;
}

/// Makes one annotation after the other as cheap as it can be, for as long as that changes anything.
Cost greedy(const Advice& advice, const SearchLimits& options) {
  const std::vector<EditVariable>& sites = advice.test->sites();
  Assignment assignment = advice.test->asWritten();
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < sites.size(); ++i) {
      for (std::uint32_t v = 0; v < sites[i].variants.size(); ++v) {
        Assignment next = assignment;
        next[i] = v;
        if (costOf(sites, next) < costOf(sites, assignment) && isGood(advice, next, options)) {
          assignment = next;
          changed = true;
        }
      }
    }
  }
  return costOf(sites, assignment);
}

/// Whether a assignment keeps its goal with some single annotation that is cheaper.
bool canBeWeakened(const Advice& advice, const SearchLimits& options) {
  const std::vector<EditVariable>& sites = advice.test->sites();
  const Assignment& best = advice.search.best->assignment;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    for (std::uint32_t v = 0; v < sites[i].variants.size(); ++v) {
      Assignment weaker = best;
      weaker[i] = v;
      if (costOf(sites, weaker) < costOf(sites, best) && isGood(advice, weaker, options)) {
        return true;
      }
    }
  }
  return false;
}

/// What came of the tests that were narrowed.
struct Narrowed {
  std::size_t changed = 0;
  std::size_t optimal = 0;
  std::size_t cheaper = 0;           ///< than what a greedy search finds
  std::vector<std::string> leftOut;  ///< tests that are larger than all that are narrowed
};

/// Narrows a test, and compares the result with what single changes and a greedy search find.
void narrowAndCompare(const AdviceRequest& request, Engine& engine, Narrowed& narrowed) {
  const Advice advice = narrow(request, engine);
  if (advice.notAsWritten) {
    return;
  }
  REQUIRE(advice.search.best);
  CHECK(advice.search.locallyMinimal);
  CHECK((advice.search.optimal || request.search.steps != 0));
  if (advice.test->sites().empty()) {
    return;
  }
  CHECK(isConfirmed(advice));
  CHECK_FALSE(canBeWeakened(advice, request.search));
  const Cost greedyCost = greedy(advice, request.search);
  CHECK(advice.search.best->cost <= greedyCost);
  narrowed.cheaper += advice.search.best->cost < greedyCost ? 1 : 0;
  narrowed.optimal += advice.search.optimal ? 1 : 0;
  narrowed.changed += advice.search.best->assignment == advice.test->asWritten() ? 0 : 1;
}

/// The tests of litmus/ that are larger than one size and no larger than another one.
Narrowed narrowTests(const std::optional<Size>& above, const Size& most, std::size_t steps) {
  Narrowed narrowed;
  const auto engine = makeEngine(EngineChoice::Auto);
  for (const std::string& file : testsUnder("litmus")) {
    CAPTURE(file);
    AdviceRequest request = requestFor(file, {}, kNoLimit);
    if (request.models.empty() || request.program->dialect == "LISA" ||
        !definesRaces(*request.models[0].model)) {
      continue;
    }
    const Size size{instructionsOf(*request.program),
                    editsOf(EditedTest(request.program, request.read, {}, {}, Purpose::Narrow))};
    if (!size.within(most)) {
      narrowed.leftOut.push_back(file);
    } else if (!(above && size.within(*above))) {
      request.search.steps = steps;
      narrowAndCompare(request, *engine, narrowed);
    }
  }
  MESSAGE(narrowed.changed << " narrowed, " << narrowed.optimal << " to the optimum, " << narrowed.cheaper
                           << " cheaper than by a greedy search; left out, as too large: "
                           << fmt::format("{}", fmt::join(narrowed.leftOut, " ")));
  return narrowed;
}

}  // namespace

TEST_CASE("what is narrowed is locally minimal, and never dearer than what a greedy search finds") {
  CHECK(narrowTests({}, kSmall, 0).changed > shareOf(30));
}

TEST_CASE("so it is in large tests, whose optimum need not be found" * doctest::skip(kEvery > 1)) {
  CHECK(narrowTests(kSmall, kLarge, kSteps).changed > 5);
}

// Minutes for each test.
TEST_CASE("so it is in the largest tests" * doctest::skip()) {
  CHECK(narrowTests(kLarge, kLargest, kSteps).changed > 0);
}

TEST_CASE("a racy test is said to be racy, however many executions are left") {
  std::string head;
  std::string code;
  std::string races;
  for (int i = 0; i < 9; ++i) {
    const char* bar = i == 0 ? " " : " | ";
    head += bar + ("P" + std::to_string(i));
    code += bar + ("st.rlx.sys x, " + std::to_string(i + 1));
    races += bar + std::string(i < 2 ? "st y, 1" : "ld.rlx.sys r0, x");
  }
  AdviceRequest request;
  request.program = parseLitmus(std::make_shared<const Source>(
      "t", "HSA T\n{ x=0; y=0; }\n" + head + " ;\n" + code + " ;\n" + races + " ;\nexists (x=1)\n"));
  request.read = readAgain;
  request.models = defaultModel(*request.program);
  request.keep = Keep::RaceFreedom;
  const auto engine = makeAdviceEngine();
  const Advice advice = narrow(request, *engine);
  CHECK(advice.notAsWritten);
  CHECK_FALSE(advice.search.stopped);
}
