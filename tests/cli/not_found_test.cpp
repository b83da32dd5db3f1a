#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"
#include "support/has.h"

namespace not_found_test {

using namespace hrfcheck::test;

// That there is no repair is a claim like any other: it is made where it is proved, and of these edits.

namespace {

constexpr const char* kSwappedPointers = R"cu(//# launch 2x1
//# init x[2]; y[2]
__device__ volatile int g;
__global__ void k(int* x, int* y) {
  int i = blockIdx.x;
  for (int it = 0; it < 2; ++it) {
    int r = x[1-i];
    y[i] = r;
    __threadfence();
    atomicAdd((int*)&g, 1);
    while (g < 2 * (it + 1)) { }
    int* t = x; x = y; y = t;
  }
}
)cu";

constexpr const char* kBehindTheWait = R"cu(//# launch 2x2
//# init y[2]
__device__ volatile int flag;
__global__ void k(int* x, int* y) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
    *x = 1;
    __threadfence();
    flag = 1; }
  } else {
    if (threadIdx.x == 0) {
      while (flag != 1) { }
    }
    __syncthreads();
    y[threadIdx.x] = *x;
  }
}
)cu";

constexpr const char* kGridBarrier =
    R"cu(// rapidsai/cuml issue 4157: grid barrier in which only thread 0 of each block fences. The report asks for a fence of all.
//# launch 2x2
//# init ws[1] = 0; a[4]; b[4]
//# forall (b[0] = 1 /\ b[1] = 1 /\ b[2] = 1 /\ b[3] = 1)
//# test as-is
//# kernel k
__global__ void k(int* ws, int* a, int* b) {
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  a[me] = 1;
  int upd = blockIdx.x == 0 ? -((int)gridDim.x - 1) : 1;
  __syncthreads();
  if (threadIdx.x == 0) { __threadfence(); atomicAdd(ws, upd); __threadfence(); }
  volatile int* w = ws;
  if (threadIdx.x == 0) { int arrived; do { arrived = *w; } while (arrived != 0); __threadfence(); }
  __syncthreads();
  b[me] = a[(me + 2) % 4];
}
//# test no-fence
//# kernel k2
__global__ void k2(int* ws, int* a, int* b) {
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  a[me] = 1;
  int upd = blockIdx.x == 0 ? -((int)gridDim.x - 1) : 1;
  __syncthreads();
  if (threadIdx.x == 0) { atomicAdd(ws, upd); }
  volatile int* w = ws;
  if (threadIdx.x == 0) { int arrived; do { arrived = *w; } while (arrived != 0); }
  __syncthreads();
  b[me] = a[(me + 2) % 4];
}
)cu";

constexpr const char* kFlagPerPeer =
    R"cu(// vllm-project/vllm issue 8404, pull request 8558, in my own words: a flag per peer, volatile, without a fence (start_sync), then
// the peer's data is read. The two blocks stand for two GPUs.
//# launch 2x2
//# init data[4]; start[2]; out[4] = {1,1,1,1}
//# forall (out[0] = 1 /\ out[1] = 1 /\ out[2] = 1 /\ out[3] = 1)
//# test volatile
//# kernel vol
__global__ void vol(int* data, volatile int* start, int* out) {
  int rank = blockIdx.x, peer = 1 - rank, t = threadIdx.x;
  data[rank * 2 + t] = 1;
  __syncthreads();
  if (t == 0) { start[rank] = 1; while (start[peer] == 0) { } }
  __syncthreads();
  out[rank * 2 + t] = data[peer * 2 + t];
}
//# test fences
//# kernel fences
__global__ void fences(int* data, volatile int* start, int* out) {
  int rank = blockIdx.x, peer = 1 - rank, t = threadIdx.x;
  data[rank * 2 + t] = 1;
  __syncthreads();
  if (t == 0) { __threadfence_system(); start[rank] = 1; while (start[peer] == 0) { } __threadfence_system(); }
  __syncthreads();
  out[rank * 2 + t] = data[peer * 2 + t];
}
//# test half
//# kernel half_
__global__ void half_(int* data, volatile int* start, int* out) {
  int rank = blockIdx.x, peer = 1 - rank, t = threadIdx.x;
  data[rank * 2 + t] = 1;
  __threadfence_system();
  __syncthreads();
  if (t == 0) { start[rank] = 1; while (start[peer] == 0) { } }
  __syncthreads();
  out[rank * 2 + t] = data[peer * 2 + t];
}
)cu";

/// The scope is in a type, where edits do not reach it.
constexpr const char* kScopeInType = R"cu(#include <cuda/atomic>
//# launch 2x1
//# init x[1]
__device__ cuda::atomic<int, cuda::thread_scope_block> flag;
__global__ void k(int* x) {
  if (blockIdx.x == 0) {
    x[0] = 1;
    flag.store(1, cuda::memory_order_release);
  } else if (flag.load(cuda::memory_order_acquire) == 1) {
    x[0] = 2;
  }
}
)cu";

/// What must become atomic is an ordinary object.
constexpr const char* kOrdinaryCounter = R"cu(//# launch 2x1
//# init x[1]
__global__ void k(int* x) { x[0] += 1; }
)cu";

/// The fence is missing behind a loop that waits, before the end of its block.
constexpr const char* kBehindAnotherWait = R"cu(//# launch 2x2
//# init x[1]; y[2]
__device__ volatile int flag;
__global__ void k(int* x, int* y) {
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) {
      x[0] = 1;
      __threadfence();
      flag = 1;
    }
  } else {
    if (threadIdx.x == 1) {
      while (flag == 0) { }
    }
    __syncthreads();
    y[threadIdx.x] = x[0] + 1;
  }
}
)cu";

constexpr const char* kRedundantFence = R"cu(#include <cuda/atomic>
//# launch 2x2
//# init sem[1] = 0; acc[2]
//# forall (acc[0] = 2 /\ acc[1] = 2)
__global__ void k(int* sem, int* acc) {
  cuda::atomic_ref<int, cuda::thread_scope_device> s(*sem);
  if (threadIdx.x == 0) while (s.load(cuda::memory_order_acquire) != blockIdx.x) { }
  __syncthreads();
  acc[threadIdx.x] += 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) s.store(blockIdx.x + 1, cuda::memory_order_release);
}
)cu";

/// Whether a repair is found or not: it is not claimed to be impossible.
void mustNotClaimImpossible(const char* kernel, std::vector<std::string> options) {
  const Scratch scratch;
  options.insert(options.begin(), {"repair", scratch.file("k.cu", kernel)});
  const Finished run = runProgram(options);
  CHECK(!has(run.out, "impossible"));
  const bool repaired = has(run.out, "repaired: cost");
  CHECK(run.status == (repaired ? 0 : 3));
  if (!repaired) {
    CHECK(has(run.out, "  ·  not found"));
    CHECK(has(run.out, "although beyond these edits: "));
  }
  options.insert(options.end(), {"--format", "json"});
  const auto json = nlohmann::json::parse(runProgram(options).out);
  CHECK(json["status"] == (repaired ? "edits" : "not-found"));
}

}  // namespace

TEST_CASE("a repair that the edits do not reach, or that they do, is not impossible") {
  mustNotClaimImpossible(kSwappedPointers, {});
  mustNotClaimImpossible(kBehindTheWait, {});
  mustNotClaimImpossible(kGridBarrier, {"--test", "no-fence"});
  mustNotClaimImpossible(kFlagPerPeer, {"--test", "volatile"});
  mustNotClaimImpossible(kFlagPerPeer, {"--test", "half"});
  mustNotClaimImpossible(kScopeInType, {});
  mustNotClaimImpossible(kOrdinaryCounter, {});
  mustNotClaimImpossible(kBehindAnotherWait, {});
}

TEST_CASE("a fence may come first in a loop, behind the accesses of the iteration before") {
  const Scratch scratch;
  const Finished run = runProgram({"repair", scratch.file("k.cu", kSwappedPointers)});
  CHECK(run.status == 0);
  CHECK(has(run.out, "insert a fence"));
  CHECK(has(run.out, "confirmed by explicit, confirmed by smt"));
}

/// What races is on the way to a barrier that some miss, and stays so.
constexpr const char* kDivergent =
    "kernel void k(global int* x, global int* y) {\n  int t = get_local_id(0);\n"
    "  if (t == 0) { x[0] = 1; barrier(CLK_GLOBAL_MEM_FENCE); }\n  else { y[0] = x[0]; }\n}\n";

TEST_CASE("what was tried and what is out of reach is listed") {
  const Scratch scratch;
  const std::string kernel = scratch.file("k.cl", kDivergent);
  const Finished text = runProgram({"repair", kernel, "--launch", "1x2"});
  CHECK(text.status == 3);
  CHECK(has(text.out, "Neither a repair nor a proof that there is none among these edits was found."));
  CHECK(has(text.out, "although beyond these edits: "));
  CHECK(has(text.out, "out of reach of these edits:"));
  const auto json =
      nlohmann::json::parse(runProgram({"repair", "--format", "json", kernel, "--launch", "1x2"}).out);
  CHECK(json["tried"].back()["achieves"] == true);
  CHECK(!json["outOfReach"].empty());
}

TEST_CASE("among these edits it is impossible where that is proved, and said so") {
  const Scratch scratch;
  const std::string test = scratch.file(
      "racy.litmus", "HSA T\n{ x=0; }\n P0@wg 0 | P1@wg 1 ;\n st x, 1 | st x, 2 ;\nexists (x=1)\n");
  const Finished run = runProgram({"repair", "--edits", "fence,order", test});
  CHECK(run.status == 1);
  CHECK(has(run.out, "impossible with these edits"));
  CHECK(nlohmann::json::parse(
            runProgram({"repair", "--edits", "fence,order", "--format", "json", test}).out)["status"] ==
        "impossible");
  CHECK(runProgram({"repair", test}).status == 0);
}

TEST_CASE(
    "an incident that no edit of synchronization changes does not make a repair of the race impossible") {
  const Scratch scratch;
  const Finished run = runProgram({"repair", scratch.file("k.cl", kDivergent), "--launch", "1x2"});
  CHECK(run.status == 3);
  CHECK(has(run.out, "  ·  not found"));
}

TEST_CASE("strengthening is not assumed to help: an acquire that takes the promotion of another is undone") {
  const Scratch scratch;
  const std::string test = scratch.file("t.litmus", R"(HSA rsp-next
{ x=0; f=0; }
 P0@wg 0,cmp 0        | P1@wg 1,cmp 0   | P2@wg 1,cmp 0   ;
 st x, 1              | ld.acq.wg r0, f | ld.acq.wg r1, f ;
 st.rm_rel.cmp f, 1   |                 | bne r1, 1, END  ;
                      |                 | ld r2, x        ;
                      |                 | END:            ;
exists (2:r1=1 /\ 2:r2=0)
)");
  const Finished run = runProgram({"repair", "-m", "rsp", "--edits", "order", test});
  CHECK(run.status == 0);
  CHECK(has(run.out, "line 4  acquire at wg -> relaxed at wg"));
}

TEST_CASE("narrow and its table agree") {
  const Scratch scratch;
  const std::string kernel = scratch.file("k.cu", kRedundantFence);
  const Finished table = runProgram({"narrow", "--table", kernel});
  CHECK(table.status == 0);
  CHECK(has(table.out, "seq_cst at device -> seq_cst at block"));
  CHECK(!has(table.out, "as good"));
  CHECK(!has(table.out, "nothing can be narrowed"));
  const Finished alone = runProgram({"narrow", kernel});
  CHECK(table.out.substr(0, alone.out.size()) == alone.out);
  const auto json = nlohmann::json::parse(runProgram({"narrow", "--table", "--format", "json", kernel}).out);
  for (const auto& row : json["table"]) {
    for (const auto& weaker : row["weaker"]) {
      CHECK(weaker["good"] == false);
    }
  }
}

}  // namespace not_found_test
