// cuda::pipeline<scope>, cuda::memcpy_async: what was copied is there behind consumer_wait(): for the thread that copied it, and,
// with a pipeline of the block, for all threads of the block.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__device__ int source[2] = {1, 2};
__device__ int y[2];

enum class Use { WAIT, NOT_AWAITED, BARRIER, NO_BARRIER };

// Each thread copies a number and reads its own one, or that of the other thread.
template <Use USE>
__global__ void of_thread() {
  __shared__ int tile[2];
  const int me = threadIdx.x;
  cuda::pipeline<cuda::thread_scope_thread> pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(&tile[me], &source[me], sizeof(int), pipeline);
  pipeline.producer_commit();
  if (USE != Use::NOT_AWAITED) {
    pipeline.consumer_wait();
  }
  if (USE == Use::BARRIER) {
    __syncthreads();
  }
  y[me] = tile[USE == Use::BARRIER || USE == Use::NO_BARRIER ? 1 - me : me];
  pipeline.consumer_release();
}

// Both threads copy together, and each reads what the other one has copied.
template <Use USE>
__global__ void of_block() {
  __shared__ int tile[2];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  const cg::thread_block block = cg::this_thread_block();
  const int me = threadIdx.x;
  // It is not destroyed: that asks which lanes are active together, and no model says that.
  using Pipeline = cuda::pipeline<cuda::thread_scope_block>;
  alignas(Pipeline) char memory[sizeof(Pipeline)];
  Pipeline& pipeline = *new (memory) Pipeline(cuda::make_pipeline(block, &state));
  pipeline.producer_acquire();
  cuda::memcpy_async(&tile[me], &source[me], sizeof(int), pipeline);
  pipeline.producer_commit();
  if (USE == Use::WAIT) {
    pipeline.consumer_wait();
  }
  y[me] = tile[1 - me];
  pipeline.consumer_release();
}

// The same by a barrier that waits for copies.
template <bool WAITS>
__global__ void by_barrier() {
  __shared__ int tile[2];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  const int me = threadIdx.x;
  if (me == 0) {
    init(&barrier, 2);
  }
  __syncthreads();
  cuda::memcpy_async(&tile[me], &source[me], sizeof(int), barrier);
  if (WAITS) {
    barrier.arrive_and_wait();
  } else {
    (void)barrier.arrive();
  }
  y[me] = tile[1 - me];
}

// And by a group, which waits for what it has copied.
template <bool WAITS>
__global__ void by_group() {
  __shared__ int tile[2];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, source, sizeof(tile));
  if (WAITS) {
    cg::wait(block);
  }
  y[threadIdx.x] = tile[1 - threadIdx.x];
}

//# launch 1x2

//# test pipeline-thread
//# kernel of_thread<Use::WAIT>
//# forall (y[0] = 1 /\ y[1] = 2)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test pipeline-thread-barrier
//# kernel of_thread<Use::BARRIER>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test pipeline-block
//# kernel of_block<Use::WAIT>
//# forall (y[0] = 2 /\ y[1] = 1)
//# terminates hsa=N cuda=Y cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test barrier-copy
//# kernel by_barrier<true>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test group-copy
//# kernel by_group<true>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test pipeline-thread-not-awaited
//# kernel of_thread<Use::NOT_AWAITED>
//# forall (y[0] = 1 /\ y[1] = 2)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

// A pipeline of a thread is waited for by that thread alone.
//# test pipeline-thread-no-barrier
//# kernel of_thread<Use::NO_BARRIER>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test pipeline-block-not-awaited
//# kernel of_block<Use::NOT_AWAITED>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test barrier-copy-not-awaited
//# kernel by_barrier<false>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test group-copy-not-awaited
//# kernel by_group<false>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
