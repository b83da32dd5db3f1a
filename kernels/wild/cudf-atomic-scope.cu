// NVIDIA/cudf pull request 16051 (2024), in CUDA C++: thread blocks count into one output by atomic references whose
// scope is the block. Two such atomics of different blocks are no atomics to each other.

#include <cuda/atomic>

__global__ void count(int* valid) {
  cuda::atomic_ref<int, cuda::thread_scope_block> total{*valid};
  total.fetch_add(1, cuda::std::memory_order_relaxed);
}

__global__ void count_fixed(int* valid) {
  cuda::atomic_ref<int, cuda::thread_scope_device> total{*valid};
  total.fetch_add(1, cuda::std::memory_order_relaxed);
}

//# launch 2x1
//# forall (valid = 2)

//# test cudf-atomic-scope
//# kernel count

//# test cudf-atomic-scope-fixed
//# kernel count_fixed
