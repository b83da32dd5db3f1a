#include "synth/agree.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <map>

#include "support/slice.h"
#include "synth/brute_bounds.h"
#include "synth/models.h"

// Search over executions against brute force over programs: the same numbers of tests, for every combination
// of answers of all models together, and so for every pair of models.

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const std::vector<std::string> kModels{
    "drf0", "hrf0",     "hrf-direct", "hrf-indirect", "hrf-direct-relaxed", "hrf-indirect-relaxed",
    "rsp",  "rsp-incl", "rsp-literal"};

std::uint64_t agree(const SynthBounds& bounds, const std::vector<std::string>& models) {
  return testsAgreedOn({modelsNamed(models), bounds, SynthWanted::NotForbidden});
}

using enum SynthKind;
using enum SynthOrder;

}  // namespace

// Brute force takes as long for each model.
const std::vector<std::string> kSmall =
    kAtLength ? kModels : std::vector<std::string>{"hrf-direct", "rsp-literal"};

TEST_CASE("both methods agree: 2 threads, 2 events, every operation and order") {
  const std::vector<SynthKind> kinds{Load, Store, Exchange, Fence};
  CHECK(agree(boundsOf(2, 2, 1, kinds, {Ordinary, Relaxed, AcquireRelease, SeqCst, Remote}), kSmall) > 0);
}

TEST_CASE("both methods agree: 3 threads, 3 events, acquire and release; 2 threads, remote operations") {
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
