#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "batch/synth/answer_search.h"
#include "synth/brute_bounds.h"
#include "synth/models.h"

// Search over executions against brute force over programs: the same numbers of tests, for every combination
// of answers of all models together, and so for every pair of models.

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using Counts = std::map<std::string, std::uint64_t>;  ///< tests, by the answers of the models

const std::vector<std::string> kModels{
    "drf0", "hrf0",     "hrf-direct", "hrf-indirect", "hrf-direct-relaxed", "hrf-indirect-relaxed",
    "rsp",  "rsp-incl", "rsp-literal"};

bool forbiddenByAll(const std::string& answers) {
  return answers.find_first_not_of('f') == std::string::npos;
}

Counts byExecutions(const SynthQuestion& question, unsigned events) {
  AnswerSearch search(question);
  const ShapeSpace space(question.bounds, events);
  Counts counts;
  SynthCounts seen;
  for (std::uint64_t number = 0; number < space.numbers(); ++number) {
    if (const auto shape = space.at(number)) {
      search.search(*shape, {}, seen, [&](const AnsweredTest& test) {
        std::string answers;
        for (const SynthAnswer answer : test.answers) {
          answers += nameOf(answer)[0];
        }
        ++counts[answers];
      });
    }
  }
  std::erase_if(counts, [](const auto& entry) { return forbiddenByAll(entry.first); });
  return counts;
}

Counts byPrograms(const SynthQuestion& question, unsigned events) {
  Counts counts;
  forEachBruteTest(bruteBounds(question.bounds, events), question.models,
                   [&](const std::string& /*test*/, const std::string& answers) { ++counts[answers]; });
  return counts;
}

/// @returns tests that some model does not forbid
std::uint64_t agree(const SynthBounds& bounds, const std::vector<std::string>& models) {
  const SynthQuestion question{modelsNamed(models), bounds, SynthWanted::NotForbidden};
  std::uint64_t tests = 0;
  for (unsigned events = 1; events <= bounds.events; ++events) {
    const Counts executions = byExecutions(question, events);
    const Counts programs = byPrograms(question, events);
    CHECK_MESSAGE(executions == programs, fmt::format("{} events", events));
    if (std::getenv("SYNTH_LARGE") != nullptr) {
      MESSAGE(events, " events: ", executions.size(),
              " combinations of answers, the same by both methods: ", executions == programs);
    }
    for (const auto& [answers, count] : executions) {
      const auto other = programs.find(answers);
      CHECK_MESSAGE((other != programs.end() && other->second == count),
                    fmt::format("{} events, {}: {} and {}", events, answers, count,
                                other == programs.end() ? 0 : other->second));
      tests += count;
    }
  }
  return tests;
}

using enum SynthKind;
using enum SynthOrder;

}  // namespace

// With sanitizers, fewer models: the others would take minutes.
#ifdef HRFCHECK_SANITIZED
const std::vector<std::string> kSmall{"hrf-direct", "rsp-literal"};
#else
const std::vector<std::string>& kSmall = kModels;
#endif

TEST_CASE("both methods agree: 2 threads, 2 events, every operation and order") {
  const std::vector<SynthKind> kinds{Load, Store, Exchange, Fence};
  CHECK(agree(boundsOf(2, 2, 1, kinds, {Ordinary, Relaxed, AcquireRelease, SeqCst, Remote}), kSmall) > 0);
}

TEST_CASE("both methods agree: 3 threads, 3 events, ordinary accesses, acquire, release and remote") {
  CHECK(agree(boundsOf(3, 3, 1, {Load, Store}, {Ordinary, AcquireRelease}), kSmall) > 0);
  CHECK(agree(boundsOf(2, 3, 1, {Load, Store}, {Ordinary, Remote}), kSmall) > 0);
}

TEST_CASE("both methods agree: 2 threads, 4 events, two locations, ordinary accesses") {
  CHECK(agree(boundsOf(2, 4, 2, {Load, Store}, {Ordinary}), {"sc", "drf0", "hrf-indirect-relaxed"}) > 0);
}

TEST_CASE("both methods agree: three writes to a location") {
  SynthBounds bounds = boundsOf(3, 4, 1, {Load, Store}, {Relaxed});
  bounds.levels = {kDeviceLevel};
  CHECK(agree(bounds, {"sc", "hrf-indirect", "hrf-indirect-relaxed", "hrf0"}) > 0);
}

TEST_CASE("both methods agree at large bounds") {
  const char* large = std::getenv("SYNTH_LARGE");
  if (large == nullptr) {
    MESSAGE("skipped: SYNTH_LARGE is not set");
    return;
  }
  const std::vector<SynthOrder> all{Ordinary, AcquireRelease, Remote};
  const std::vector<SynthOrder> plain{Ordinary, AcquireRelease};
  const std::map<std::string, SynthBounds> bounds{
      {"2x4x1", boundsOf(2, 4, 1, {Load, Store}, all)},
      {"2x4x2", boundsOf(2, 4, 2, {Load, Store}, plain)},
      {"3x4x1", boundsOf(3, 4, 1, {Load, Store}, all)},
      {"3x4x2", boundsOf(3, 4, 2, {Load, Store}, plain)},
      {"2x4-rmw", boundsOf(2, 4, 1, {Load, Store, Exchange}, plain)},
      {"3x4-rmw", boundsOf(3, 4, 1, {Load, Store, Exchange}, plain)},
      {"2x3-all", boundsOf(2, 3, 2, {Load, Store, Exchange, Fence}, all)}};
  REQUIRE(bounds.contains(large));
  MESSAGE(std::string(large), ": ", agree(bounds.at(large), kModels),
          " tests that some model does not forbid");
}
