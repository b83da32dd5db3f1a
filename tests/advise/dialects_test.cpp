// Edits in the words of each dialect: what is found is written into the text, read again, and confirmed by
// both engines.

#include <doctest/doctest.h>

#include "corpus_tests.h"
#include "support/has.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

constexpr EditKinds kWords{true, true, false, false, false, false};
constexpr EditKinds kOnlyFences{false, false, false, true, false, false};

AskedModel askedModel(const std::string& name) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  return {name, std::make_shared<const Model>(library.load(name))};
}

/// The edited text, which is known to be as good as what was searched for.
std::string repairedText(const std::string& file, const std::string& text, const std::string& model,
                         RepairGoal goal, const EditKinds& kinds) {
  AdviceRequest request;
  request.program = parseLitmus(std::make_shared<const Source>(file, text));
  request.read = readAgain;
  request.models = {askedModel(model)};
  request.kinds = kinds;
  request.goal = goal;
  request.search.analysis.deadline = Deadline::after(300);
  const auto engine = makeEngine(EngineChoice::Auto);
  const Advice advice = repair(request, *engine);
  REQUIRE(advice.search.optimal);
  REQUIRE(advice.text);
  CHECK_FALSE(advice.nothingToDo());
  CHECK(advice.rechecks.size() == 2);
  CHECK(advice.proved());
  return *advice.text;
}

constexpr const char* kPtx = R"(PTX mp
{ x=0; f=0; }
 P0@cta 0,gpu 0       | P1@cta 1,gpu 0        ;
 st.weak x, 1         | ld.relaxed.cta r0, f  ;
 st.relaxed.cta f, 1  | ld.weak r1, x         ;
exists (1:r0=1 /\ 1:r1=0)
)";

constexpr const char* kVulkan = R"(VULKAN mp
{ x=0; f=0; }
 P0@sg 0,wg 0,qf 0   | P1@sg 0,wg 1,qf 0    ;
 st.av.dv.sc0 x, 1   | ld.atom.dv.sc0 r0, f ;
 st.atom.dv.sc0 f, 1 | ld.vis.dv.sc0 r1, x  ;
filter (1:r0=1)
exists (1:r1=0)
)";

constexpr const char* kCudaMembers = R"(CUDA mp
{ x = 0; f = 0; }

P0@block 0 (int* x, cuda::atomic<int, cuda::thread_scope_device>* f) {
  *x = 1;
  f->store(1, cuda::memory_order_relaxed);
}

P1@block 1 (int* x, cuda::atomic<int, cuda::thread_scope_device>* f) {
  int r0 = f->load(cuda::memory_order_relaxed);
  if (r0 == 1) {
    int r1 = *x;
  }
}
)";

constexpr const char* kCudaNames = R"(CUDA names
{ f = 0; }

P0@block 0 (int* f) {
  atomicAdd_block(f, 1);
}

P1@block 1 (int* f) {
  int r0 = atomicExch(f, 2);
}
)";

constexpr const char* kCudaFences = R"(CUDA fences
{ x = 0; f = 0; }

P0@block 0 (int* x, int* f) {
  *x = 1;
  __threadfence_block();
  atomicExch(f, 1);
}

P1@block 1 (int* x, int* f) {
  int r0 = atomicAdd(f, 0);
  __threadfence();
  if (r0 == 1) {
    int r1 = *x;
  }
}
)";

constexpr const char* kHip = R"(HIP mp
{ x = 0; f = 0; }

P0@workgroup 0 (int* x, int* f) {
  *x = 1;
  __hip_atomic_store(f, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_WORKGROUP);
}

P1@workgroup 1 (int* x, int* f) {
  int r0 = __hip_atomic_load(f, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  if (r0 == 1) {
    int r1 = *x;
  }
}
)";

}  // namespace

TEST_CASE("PTX: orders and scopes are parts of the instruction") {
  const std::string text = repairedText("mp.litmus", kPtx, "ptx", RepairGoal::Forbid, kWords);
  CHECK(has(text, "st.release.gpu f, 1"));
  CHECK(has(text, "ld.acquire.gpu r0, f"));
}

TEST_CASE("Vulkan: an order names the storage classes that it counts for") {
  const std::string text = repairedText("mp.litmus", kVulkan, "vulkan", RepairGoal::RaceFree, kWords);
  CHECK(has(text, ".rel."));
  CHECK(has(text, ".acq."));
  CHECK(has(text, ".semsc0"));
}

TEST_CASE("CUDA: member functions keep the scope of their object, and get another order") {
  const std::string text =
      repairedText("mp.litmus", kCudaMembers, "hrf-indirect-relaxed", RepairGoal::RaceFree, kWords);
  CHECK(has(text, "f->store(1, cuda::memory_order_release);"));
  CHECK(has(text, "f->load(cuda::memory_order_acquire);"));
}

TEST_CASE("CUDA: functions whose names say their scope get another name") {
  CHECK(has(repairedText("names.litmus", kCudaNames, "hrf-indirect-relaxed", RepairGoal::RaceFree, kWords),
            "  atomicAdd(f, 1);"));
  CHECK(has(repairedText("fences.litmus", kCudaFences, "hrf-indirect-relaxed", RepairGoal::RaceFree, kWords),
            "*x = 1;\n  __threadfence();\n  atomicExch(f, 1);"));
}

TEST_CASE("CUDA: a fence is inserted where that is what is asked for") {
  const std::string text =
      repairedText("mp.litmus", kCudaMembers, "hrf-indirect-relaxed", RepairGoal::RaceFree, kOnlyFences);
  CHECK(has(text,
            "cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);\n"
            "  f->store(1, cuda::memory_order_relaxed);"));
}

TEST_CASE("HIP: orders and scopes stay words of their family") {
  const std::string text =
      repairedText("mp.litmus", kHip, "hrf-indirect-relaxed", RepairGoal::RaceFree, kWords);
  CHECK(has(text, "__hip_atomic_store(f, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);"));
  CHECK(has(text, "__hip_atomic_load(f, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);"));
}

TEST_CASE("a forall is made to hold") {
  const std::string text = repairedText(
      "mp.litmus",
      std::string(kPtx).substr(0, std::string(kPtx).find("exists")) + "forall (1:r0=0 \\/ 1:r1=1)\n", "ptx",
      RepairGoal::Hold, kWords);
  CHECK(has(text, "st.release"));
  CHECK(has(text, "ld.acquire"));
}

TEST_CASE("to forbid the states that a forall asks for is an error, and so is to hold an exists") {
  const std::string forall =
      std::string(kPtx).substr(0, std::string(kPtx).find("exists")) + "forall (1:r0=0 \\/ 1:r1=1)\n";
  CHECK_THROWS_WITH_AS(repairedText("mp.litmus", forall, "ptx", RepairGoal::Forbid, kWords),
                       doctest::Contains("would forbid the states that it asks for"), UserError);
  CHECK_THROWS_WITH_AS(repairedText("mp.litmus", kPtx, "ptx", RepairGoal::Hold, kWords),
                       doctest::Contains("is for a forall"), UserError);
}
