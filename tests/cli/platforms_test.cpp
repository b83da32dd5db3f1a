// What platforms promise, asked about tests of every language: levels are found by what they mean.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

const std::string kPlatformsRoot = HRFCHECK_SOURCE_DIR;

/// A test in which a thread of one group waits for one of another group, whose number is higher: only a
/// platform that treats a whole grid fairly, once somebody has run, brings it to its end.
struct Language {
  const char* file;
  std::string text;
  std::string group;  ///< what it calls a work-group, as it is printed
  std::string grid;
  std::string platforms;  ///< that are asked by default, in order
};

std::vector<Language> languages() {
  const auto columns = [](const std::string& head, const std::string& first, const std::string& second,
                          const std::string& load, const std::string& store) {
    return head + "{ there=0; }\n " + first + " | " + second + " ;\n WAIT: " + load + " | " + store +
           " ;\n bne r0, 1, WAIT | ;\n";
  };
  const std::string kernel = "//# launch 2x1\n//# init there[1]\n";
  return {
      {"hsa.litmus", columns("HSA flag\n", "P0@wg 0", "P1@wg 1", "ld.sc.cmp r0, there", "st.sc.cmp there, 1"),
       "wg", "cmp", "hsa-platform"},
      {"ptx.litmus",
       columns("PTX flag\n", "P0@cta 0,gpu 0", "P1@cta 1,gpu 0", "ld.acquire.gpu r0, there",
               "st.release.gpu there, 1"),
       "cta", "gpu", "cuda cuda-cooperative"},
      {"vulkan.litmus",
       columns("VULKAN flag\n", "P0@sg 0,wg 0,qf 0", "P1@sg 0,wg 1,qf 0",
               "ld.atom.acq.dv.sc0.semsc0 r0, there", "st.atom.rel.dv.sc0.semsc0 there, 1"),
       "wg", "dv", "vulkan"},
      {"kernel.cl",
       kernel + "kernel void f(global atomic_int *there) {\n"
                "  if (get_group_id(0) == 1) {\n"
                "    atomic_store_explicit(there, 1, memory_order_release, memory_scope_device);\n"
                "  } else {\n"
                "    while (atomic_load_explicit(there, memory_order_acquire, memory_scope_device) == 0) {}\n"
                "  }\n}\n",
       "wg", "dev", "opencl"},
      {"kernel.hip",
       kernel + "__global__ void f(int *there) {\n"
                "  if (blockIdx.x == 1) {\n"
                "    __hip_atomic_store(there, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);\n"
                "  } else {\n"
                "    while (__hip_atomic_load(there, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == 0) {}\n"
                "  }\n}\n",
       "block", "device", "hip"},
      {"kernel.spvasm",
       "; @Config: 1, 1, 2\n; @Input: %x = {0}\n; SPIR-V\n; Version: 1.0\nOpCapability Addresses\nOpCapability Kernel\n"
       "OpCapability Int64\nOpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %f \"f\" %id\n"
       "OpDecorate %id BuiltIn GlobalInvocationId\n%uint = OpTypeInt 32 0\n%ulong = OpTypeInt 64 0\n"
       "%v3 = OpTypeVector %ulong 3\n%bool = OpTypeBool\n%void = OpTypeVoid\n%in = OpTypePointer Input %v3\n"
       "%ptr = OpTypePointer CrossWorkgroup %uint\n%fn = OpTypeFunction %void %ptr\n%u0 = OpConstant %uint 0\n"
       "%u1 = OpConstant %uint 1\n%u2 = OpConstant %uint 2\n%u4 = OpConstant %uint 4\n%l0 = OpConstant %ulong 0\n"
       "%id = OpVariable %in Input\n%f = OpFunction %void None %fn\n%x = OpFunctionParameter %ptr\n%entry = OpLabel\n"
       "%a = OpLoad %v3 %id\n%i = OpCompositeExtract %ulong %a 0\n%first = OpIEqual %bool %i %l0\n"
       "OpSelectionMerge %end None\nOpBranchConditional %first %wait %say\n"
       "%wait = OpLabel\n%v = OpAtomicLoad %uint %x %u1 %u2\n%again = OpIEqual %bool %v %u0\n"
       "OpLoopMerge %done %wait None\nOpBranchConditional %again %wait %done\n"
       "%done = OpLabel\nOpBranch %end\n"
       "%say = OpLabel\nOpAtomicStore %x %u1 %u4 %u1\nOpBranch %end\n"
       "%end = OpLabel\nOpReturn\nOpFunctionEnd\n",
       "wg", "dev", "opencl"},
  };
}

std::string answer(const std::string& file, const std::string& scheduler) {
  const Finished run =
      runProgram({"progress", "--no-model", "--format", "json", "--scheduler", scheduler, file});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return nlohmann::json::parse(run.out)["results"][0]["verdicts"][0]["answer"];
}

std::string levelsOf(const std::string& file, const std::string& scheduler) {
  const Finished run =
      runProgram({"progress", "--no-model", "--format", "json", "--scheduler", scheduler, file});
  REQUIRE_MESSAGE(run.status == 0, run.err);
  return nlohmann::json::parse(run.out)["results"][0]["verdicts"][0]["scheduler"];
}

}  // namespace

TEST_CASE("platforms: every one of them is asked about tests of every language") {
  const Scratch scratch;
  for (const Language& language : languages()) {
    CAPTURE(std::string(language.file));
    const std::string file = scratch.file(language.file, language.text);
    for (const char* nothing : {"opencl", "vulkan", "metal", "cuda", "hip", "hsa-platform"}) {
      CAPTURE(nothing);
      CHECK(answer(file, nothing) == "may hang");
    }
    CHECK(answer(file, "cuda-cooperative") == "terminates");
  }
}

TEST_CASE("platforms: a level has its name in any language") {
  const Scratch scratch;
  for (const Language& language : languages()) {
    CAPTURE(std::string(language.file));
    const std::string file = scratch.file(language.file, language.text);
    for (const char* group : {"wg", "cta", "block", "workgroup"}) {
      CHECK(levelsOf(file, std::string(group) + "=obe") == language.group + "=obe");
    }
    for (const char* grid : {"grid", "gpu", "device", "agent"}) {
      CHECK(levelsOf(file, std::string(grid) + "=obe") == language.grid + "=obe");
    }
  }
}

TEST_CASE("platforms: those of the language are answered by default, and say what they promise") {
  const Scratch scratch;
  for (const Language& language : languages()) {
    CAPTURE(std::string(language.file));
    const std::string file = scratch.file(language.file, language.text);
    const Finished run = runProgram({"progress", "--no-model", "--format", "json", file});
    REQUIRE_MESSAGE(run.status == 0, run.err);
    std::string platforms;
    const nlohmann::json report = nlohmann::json::parse(run.out);
    for (const auto& verdict : report["results"][0]["verdicts"]) {
      if (verdict.contains("promise")) {
        platforms += (platforms.empty() ? "" : " ") + verdict["scheduler"].get<std::string>();
      }
    }
    CHECK(platforms == language.platforms);
    const std::string first = platforms.substr(0, platforms.find(' '));
    CHECK(has(runProgram({"progress", "--no-model", file}).out, "\n  " + first + " promises: "));
    CHECK_FALSE(has(runProgram({"progress", "--no-model", "--matrix", file}).out, first));
    CHECK_FALSE(has(runProgram({"progress", "--no-model", "--strong", file}).out, " promises: "));
  }
}

TEST_CASE("platforms: the work-group of a kernel of CUDA C++, as compiled") {
  if (runShell("command -v clang-16 nvcc").out.empty()) {
    MESSAGE("skipped: no compiler of CUDA C++");
    return;
  }
  const std::string file = kPlatformsRoot + "/kernels/xf-barrier.cu:xf-barrier";
  CHECK(answer(file, "cuda-cooperative") == "terminates");
  CHECK(answer(file, "cuda") == "may hang");
  CHECK(levelsOf(file, "wg=obe") == "block=obe");
  const std::string out = runProgram({"progress", "--no-model", file}).out;
  CHECK(has(out, "cuda promises: once a thread has run, all threads of its thread block are treated fairly"));
  CHECK(has(out,
            "cuda-cooperative promises: once a thread has run, all threads of its grid are treated fairly"));
}

TEST_CASE("platforms: where a promise means nothing, the message says why") {
  const Scratch scratch;
  const std::string c11 = scratch.file("c11.litmus",
                                       "C flag\n{ x=0; }\nP0 (atomic_int* x) { atomic_store(x, 1); }\n"
                                       "P1 (atomic_int* x) { int r0 = atomic_load(x); }\nexists (1:r0=1)\n");
  const Finished refused = runProgram({"progress", "--no-model", "--scheduler", "cuda", c11});
  CHECK(refused.status == 2);
  CHECK(has(refused.err, "cuda promises something to work-groups, and C11 knows threads alone"));
  CHECK(has(refused.err, "obe is C++'s parallel forward progress"));
  CHECK(runProgram({"progress", "--no-model", "--scheduler", "opencl", c11}).status == 0);
  const Finished levels = runProgram({"progress", "--no-model", "--scheduler", "cluster=obe", c11});
  CHECK(levels.status == 2);
  CHECK(has(levels.err, "no scope level 'cluster'"));
}
