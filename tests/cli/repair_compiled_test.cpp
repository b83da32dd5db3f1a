#include <doctest/doctest.h>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

// What compilers read is edited in the text that its author wrote, and compiled again.

namespace {

constexpr const char* kVolatileFlag =
    R"cu(__global__ void publish(int* data, volatile int* flag, int* result) {
  if (blockIdx.x == 0) {
    *data = 42;
    *flag = 1;
  } else if (*flag == 1) {
    *result = *data;
  }
}
//# launch 2x1
//# init data; flag; result
)cu";

/// `add` of a float is a loop around a compare-and-swap: one call, several operations.
constexpr const char* kFloatMaximum = R"cu(#include <cuda/atomic>
__global__ void k(float* sum, int* data, int* flag) {
  cuda::atomic_ref<float, cuda::thread_scope_device> total(*sum);
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 1;
    ready.store(1, cuda::memory_order_relaxed);
  } else if (ready.load(cuda::memory_order_relaxed) == 1) {
    total.fetch_max(*data, cuda::memory_order_relaxed);
  }
}
//# launch 2x1
//# init sum; data; flag
)cu";

constexpr const char* kWeakModule = R"ptx(.version 8.0
.target sm_80
.address_size 64
//# launch 2x1
//# init 0[1] = 0; 1[1] = 0; 2[1] = 0
.visible .entry publish(.param .u64 data, .param .u64 flag, .param .u64 out) {
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [data];
  ld.param.u64 %rd2, [flag];
  ld.param.u64 %rd3, [out];
  mov.u32 %r1, %ctaid.x;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra READER;
  st.u32 [%rd1], 42;
  st.relaxed.cta.u32 [%rd2], 1;
  ret;
READER:
  ld.relaxed.gpu.u32 %r2, [%rd2];
  setp.ne.u32 %p1, %r2, 1;
  @!%p1 ld.u32 %r3, [%rd1];
  @!%p1 st.u32 [%rd3], %r3;
  ret;
}
)ptx";

}  // namespace

TEST_CASE("repair: CUDA C++ is compiled, edited as written, and compiled again") {
  const Scratch scratch;
  const std::string kernel = scratch.file("k.cu", kVolatileFlag);
  const Finished run = runProgram({"repair", "--in-place", kernel});
  CHECK(run.status == 0);
  CHECK(has(run.out, "insert a fence, seq_cst at device"));
  CHECK(has(run.out, "confirmed by explicit, confirmed by smt"));
  CHECK(has(contents(kernel), "    __threadfence();\n    *flag = 1;\n"));
  CHECK(has(contents(kernel), "    __threadfence();\n    *result = *data;\n"));
  CHECK(has(runProgram({"repair", kernel}).out, "nothing to repair"));
}

TEST_CASE("repair: what a forall asks for holds, too, unless somebody asks for less") {
  const Scratch scratch;
  const std::string kernel = scratch.file("k.cl", R"cl(//# launch 2x1
//# init f = 0; r = 0; a = 0
//# forall (r = 0 \/ r = 1)
kernel void k(global int* a, global atomic_int* f, global int* r) {
  if (get_group_id(0) == 0) {
    *a = 1;
    atomic_store_explicit(f, 1, memory_order_release, memory_scope_device);
  } else {
    int seen = atomic_load_explicit(f, memory_order_relaxed, memory_scope_device);
    if (seen == 1) {
      *r = *a;
    }
  }
}
)cl");
  const Finished held = runProgram({"repair", kernel});
  CHECK(held.status == 0);
  CHECK(has(held.out, "re-checked after the edits (no race, and the forall holds): confirmed by explicit"));
  CHECK(has(runProgram({"repair", "--format", "json", kernel}).out, "\"goal\": \"hold\""));
  const Finished less = runProgram({"repair", "--goal", "race-free", kernel});
  CHECK(less.status == 0);
  CHECK(has(less.out, "re-checked after the edits: confirmed by explicit"));
}

/// Two stores and loads of store buffering: a scope is all that races, and no order is needed but for the
/// forall.
TEST_CASE("repair: edits that only remove races do not do for a forall") {
  const Scratch scratch;
  const std::string test = scratch.file("sb.litmus", R"cl(OPENCL sb
{ x = 0; y = 0; }

P0@wg 0 (global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_device);
  int r0 = atomic_load_explicit(y, memory_order_relaxed, memory_scope_device);
}

P1@wg 1 (global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed, memory_scope_work_group);
  int r0 = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);
}

forall (0:r0=1 \/ 1:r0=1)
)cl");
  const Finished held = runProgram({"repair", test});
  CHECK(held.status == 0);
  CHECK(has(held.out, "(no race, and the forall holds): confirmed by explicit, confirmed by smt"));
  CHECK(has(held.out, "seq_cst"));
  const Finished less = runProgram({"repair", "--goal", "race-free", test});
  CHECK(less.status == 0);
  CHECK(!has(less.out, "seq_cst"));
}

TEST_CASE("repair: a barrier in a loop without jumps, and one before what a function of its own does") {
  const Scratch scratch;
  const std::string loop = scratch.file("loop.cu", R"cu(//# launch 1x2
//# init in[4]; out[2]
__global__ void k(int* in, int* out) {
  __shared__ int t[2];
  int tid = threadIdx.x, sum = 0;
  for (int i = 0; i < 2; ++i) {
    t[tid] = in[i];
    __syncthreads();
    sum += t[1 - tid];
  }
  out[tid] = sum;
}
)cu");
  const Finished inLoop = runProgram({"repair", loop});
  CHECK(inLoop.status == 0);
  CHECK(has(inLoop.out, "repaired: cost 16, the minimum possible"));
  CHECK(has(inLoop.out, "   for (int i = 0; i < 2; ++i) {\n+    __syncthreads();\n     t[tid] = in[i];\n"));
  // The critical section of the kernel comes before the function in time, and behind it in the text.
  const std::string lock = scratch.file("lock.cu", R"cu(//# launch 1x2
//# init mutex = 1; sum[2]
__device__ void unlock(int* mutex) {
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(mutex, 0);
  }
}
__global__ void k(int* mutex, int* sum) {
  sum[threadIdx.x] = 1;
  unlock(mutex);
  if (atomicAdd(mutex, 0) == 0) {
    sum[1 - threadIdx.x] += 1;
  }
}
)cu");
  const Finished before = runProgram({"repair", "--edits", "barrier,fence", lock});
  CHECK(before.status == 0);
  CHECK(has(before.out, "+  __syncthreads();"));
}

TEST_CASE("repair: CUDA C++ on standard input is edited, too") {
  const Finished run = runProgram({"repair", "--language", "cuda", "-"}, kVolatileFlag);
  CHECK(run.status == 0);
  CHECK(has(run.out, "--- <stdin>"));
  CHECK(has(run.out, "+    __threadfence();"));
}

TEST_CASE("repair: fences are in the words of the file, calls that are several operations stay") {
  const Scratch scratch;
  const std::string kernel = scratch.file("k.cu", kFloatMaximum);
  const Finished run = runProgram({"repair", kernel});
  CHECK(run.status == 0);
  CHECK(has(run.out, "ready.store(1, cuda::memory_order_release)"));
  CHECK(has(run.out, "ready.load(cuda::memory_order_acquire)"));
  const Finished fences = runProgram({"repair", "--edits", "fence", kernel});
  CHECK(fences.status == 0);
  CHECK(has(fences.out,
            "+    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);"));
}

TEST_CASE("repair: a module of PTX is edited itself") {
  const Scratch scratch;
  const std::string module = scratch.file("k.ptx", kWeakModule);
  const Finished run = runProgram({"repair", "-m", "hrf-indirect-relaxed", module});
  CHECK(run.status == 0);
  CHECK(has(run.out, "-  st.relaxed.cta.u32 [%rd2], 1;\n+  st.release.gpu.u32 [%rd2], 1;"));
  CHECK(has(run.out, "-  ld.relaxed.gpu.u32 %r2, [%rd2];\n+  ld.acquire.gpu.u32 %r2, [%rd2];"));
  CHECK(has(run.out, "confirmed by explicit, confirmed by smt"));
  const Finished atomic =
      runProgram({"repair", "-m", "hrf-indirect-relaxed", "--edits", "atomic,scope", module});
  CHECK(atomic.status == 0);
  CHECK(has(atomic.out, "+  st.relaxed.gpu.u32 [%rd1], 42;"));
  CHECK(has(atomic.out, "+  @!%p1 ld.relaxed.gpu.u32 %r3, [%rd1];"));
  const Finished fence =
      runProgram({"repair", "-m", "hrf-indirect-relaxed", "--edits", "fence,scope", module});
  CHECK(fence.status == 0);
  CHECK(has(fence.out, "+  fence.acq_rel.gpu;\n"));
}

TEST_CASE("repair: a module for a GPU without orders is not given any") {
  const Scratch scratch;
  std::string old = kWeakModule;
  old.replace(old.find("sm_80"), 5, "sm_60");
  const Finished run = runProgram({"repair", "-m", "hrf-indirect-relaxed", scratch.file("k.ptx", old)});
  CHECK(run.status == 3);
  CHECK(has(run.out, "not found"));
}

TEST_CASE("narrow: orders of CUDA C++ that are stronger than needed are weakened in the text") {
  const Scratch scratch;
  std::string text = kFloatMaximum;
  for (const std::string& now :
       {std::string("1, cuda::memory_order_relaxed"), std::string("load(cuda::memory_order_relaxed")}) {
    const std::size_t at = text.find(now);
    text.replace(at + now.find("relaxed"), 7, "seq_cst");
  }
  const Finished run = runProgram(
      {"narrow", "--keep", "race-freedom", "-m", "hrf-indirect-relaxed", scratch.file("k.cu", text)});
  CHECK(run.status == 0);
  CHECK(has(run.out, "+    ready.store(1, cuda::memory_order_release);"));
  CHECK(has(run.out, "+  } else if (ready.load(cuda::memory_order_acquire) == 1) {"));
}

TEST_CASE("batch --repair compiles what it edits") {
  const Scratch scratch;
  const std::string kernel = scratch.file("k.cu", kVolatileFlag);
  const Finished run =
      runProgram({"batch", "--expect", "none", "--repair", "--results", scratch.path("rows.jsonl"), kernel});
  CHECK(run.status == 0);
  CHECK(has(contents(scratch.path("rows.jsonl")), "__threadfence();"));
}
