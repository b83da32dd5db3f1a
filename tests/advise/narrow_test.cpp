#include <doctest/doctest.h>

#include "advise/advice_engine.h"
#include "corpus_tests.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// Larger tests take long; they are left out, with sanitizers also smaller ones.
constexpr std::size_t kMostInstructionsNarrowed = kEvery > 1 ? kMostInstructions : 20;
constexpr std::size_t kMostNarrowed = kEvery > 1 ? 80 : 200;

bool isGood(const Advice& advice, const Wording& wording, const SearchLimits& options) {
  const auto engine = makeEngine(EngineChoice::Auto);
  return assessWording(*advice.test, wording, advice.demands, *engine, options, 1).good;
}

/// Makes one annotation after the other as cheap as it can be, for as long as that changes anything.
Cost greedy(const Advice& advice, const SearchLimits& options) {
  const std::vector<EditSite>& sites = advice.test->sites();
  Wording wording = advice.test->asWritten();
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < sites.size(); ++i) {
      for (std::uint32_t v = 0; v < sites[i].variants.size(); ++v) {
        Wording next = wording;
        next[i] = v;
        if (costOf(sites, next) < costOf(sites, wording) && isGood(advice, next, options)) {
          wording = next;
          changed = true;
        }
      }
    }
  }
  return costOf(sites, wording);
}

/// Whether a wording keeps its goal with some single annotation that is cheaper.
bool canBeWeakened(const Advice& advice, const SearchLimits& options) {
  const std::vector<EditSite>& sites = advice.test->sites();
  const Wording& best = advice.search.best->wording;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    for (std::uint32_t v = 0; v < sites[i].variants.size(); ++v) {
      Wording weaker = best;
      weaker[i] = v;
      if (costOf(sites, weaker) < costOf(sites, best) && isGood(advice, weaker, options)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

TEST_CASE("what is narrowed is locally minimal, and never dearer than what a greedy search finds") {
  std::size_t narrowed = 0;
  std::size_t cheaper = 0;
  std::size_t leftOut = 0;
  const auto engine = makeEngine(EngineChoice::Auto);
  for (const std::string& file : testsUnder("litmus")) {
    CAPTURE(file);
    const AdviceRequest request = requestFor(file, {}, kMostInstructionsNarrowed);
    leftOut += instructionsOf(*request.program) > kMostInstructionsNarrowed ? 1 : 0;
    if (request.models.empty() || request.program->dialect == "LISA" ||
        !definesRaces(*request.models[0].model)) {
      continue;
    }
    if (editsOf(EditedTest(request.program, request.read, {}, {}, Purpose::Narrow)) > kMostNarrowed) {
      ++leftOut;
      continue;
    }
    const Advice advice = narrow(request, *engine);
    if (advice.notAsWritten) {
      continue;
    }
    CHECK_FALSE(advice.search.stopped);
    REQUIRE(advice.search.best);
    CHECK(advice.search.optimal);
    if (advice.test->sites().empty()) {
      continue;
    }
    CHECK(isConfirmed(advice));
    CHECK_FALSE(canBeWeakened(advice, request.search));
    const Cost greedyCost = greedy(advice, request.search);
    CHECK(advice.search.best->cost <= greedyCost);
    cheaper += advice.search.best->cost < greedyCost ? 1 : 0;
    narrowed += advice.nothingToDo() ? 0 : 1;
  }
  MESSAGE(narrowed << " narrowed, " << cheaper << " cheaper than a greedy search's, " << leftOut
                   << " large tests left out");
  CHECK(narrowed > shareOf(30));
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
