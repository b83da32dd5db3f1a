// Fences between proxies, and scopes of barrier objects, in the kernels of public discussions: what repair
// finds is what was done upstream.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "corpus_tests.h"
#include "support/has.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace proxy_fences_test {

namespace {

constexpr EditKinds kFences{false, false, false, true, false, false};
constexpr EditKinds kScopes{true, false, false, false, false, false};
constexpr EditKinds kBarriers{false, false, false, false, false, true};

AskedModel ptx() {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  return {"ptx", std::make_shared<const Model>(library.load("ptx"))};
}

std::shared_ptr<const Program> firstTestOf(const std::string& file) {
  return readTestFile(std::string(HRFCHECK_SOURCE_DIR) + "/kernels/wild/" + file + ".ptx:" + file);
}

/// The first test of a file, repaired so that its `forall` holds.
Advice repaired(const std::string& file, const EditKinds& kinds) {
  AdviceRequest request;
  request.program = firstTestOf(file);
  request.read = [file](const SourcePtr& source) { return parseLitmus(editedSource(source, {}), file); };
  request.models = {ptx()};
  request.kinds = kinds;
  request.goal = RepairGoal::Hold;
  request.search.analysis.deadline = Deadline::after(300);
  const auto engine = makeEngine(EngineChoice::Auto);
  return repair(request, *engine);
}

std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

/// How often a line stands in the repaired text more than in the one as written.
std::size_t added(const Advice& advice, const std::string& file, const std::string& line) {
  return countOf(*advice.text, line) - countOf(firstTestOf(file)->source->text(), line);
}

}  // namespace

TEST_CASE("the fence between proxies that is missing in a kernel is found") {
  for (const auto& [file, fence] : {std::pair{"transformer-engine-amax", "fence.proxy.async.shared::cta;"},
                                    std::pair{"flashkda-state", "fence.proxy.async.shared::cta;"},
                                    std::pair{"deepep-combine", "fence.proxy.async"},
                                    std::pair{"deepep-reduce", "fence.proxy.async.shared::cta;"},
                                    std::pair{"flash-attention-backward", "fence.proxy.async.shared::cta;"},
                                    std::pair{"sglang-kda-prefill", "fence.proxy.async.shared::cta;"}}) {
    CAPTURE(file);
    const Advice advice = repaired(file, kFences);
    REQUIRE(advice.text);
    CHECK(advice.proved());
    CHECK(added(advice, file, fence) == 1);
    CHECK(added(advice, file, "fence.acq_rel") == 0);
  }
}

TEST_CASE("the scopes of an arrival and a wait of two blocks are widened to the cluster") {
  const Advice advice = repaired("cutlass-cluster-barrier", kScopes);
  REQUIRE(advice.text);
  CHECK(advice.proved());
  CHECK(has(*advice.text, "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r4];"));
  CHECK(has(*advice.text, "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [full], 0;"));
}

TEST_CASE("the barrier that is missing behind a wait for copies is found") {
  const Advice advice = repaired("transformer-engine-quantize", kBarriers);
  REQUIRE(advice.text);
  CHECK(advice.proved());
  CHECK(added(advice, "transformer-engine-quantize", "bar.sync 0;") == 1);
}

}  // namespace proxy_fences_test
