// NVIDIA/cub issue 369 (2021): a barrier of all blocks hangs where the grid has more blocks than the GPU holds at once.
// Answered: it needs all blocks to be resident. (vllm-project/vllm pull request 41189 (2026) is the same.) The barrier is
// right as memory goes, and no scheduler that does not run all blocks lets it end.

#include <cuda/atomic>

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__global__ void barrier(unsigned* flags, int* x, int* y) {
  x[blockIdx.x] = 1;
  if (blockIdx.x == 0) {
    for (int peer = 1; peer < gridDim.x; ++peer) {
      while (Word(flags[peer]).load(cuda::memory_order_acquire) == 0) {
      }
    }
    for (int peer = 1; peer < gridDim.x; ++peer) {
      Word(flags[peer]).store(0, cuda::memory_order_release);
    }
  } else {
    Word(flags[blockIdx.x]).store(1, cuda::memory_order_release);
    while (Word(flags[blockIdx.x]).load(cuda::memory_order_acquire) == 1) {
    }
  }
  y[blockIdx.x] = x[1 - blockIdx.x];
}

//# launch 2x1
//# init flags[2] = {0, 0}; x[2]; y[2]
//# forall (y[0] = 1 /\ y[1] = 1)

//# test cub-grid-barrier
//# kernel barrier
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
//# terminates unfair=N hsa=N obe=N fair=Y
