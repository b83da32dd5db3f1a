// One thread hands a number to another one by a store that releases and a load that acquires.

#include <cuda/atomic>

__global__ void release_acquire(const int* in, int* out) {
  __shared__ int number;
  __shared__ int flag;
  cuda::atomic_ref<int, cuda::thread_scope_block> ready(flag);
  if (threadIdx.x == 0) {
    ready.store(0, cuda::memory_order_relaxed);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    number = in[0];
    ready.store(1, cuda::memory_order_release);
  } else if (threadIdx.x == blockDim.x / 2) {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = number;
  }
}

//# launch 1x2
//# init in[2] = 1; out[2] = 0
//# expect hrf-indirect-relaxed: race-free, 1 state
//# expect ptx: 1 state
