// microsoft/mscclpp issue 395, pull requests 497, 499 (2024, 2025): a barrier of all blocks has a fence before the wait, and
// relaxed atomics: nothing acquires behind the wait. As repaired: the last block's store of the flag releases, the others'
// loads acquire, and the count does both.

#include <cuda/atomic>

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ void sync(unsigned* count, unsigned* flag) {
  __threadfence();
  if (Word(*count).fetch_add(1, cuda::memory_order_relaxed) == gridDim.x - 1) {  // guilty
    Word(*flag).store(1, cuda::memory_order_relaxed);  // guilty
  } else {
    while (Word(*flag).load(cuda::memory_order_relaxed) != 1) {  // guilty
    }
  }
}

__device__ void sync_fixed(unsigned* count, unsigned* flag) {
  if (Word(*count).fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1) {
    Word(*flag).store(1, cuda::memory_order_release);
  } else {
    while (Word(*flag).load(cuda::memory_order_acquire) != 1) {
    }
  }
}

__global__ void exchange(unsigned* count, unsigned* flag, int* x, int* y) {
  x[blockIdx.x] = 1;
  sync(count, flag);
  y[blockIdx.x] = x[1 - blockIdx.x];
}

__global__ void exchange_fixed(unsigned* count, unsigned* flag, int* x, int* y) {
  x[blockIdx.x] = 1;
  sync_fixed(count, flag);
  y[blockIdx.x] = x[1 - blockIdx.x];
}

//# launch 2x1
//# init count = 0; flag = 0; x[2]; y[2]
//# forall (y[0] = 1 /\ y[1] = 1)

//# test mscclpp-device-syncer
//# kernel exchange
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test mscclpp-device-syncer-fixed
//# kernel exchange_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
