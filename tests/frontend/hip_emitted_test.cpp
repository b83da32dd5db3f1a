// What clang makes of HIP behind our headers: the table of docs/hip.md, row by row.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "frontend/compilers/hip_compilers.h"
#include "util/text.h"

using namespace hrfcheck;
using namespace hrfcheck::frontend;

namespace {

struct Row {
  const char* code;
  const char* emitted;  ///< what models ask about, without operands
};

constexpr auto kRows = std::to_array<Row>({
    {"__hip_atomic_store(p, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);",
     R"(store atomic syncscope("agent-one-as") release)"},
    {"__hip_atomic_store(p, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SINGLETHREAD);",
     R"(store atomic syncscope("singlethread-one-as") release)"},
    {"__hip_atomic_fetch_and(p, 1, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_SYSTEM);",
     R"(atomicrmw syncscope("one-as") acq_rel)"},
    {"__hip_atomic_fetch_max(p, 1, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM);", "atomicrmw seq_cst"},
    {"__hip_atomic_fetch_max(p, 1, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_AGENT);",
     R"(atomicrmw syncscope("agent") seq_cst)"},
    {"__hip_atomic_load(p, __ATOMIC_CONSUME, __HIP_MEMORY_SCOPE_WAVEFRONT);",
     R"(load atomic syncscope("wavefront-one-as") acquire)"},
    {"int e = 0; __hip_atomic_compare_exchange_strong(p, &e, 1, __ATOMIC_ACQUIRE, __ATOMIC_SEQ_CST, "
     "__HIP_MEMORY_SCOPE_AGENT);",
     R"(cmpxchg syncscope("agent-one-as") acquire seq_cst)"},
    {"int e = 0; __hip_atomic_compare_exchange_weak(p, &e, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED, "
     "__HIP_MEMORY_SCOPE_AGENT);",
     R"(cmpxchg weak syncscope("agent") seq_cst monotonic)"},
    {"__scoped_atomic_store_n(p, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP);",
     R"(store atomic syncscope("workgroup-one-as") release)"},
    {"__scoped_atomic_store_n(p, 1, __ATOMIC_SEQ_CST, __MEMORY_SCOPE_WRKGRP);",
     R"(store atomic syncscope("workgroup") seq_cst)"},
    {"__atomic_store_n(p, 1, __ATOMIC_RELEASE);", "store atomic release"},
    {"__atomic_load_n(p, __ATOMIC_RELAXED);", "load atomic monotonic"},
    {"__sync_fetch_and_add(p, 1);", "atomicrmw seq_cst"},
    {"atomicAdd(p, 1);", R"(atomicrmw syncscope("agent-one-as") monotonic)"},
    {"atomicAdd_system(p, 1);", R"(atomicrmw syncscope("one-as") monotonic)"},
    {"atomicSub(p, 1);", R"(atomicrmw syncscope("agent-one-as") monotonic)"},
    {"atomicExch(p, 1);", R"(atomicrmw syncscope("agent-one-as") monotonic)"},
    {"atomicCAS(p, 1, 2);", R"(cmpxchg syncscope("agent-one-as") monotonic monotonic)"},
    {"atomicInc(u, 1U);", R"(atomicrmw syncscope("agent") monotonic)"},
    {"atomicAdd(f, 1.0F);", R"(atomicrmw syncscope("agent-one-as") monotonic)"},
    {"atomicMax(f, 1.0F);",
     R"(load atomic syncscope("agent-one-as") monotonic; cmpxchg syncscope("agent-one-as") monotonic monotonic)"},
    {"__threadfence_block();", R"(fence syncscope("workgroup") seq_cst)"},
    {"__threadfence();", R"(fence syncscope("agent") seq_cst)"},
    {"__threadfence_system();", "fence seq_cst"},
    {R"(__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent-one-as");)",
     R"(fence syncscope("agent-one-as") acquire)"},
    {R"(__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup", "local");)",
     R"(fence syncscope("workgroup") release !mmra)"},
    {"__syncthreads();",
     R"(fence syncscope("workgroup") release; llvm.amdgcn.s.barrier; fence syncscope("workgroup") acquire)"},
    {"__syncwarp();",
     R"(fence syncscope("wavefront") release; llvm.amdgcn.wave.barrier; fence syncscope("wavefront") acquire)"},
    {"__builtin_amdgcn_s_barrier();", "llvm.amdgcn.s.barrier"},
    {"__builtin_amdgcn_wave_barrier();", "llvm.amdgcn.wave.barrier"},
    {"*p = __shfl(*p, 0);", "llvm.amdgcn.ds.bpermute"},
    {"*p = __any(*p);", "llvm.amdgcn.ballot"},
    {"__builtin_amdgcn_s_waitcnt(0);", "llvm.amdgcn.s.waitcnt"},
    {"*(volatile int*)p = 1;", "store volatile"},
    {"__atomic_signal_fence(__ATOMIC_SEQ_CST);", R"(fence syncscope("singlethread") seq_cst)"},
});

/// The words of an instruction that say what it is to a model; empty of others.
std::string wordsOf(std::string_view line) {
  for (const std::string_view intrinsic :
       {"s.barrier", "wave.barrier", "ds.bpermute", "ballot", "s.waitcnt"}) {
    if (line.find(fmt::format("@llvm.amdgcn.{}", intrinsic)) != std::string_view::npos) {
      return fmt::format("llvm.amdgcn.{}", intrinsic);
    }
  }
  std::string words;
  bool ofModels = false;
  for (std::string_view rest = line; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of(" ,"), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const bool operation =
        word == "atomicrmw" || word == "cmpxchg" || word == "fence" || word == "atomic" || word == "volatile";
    const bool other = word == "load" || word == "store" || word == "weak" || word == "monotonic" ||
                       word == "acquire" || word == "release" || word == "acq_rel" || word == "seq_cst" ||
                       word == "!mmra" || word.starts_with("syncscope(");
    ofModels = ofModels || operation;
    if (operation || other) {
      words += (words.empty() ? "" : " ") + std::string(word);
    }
  }
  return ofModels ? words : "";
}

/// By function: what its instructions are to a model.
std::map<std::string, std::string> emittedIn(std::string_view module) {
  std::map<std::string, std::string> functions;
  std::string* open = nullptr;
  while (!module.empty()) {
    const std::string_view line = takeLine(module);
    if (line.starts_with("define ")) {
      const std::size_t at = line.find('@') + 1;
      open = &functions[std::string(line.substr(at, line.find('(') - at))];
    } else if (line == "}") {
      open = nullptr;
    } else if (open != nullptr) {
      const std::string words = wordsOf(line);
      *open += (open->empty() || words.empty() ? "" : "; ") + words;
    }
  }
  return functions;
}

}  // namespace

TEST_CASE("HIP: what clang makes of each function") {
  if (!via::hasClangForHip()) {
    MESSAGE("skipped: no clang 18 or newer");
    return;
  }
  std::string text = "#include <hip/hip_runtime.h>\n";
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    text += fmt::format("extern \"C\" __global__ void k{}(int* p, unsigned* u, float* f) {{ {} }}\n", i,
                        kRows.at(i).code);
  }
  const auto source = std::make_shared<const Source>("rows.hip", text);
  const via::Compiled made = via::clangLlvmOfHip(via::CompilerRun(source, {}));
  const auto emitted = emittedIn(made.module);
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    CAPTURE(std::string(kRows.at(i).code));
    CHECK(emitted.at(fmt::format("k{}", i)) == std::string(kRows.at(i).emitted));
  }
}

TEST_CASE("HIP: what is attributed to whom, and launches of host code") {
  if (!via::hasClangForHip()) {
    return;
  }
  const auto source = std::make_shared<const Source>("k.hip",
                                                     "__global__ void k(int* p) {\n"
                                                     "  atomicAdd(p, (int)hipThreadIdx_x);\n"
                                                     "}\n"
                                                     "void run(int* p) {\n"
                                                     "  k<<<2, dim3(3)>>>(p);\n"
                                                     "  hipDeviceSynchronize();\n"
                                                     "}\n");
  via::CompilerOptions options;
  options.hostLaunches = true;
  const std::string module = via::clangLlvmOfHip(via::CompilerRun(source, options)).module;
  CHECK(module.find("; hrfcheck launch _Z1kPi 2x3\n") != std::string::npos);
  CHECK(module.find("inlinedAt") == std::string::npos);  // functions of our headers have no lines
  CHECK(module.find(R"(DIFile(filename: "k.hip")") != std::string::npos);
}

TEST_CASE("HIP: what clang complains of, at its line") {
  if (!via::hasClangForHip()) {
    return;
  }
  const auto source = std::make_shared<const Source>(
      "k.hip", "__global__ void k(int* p) {\n  *p = __shfl_sync(0xffffffffU, *p, 0);\n}\n");
  try {
    via::clangLlvmOfHip(via::CompilerRun(source, {}));
    FAIL("a mask of 32 bits is accepted");
  } catch (const UserError& error) {
    CHECK(std::string(error.what()).find("a mask has 64 bits") != std::string::npos);
    CHECK(std::string(error.what()).find("k.hip:2") != std::string::npos);
  }
}
