// Tests of AMDGPU as HIP programs. That clang reads them: hip_syntax.sh.

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "frontend/test_file.h"
#include "observe/emit/emit.h"
#include "support/has.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const std::string kAmdgpuTests = std::string(HRFCHECK_SOURCE_DIR) + "/litmus/amdgpu";

EmittedTest hipOf(const Program& program) {
  return emit(deviceTest(program, BackEnd::Hip), Interleavings({{0, 0}}));
}

/// The first message; empty where there is a program.
std::string hipRefusal(const Program& program) {
  try {
    hipOf(program);
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

std::string refusedCode(const std::string& code) {
  const std::string text = "AMDGPU t\n{ x=0; }\n P0@wg 0 | P1@wg 1 ;\n " + code +
                           " | load.monotonic.agent r0, x ;\nexists (1:r0=0)\n";
  return hipRefusal(*parseLitmus(std::make_shared<Source>("t.litmus", text)));
}

}  // namespace

TEST_CASE("HIP: the sources of some tests, word by word") {
  for (const std::string name : {"message-waits", "syncthreads", "exchange-fails"}) {
    const std::string file =
        std::string(HRFCHECK_SOURCE_DIR) + "/tests/observe/pinned/amdgpu-" + name + ".hip";
    const EmittedTest test = hipOf(*readTestFile(kAmdgpuTests + "/" + name + ".litmus"));
    if (std::getenv("HRFCHECK_PROMOTE") != nullptr) {
      std::ofstream(file, std::ios::binary) << test.text;
    }
    std::ostringstream pinned;
    pinned << std::ifstream(file, std::ios::binary).rdbuf();
    CHECK_MESSAGE(test.text == pinned.str(), file);
  }
}

TEST_CASE("HIP: each instruction is what clang makes that instruction of") {
  const auto text = hipOf(*parseLitmus(std::make_shared<Source>("t.litmus", R"(AMDGPU words
{ x=0; y=3; }
 P0@wg 0                                | P1@wg 1                           ;
 load.acquire.agent r0, x               | store.release.system y, r5        ;
 atomicrmw.xchg.acq_rel.agent r1, x, 2  | fence.seq_cst                     ;
 cmpxchg.monotonic.acquire.agent r2, x, 1, 7 | atomicrmw.sub.release.workgroup _, x, 4 ;
 fence.acq_rel.agent                    | fence.acquire.workgroup.one_as    ;
 load.volatile r3, y                    | store.monotonic.singlethread x, 1 ;
 store y, 1                             | atomicrmw.max.seq_cst.wavefront r1, x, 1 ;
exists (0:r0=0)
)")))
                        .text;
  for (const char* line :
       {"r0 = __hip_atomic_load(l0, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);",
        "r1 = __hip_atomic_exchange(l0, 2, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);",
        "expected = 1; __hip_atomic_compare_exchange_strong(l0, &expected, 7, __ATOMIC_RELAXED, "
        "__ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT); r2 = expected;",
        "__builtin_amdgcn_fence(__ATOMIC_ACQ_REL, \"agent\");", "r3 = *(volatile int*)l1;", "*l1 = 1;",
        "__hip_atomic_store(l1, r0, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);",
        "__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, \"\");",
        "__hip_atomic_fetch_add(l0, -(4), __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_WORKGROUP);",
        "__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, \"workgroup-one-as\");",
        "__hip_atomic_store(l0, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SINGLETHREAD);",
        "__hip_atomic_fetch_max(l0, 1, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_WAVEFRONT);"}) {
    CHECK_MESSAGE(has(text, line), line);
  }
}

TEST_CASE("HIP: what cannot be said there is refused by name") {
  CHECK(has(refusedCode("store.release.agent.av_none x, 1"),
            "P0:0 cannot be written in HIP: it has no word for av_none"));
  CHECK(has(refusedCode("make_available.agent"), "nothing is made available or visible without an order"));
  CHECK(has(refusedCode("store.available.agent x, 1"), "available or visible only if it is volatile"));
  CHECK(has(refusedCode("fence.release.agent.global"), "a fence of one address space"));
  CHECK(has(refusedCode("store.release.cluster x, 1"), "no scope for a cluster"));
  CHECK(has(refusedCode("fence.release.cluster"), "no scope for a cluster"));
  CHECK(has(refusedCode("atomicrmw.uinc_wrap.release.agent _, x, 4"), "uinc_wrap"));
  CHECK(refusedCode("store.release.agent x, 1") == "");
}

TEST_CASE("HIP: every test of litmus/amdgpu is written, or refused") {
  std::size_t written = 0, refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kAmdgpuTests)) {
    if (entry.path().extension() == ".litmus") {
      const std::string why = hipRefusal(*readTestFile(entry.path().string()));
      ++(why.empty() ? written : refused);
      CAPTURE(entry.path().string());
      CAPTURE(why);
      CHECK((why.empty() || has(why, "cannot be run on a device") || has(why, "cannot be written in HIP")));
    }
  }
  CHECK(written == 111);
  CHECK(refused == 100);
}
