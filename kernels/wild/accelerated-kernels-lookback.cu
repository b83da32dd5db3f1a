// JuliaGPU/AcceleratedKernels.jl pull requests 91, 98 and 116 (2026), in CUDA C++: a scan with decoupled look-back. Each
// block publishes the sum of its tile and then a flag; its successor reads the flag by an atomic operation, and the sum
// by an ordinary load, without a fence on either side. On a small GPU about 40 % of the results were wrong.

#include <cuda/atomic>

constexpr int READY = 1;

__global__ void scan(const int* in, int* sum, int* flag, int* before) {
  const int tile = blockIdx.x;
  sum[tile] = in[tile];
  atomicExch(&flag[tile], READY);
  if (tile > 0) {
    while (atomicAdd(&flag[tile - 1], 0) != READY) {
    }
    before[tile] = sum[tile - 1];
  }
}

// As repaired: the sums are atomics, too, and fences of the device order them with the flags.
__global__ void scan_fixed(const int* in, cuda::atomic<int, cuda::thread_scope_device>* sum,
                           cuda::atomic<int, cuda::thread_scope_device>* flag, int* before) {
  const int tile = blockIdx.x;
  sum[tile].store(in[tile], cuda::memory_order_relaxed);
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
  flag[tile].store(READY, cuda::memory_order_relaxed);
  if (tile > 0) {
    while (flag[tile - 1].load(cuda::memory_order_relaxed) != READY) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    before[tile] = sum[tile - 1].load(cuda::memory_order_relaxed);
  }
}

// Atomic sums without the fences are no race any more, and still wrong.
__global__ void scan_unordered(const int* in, cuda::atomic<int, cuda::thread_scope_device>* sum,
                               cuda::atomic<int, cuda::thread_scope_device>* flag, int* before) {
  const int tile = blockIdx.x;
  sum[tile].store(in[tile], cuda::memory_order_relaxed);
  flag[tile].store(READY, cuda::memory_order_relaxed);
  if (tile > 0) {
    while (flag[tile - 1].load(cuda::memory_order_relaxed) != READY) {
    }
    before[tile] = sum[tile - 1].load(cuda::memory_order_relaxed);
  }
}

//# launch 2x1
//# init in[2] = {5, 7}; sum[2]; flag[2]; before[2]
//# forall (before[1] = 5)

//# test accelerated-kernels-lookback
//# kernel scan

//# test accelerated-kernels-lookback-fixed
//# kernel scan_fixed

//# test accelerated-kernels-lookback-unordered
//# kernel scan_unordered
