#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "cat/library.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "check/models/model_choice.h"
#include "check/models/scope_of_model.h"
#include "check/prepare/preparation.h"
#include "support/verdicts.h"

// A test of CUDA under a model of PTX is the test that somebody translates by hand, by the mapping of
// docs/cuda.md.

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

ModelLibrary ourModels() {
  return ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
}

/// Outcomes and flags.
std::string ptxAnswer(EngineChoice which, const std::string& text, const std::string& modelName) {
  const Model model = ourModels().load(modelName);
  const auto program = programOf(text);
  REQUIRE(whyNotApplicable(model, *program) == "");
  Preparation preparation(program, 4);
  const Verdict verdict = checkProgram(*makeEngine(which), preparation.of(model), {});
  CHECK(verdict.standing() == Standing::Answered);
  std::set<std::string> parts;
  for (const Outcome& outcome : verdict.analysis.outcomes) {
    parts.insert(fmt::format("{}", fmt::join(outcome.values, " ")));
  }
  for (const NamedFlag& flag : verdict.flags) {
    parts.insert(flag.name);
  }
  return fmt::format("{}", fmt::join(parts, "\n"));
}

constexpr const char* kEnd = "locations [r0; r1; r2; x; y;]\n";

std::string cudaTest(const std::string& first, const std::string& second,
                     const std::string& secondBlock = "1") {
  const std::string parameters =
      "(cuda::atomic<int, cuda::thread_scope_device>* x, cuda::atomic<int, cuda::thread_scope_device>* y, int* d, "
      "volatile int* v, int* r0, int* r1, int* r2)";
  return "CUDA t\n{ x=0; y=0; d=0; v=0; r0=0; r1=0; r2=0; }\nP0@block 0 " + parameters + " { " + first +
         " }\nP1@block " + secondBlock + " " + parameters + " { " + second + " }\n" + kEnd;
}

std::string ptxTest(const std::vector<std::string>& first, const std::vector<std::string>& second,
                    const std::string& secondBlock = "1") {
  std::string text =
      "PTX t\n{ x=0; y=0; d=0; v=0; r0=0; r1=0; r2=0; }\nP0@cta 0 | P1@cta " + secondBlock + " ;\n";
  for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
    text += fmt::format("{} | {} ;\n", i < first.size() ? first[i] : "", i < second.size() ? second[i] : "");
  }
  return text + kEnd;
}

void checkTranslation(const std::string& cuda, const std::string& ptx) {
  for (const char* model : {"ptx", "ptx-v6.0"}) {
    CAPTURE(model);
    const std::string answer = ptxAnswer(EngineChoice::Explicit, ptx, model);
    CHECK(answer != "");
    CHECK(ptxAnswer(EngineChoice::Explicit, cuda, model) == answer);
    CHECK(ptxAnswer(EngineChoice::Smt, cuda, model) == answer);
  }
}

}  // namespace

TEST_CASE("CUDA as PTX: message passing with release and acquire") {
  checkTranslation(cudaTest("*d = 1; x->store(1, cuda::memory_order_release);",
                            "*r0 = x->load(cuda::memory_order_acquire); *r1 = *d;"),
                   ptxTest({"st.weak d, 1", "st.release.gpu x, 1"},
                           {"ld.acquire.gpu a, x", "st.weak r0, a", "ld.weak b, d", "st.weak r1, b"}));
  checkTranslation(cudaTest("*d = 1; x->store(1, cuda::memory_order_relaxed);",
                            "*r0 = x->load(cuda::memory_order_relaxed); *r1 = *d;"),
                   ptxTest({"st.weak d, 1", "st.relaxed.gpu x, 1"},
                           {"ld.relaxed.gpu a, x", "st.weak r0, a", "ld.weak b, d", "st.weak r1, b"}));
}

TEST_CASE("CUDA as PTX: volatile accesses and fences of the device") {
  checkTranslation(
      cudaTest("*d = 1; __threadfence(); *v = 1;", "*r0 = *v; __threadfence(); *r1 = *d;"),
      ptxTest({"st.weak d, 1", "fence.sc.gpu", "st.relaxed.sys v, 1"},
              {"ld.relaxed.sys a, v", "st.weak r0, a", "fence.sc.gpu", "ld.weak b, d", "st.weak r1, b"}));
  checkTranslation(
      cudaTest("*d = 1; __threadfence_block(); *v = 1;", "*r0 = *v; __threadfence_block(); *r1 = *d;"),
      ptxTest({"st.weak d, 1", "fence.sc.cta", "st.relaxed.sys v, 1"},
              {"ld.relaxed.sys a, v", "st.weak r0, a", "fence.sc.cta", "ld.weak b, d", "st.weak r1, b"}));
}

TEST_CASE("CUDA as PTX: store buffering, sequentially consistent") {
  checkTranslation(
      cudaTest("x->store(1); *r0 = y->load();", "y->store(1); *r1 = x->load();"),
      ptxTest(
          {"fence.sc.gpu", "st.relaxed.gpu x, 1", "fence.sc.gpu", "ld.acquire.gpu a, y", "st.weak r0, a"},
          {"fence.sc.gpu", "st.relaxed.gpu y, 1", "fence.sc.gpu", "ld.acquire.gpu a, x", "st.weak r1, a"}));
  const std::string block = "cuda::atomic_ref<int, cuda::thread_scope_block>";
  checkTranslation(
      cudaTest(block + "(*d).store(1); *r0 = " + block + "(*r2).load();",
               block + "(*r2).store(1); *r1 = " + block + "(*d).load();"),
      ptxTest(
          {"fence.sc.cta", "st.relaxed.cta d, 1", "fence.sc.cta", "ld.acquire.cta a, r2", "st.weak r0, a"},
          {"fence.sc.cta", "st.relaxed.cta r2, 1", "fence.sc.cta", "ld.acquire.cta a, d", "st.weak r1, a"}));
}

TEST_CASE("CUDA as PTX: read-modify-writes") {
  checkTranslation(
      cudaTest("*d = 1; atomicAdd((int*)r2, 1); x->fetch_add(1);",
               "*r0 = x->fetch_add(1, cuda::memory_order_acq_rel); *r1 = *d;"),
      ptxTest(
          {"st.weak d, 1", "atom.relaxed.gpu.add b, r2, 1", "fence.sc.gpu", "atom.acquire.gpu.add b, x, 1"},
          {"atom.acq_rel.gpu.add a, x, 1", "st.weak r0, a", "ld.weak b, d", "st.weak r1, b"}));
  checkTranslation(
      cudaTest("x->store(1, cuda::memory_order_release);",
               "int e = 1; bool b = x->compare_exchange_strong(e, 2, cuda::memory_order_release, "
               "cuda::memory_order_acquire); *r0 = e;"),
      ptxTest({"st.release.gpu x, 1"}, {"atom.acq_rel.gpu.cas a, x, 1, 2", "st.weak r0, a"}));
}

TEST_CASE("CUDA as PTX: barriers of the block") {
  checkTranslation(
      cudaTest("*d = 1; B: __syncthreads();", "B: __syncthreads(); *r0 = *d;", "0"),
      ptxTest({"st.weak d, 1", "bar.cta.sync 0"}, {"bar.cta.sync 0", "ld.weak a, d", "st.weak r0, a"}, "0"));
}

TEST_CASE("what has no form in PTX is not judged by its models") {
  const Model ptx = ourModels().load("ptx");
  const auto why = [&](const std::string& text) { return whyNotApplicable(ptx, *programOf(text)); };
  const auto kernel = [](const std::string& dialect, const std::string& body) {
    return dialect + " t\n{ x=0; }\nlaunch 2x1\n__global__ void k(int* x) { " + body + " }\nexists (x=0)\n";
  };
  CHECK(why(kernel("CUDA", "__syncthreads();")) == "");
  CHECK(why(kernel("CUDA", "cooperative_groups::this_grid().sync();")) ==
        "PTX has no barriers of more than a cluster of thread blocks");
  CHECK(why(kernel("HIP", "__hip_atomic_fetch_add(x, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WAVEFRONT);")) ==
        "PTX has no scope of a warp");
  CHECK(why(kernel("HIP", "__builtin_amdgcn_s_barrier();")) == "in PTX every barrier orders memory");
  CHECK(why(kernel("HIP", "atomicAdd(x, 1);")) == "");
}

TEST_CASE("the default models of CUDA, HIP and OpenCL") {
  const auto names = [](const std::string& text) {
    ModelChoice choice(ourModels(), {});
    std::string result;
    for (const ChosenModel& one : choice.forProgram(*programOf(text))) {
      result += (result.empty() ? "" : ", ") + one.name + (one.model ? "" : " (not)");
    }
    return result;
  };
  const std::string rest =
      " t\n{ x=0; }\nlaunch 2x1\n__global__ void k(int* x) { atomicAdd(x, 1); }\nexists (x=2)\n";
  CHECK(names("CUDA" + rest) == "ptx, hrf-indirect-relaxed");
  CHECK(names("HIP" + rest) == "amdgpu, hrf-indirect-relaxed");
  const std::string columns = "AMDGPU t\n{ x=0; }\n P0 ;\n store.release.agent";
  CHECK(names(columns + " x, 1 ;\n") == "amdgpu, hrf-indirect-relaxed");
  CHECK(names(columns + ".av_none x, 1 ;\n") == "amdgpu");
  CHECK(
      names(
          "OPENCL t\n{ x=0; }\nlaunch 2x1\nkernel void k(global int* x) { atomic_inc(x); }\nexists (x=2)\n") ==
      "opencl");
  CHECK(
      names(
          "CUDA t\n{ x=0; }\nlaunch 2x1\n__global__ void k(int* x) { cooperative_groups::this_grid().sync(); }\n"
          "exists (x=0)\n") == "hrf-indirect-relaxed");
}
