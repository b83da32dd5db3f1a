#include "dialects.h"
#include "frontend/c/language/language.h"
#include "frontend/c_dialects.h"
#include "frontend/shared/text/type_words.h"
#include "target.h"

namespace hrfcheck::fuzz {
namespace c_target {

/// The dialects of C, by the word that the text begins with.
void read(const std::string& text) {
  for (const frontend::Dialect* dialect :
       {&frontend::kCDialect, &frontend::kCudaDialect, &frontend::kHipDialect}) {
    if (!testIn(*dialect, text).empty()) {
      readTest(*dialect, text);
      return;
    }
  }
  readTest(frontend::kOpenClDialect, text);
}

/// Words of C++ that CUDA and HIP have beside those of C.
Words wordsOfCpp() {
  return {"template",
          "<typename T, int N = 1>",
          "cuda::",
          "cuda::std::",
          "cooperative_groups::",
          "atomic<int>",
          "atomic_ref<int, thread_scope_block>",
          "->load(",
          ".store(",
          ".fetch_add(",
          ".compare_exchange_weak(",
          "int&",
          "auto",
          "static_cast<int>(",
          "nullptr",
          "__global__",
          "__device__",
          "__shared__",
          "extern",
          "threadIdx.x",
          "blockIdx.x",
          "using namespace",
          "namespace cg = ",
          "this_thread_block()",
          "tiled_partition<32>(",
          ".sync()",
          "if constexpr",
          "__launch_bounds__(4)",
          "[[maybe_unused]]"};
}

Words words() {
  return joined(
      {wordsOf(frontend::kOpenClDialect), frontend::c::typeWords(), frontend::c::statementWords(),
       frontend::c::builtinNames(frontend::c::kOpenClC), frontend::c::orderNames(frontend::c::kOpenClC),
       frontend::c::scopeNames(frontend::c::kOpenClC), frontend::c::fenceFlagNames(frontend::c::kOpenClC),
       frontend::c::builtinNames(frontend::c::kCuda), frontend::c::builtinNames(frontend::c::kHip),
       frontend::c::orderNames(frontend::c::kCuda), frontend::c::scopeNames(frontend::c::kCuda),
       frontend::c::scopeNames(frontend::c::kHip), namesOf(frontend::c::kCuda.ids), wordsOfCpp()});
}

std::vector<std::string> examples() {
  return {
      "OPENCL t\n{ [x]=0; atomic_int y[2] = {0, 1}; q.head = 1; }\n#define EMPTY (-1)\n"
      "typedef struct { atomic_int head; int c[2]; } Q;\nenum { FREE, TAKEN = 3 };\nconst int N = TAKEN - "
      "1;\n"
      "int twice(int a) { if (a < 0) return 0; return 2 * a; }\n"
      "P0@wg 0, dev 0 (global Q* q, global atomic_int* x, atomic_int y[]) {\n"
      "  int r0 = twice(y[q->c[1] & 1] + 1u);\n  for (int i = 0; i < N; i++) { if (i == 1) continue; *x += "
      "i; }\n"
      "  do { r0--; } while (r0 ? 1 : -2);\n  B: barrier(CLK_LOCAL_MEM_FENCE); goto B;\n}\n"
      "exists (0:r0=1 /\\ [q.head]=0)\n",
      "C t\n{}\nP0 (atomic_int* x, int* y) { *y = 1; atomic_store_explicit(x, 1, memory_order_release); }\n"
      "P1 (atomic_int* x, int* y) { int r0 = atomic_load(x); if (!r0 || 0) return; int r1 = *y; }\n"
      "forall (1:r0=0 \\/ 1:r1=1)\n",
      "CUDA t\n{ x=0; s[2]; }\nlaunch 2x2\ntemplate <typename T, int N> __device__ T add(T& y, T n) { y += n * N; return "
      "y; }\n__global__ void k(int* x, volatile int* v) {\n  extern __shared__ int s[];\n  auto b = "
      "cooperative_groups::this_thread_block();\n  cuda::atomic_ref<int, cuda::thread_scope_block> r(*x);\n  int e = "
      "add<int, 2>(s[threadIdx.x], 3);\n  while (!r.compare_exchange_weak(e, e + 1)) { }\n  b.sync();\n  "
      "atomicAdd_block(x, *v);\n  __threadfence();\n}\nexists ([x]=1)\n",
      "HIP t\n{ x=0; }\nP0@block 0 (int* x) { __hip_atomic_store(x, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT); }\n"
      "P1@block 1 (int* x) { __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, \"agent\"); int r = *x; }\nexists (1:r=1)\n"};
}

std::vector<std::string> seedsIn(const std::string& /*path*/, const std::string& text) {
  return joined({testIn(frontend::kOpenClDialect, text), testIn(frontend::kCDialect, text),
                 testIn(frontend::kCudaDialect, text), testIn(frontend::kHipDialect, text)});
}

}  // namespace c_target

const Target& c() {
  using namespace c_target;
  static constexpr Target kTarget{"c", 768, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
