#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "support/slice.h"
#include "synth/brute_bounds.h"
#include "synth/brute_minimal.h"
#include "synth/models.h"
#include "synth/programs/test_program.h"
#include "synth/search/minimal_search.h"

// Minimal tests: search over executions against brute force over programs, and tests that are known.

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using enum SynthKind;
using enum SynthOrder;

/// The names of the minimal tests of so many events.
std::vector<std::string> minimalTests(const SynthQuestion& question, unsigned events) {
  MinimalSearch search(question);
  const ShapeSpace space(question.bounds, events);
  std::vector<std::string> names;
  SynthCounts seen;
  for (std::uint64_t number = 0; number < space.numbers(); ++number) {
    if (const auto shape = space.at(number)) {
      search.search(*shape, {}, seen, [&](const AnsweredTest& test) {
        CHECK(test.answers == std::vector(question.models.size(), SynthAnswer::Forbidden));
        names.push_back(nameOf(test.shape, annotationsOf(test.shape, test.numbers, question.bounds)));
      });
    }
  }
  return names;
}

/// @returns the tests
std::size_t agreeOnMinimal(const SynthBounds& bounds, const std::vector<std::string>& models) {
  const SynthQuestion question{modelsNamed(models), bounds, SynthWanted::Minimal};
  std::size_t tests = 0;
  for (unsigned events = 1; events <= bounds.events; ++events) {
    const auto searched = minimalTests(question, events);
    const auto brute = minimalBruteTests(bruteBounds(bounds, events), question.models);
    CHECK_MESSAGE(searched.size() == brute.size(), fmt::format("{} events of {}", events, models.front()));
    if (std::getenv("SYNTH_LARGE") != nullptr) {
      MESSAGE(events, " events of ", models.front(), ": ", searched.size(), " and ", brute.size());
    }
    tests += searched.size();
  }
  return tests;
}

}  // namespace

TEST_CASE("annotations that are next below others") {
  const SynthBounds bounds = boundsOf(2, 2, 1, {Load}, {Ordinary, Relaxed, AcquireRelease, SeqCst, Remote});
  const std::vector<StepAnnotation> loads = annotationsOf(Load, bounds);
  const auto below = nextBelow(loads);
  std::map<std::string, std::vector<std::string>> names;
  for (std::size_t a = 0; a < loads.size(); ++a) {
    for (const std::uint32_t b : below[a]) {
      names[annotationText(loads[a])].push_back(annotationText(loads[b]));
    }
  }
  CHECK(names.size() == loads.size() - 1);
  CHECK(names["rlx.wg"] == std::vector<std::string>{""});
  CHECK(names["rlx.cmp"] == std::vector<std::string>{"rlx.wg"});
  CHECK(names["acq.cmp"] == std::vector<std::string>{"rlx.cmp", "acq.wg"});
  CHECK(names["sc.wg"] == std::vector<std::string>{"acq.wg"});
  CHECK(names["rm_acq.cmp"] == std::vector<std::string>{"acq.cmp", "rm_acq.wg"});
}

TEST_CASE("halves of read-modify-writes") {
  const auto text = [](Order order, bool remote, StepAnnotation (*half)(const StepAnnotation&)) {
    return annotationText(half(Atomicity{order, kDeviceLevel, remote}));
  };
  CHECK(text(Order::AcquireRelease, true, loadHalf) == "rm_acq.cmp");
  CHECK(text(Order::AcquireRelease, true, storeHalf) == "rm_rel.cmp");
  CHECK(text(Order::Acquire, true, storeHalf) == "rlx.cmp");
  CHECK(text(Order::Acquire, false, loadHalf) == "acq.cmp");
  CHECK(text(Order::Release, false, loadHalf) == "rlx.cmp");
  CHECK(text(Order::SeqCst, false, storeHalf) == "sc.cmp");
}

TEST_CASE("both methods agree on minimal tests: 2 threads, 3 events, loads and stores") {
  const SynthBounds bounds = boundsOf(2, 3, 1, {Load, Store}, {Ordinary, Relaxed, AcquireRelease});
  CHECK(agreeOnMinimal(bounds, {"hrf-indirect-relaxed"}) > 0);
  if (kAtLength) {
    CHECK(agreeOnMinimal(bounds, {"sc"}) > 0);
    CHECK(agreeOnMinimal(bounds, {"hrf-direct", "hrf-indirect-relaxed"}) > 0);
  }
}

TEST_CASE("both methods agree on minimal tests: 3 threads, 3 events, read-modify-writes, remote operations") {
  CHECK(agreeOnMinimal(boundsOf(3, 3, 1, {Load, Store, Exchange}, {Relaxed}), {"hrf-indirect-relaxed"}) > 0);
  if (!kAtLength) {
    return;
  }
  CHECK(agreeOnMinimal(boundsOf(2, 3, 1, {Load, Store}, {Ordinary, AcquireRelease, Remote}), {"rsp"}) > 0);
  CHECK(agreeOnMinimal(
            boundsOf(2, 2, 1, {Load, Store, Exchange, Fence}, {Ordinary, Relaxed, AcquireRelease, SeqCst}),
            {"hrf-indirect-relaxed"}) > 0);
}

TEST_CASE("both methods agree on minimal tests: 2 threads, 4 events" * doctest::skip(!kAtLength)) {
  SynthBounds bounds = boundsOf(2, 4, 2, {Load, Store}, {Ordinary, AcquireRelease});
  bounds.levels = {kDeviceLevel};
  CHECK(agreeOnMinimal(bounds, {"hrf-indirect-relaxed"}) > 0);
}

TEST_CASE("both methods agree on minimal tests at large bounds") {
  const char* large = std::getenv("SYNTH_LARGE");
  if (large == nullptr) {
    MESSAGE("skipped: SYNTH_LARGE is not set");
    return;
  }
  const std::map<std::string, SynthBounds> bounds{
      {"minimal-2x4", boundsOf(2, 4, 2, {Load, Store}, {Ordinary, AcquireRelease})},
      {"minimal-3x4", boundsOf(3, 4, 1, {Load, Store}, {Ordinary, AcquireRelease})}};
  if (const auto chosen = bounds.find(large); chosen != bounds.end()) {
    CHECK(agreeOnMinimal(chosen->second, {"hrf-indirect-relaxed"}) > 0);
    CHECK(agreeOnMinimal(chosen->second, {"rsp"}) > 0);
  }
}

TEST_CASE("a shape with too many executions is not searched") {
  const SynthQuestion question{modelsNamed({"hrf-indirect-relaxed"}),
                               boundsOf(1, 8, 1, {Exchange}, {Relaxed}), SynthWanted::Minimal};
  MinimalSearch search(question);
  SynthCounts seen;
  const auto shape = ShapeSpace(question.bounds, 8).at(0);
  REQUIRE(shape);
  CHECK_THROWS_AS(search.search(*shape, {}, seen, [](const AnsweredTest&) {}), TooManyExecutions);
}

TEST_CASE("message passing is minimal, its stronger forms are not") {
  SynthBounds bounds = boundsOf(2, 4, 2, {Load, Store}, {Ordinary, Relaxed, AcquireRelease});
  const SynthQuestion question{modelsNamed({"hrf-indirect-relaxed"}), bounds, SynthWanted::Minimal};
  const auto names = minimalTests(question, 4);
  const auto has = [&](const char* name) { return std::ranges::count(names, name) > 0; };
  CHECK(has("mp+acq.wg+rel.wg"));
  CHECK(has("mp+acq.cmp+rel.cmp"));
  CHECK_FALSE(has("mp+acq.cmp+rel.wg"));
  CHECK_FALSE(has("mp+acq.wg+rlx.wg+rel.wg"));
  CHECK_FALSE(has("mp"));
}
