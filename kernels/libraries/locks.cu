// Locks of libraries that are not part of the CUDA Toolkit, in our own words.
//   Triton: a program takes a lock by atomic_cas and leaves it by atomic_xchg, both acq_rel at the scope of the GPU. One thread of
//           the block executes them, and hands the old value to the others through shared memory and a barrier; before the lock
//           is left there has to be a debug_barrier().
//   Kokkos: an update of a type without atomics of its own takes a lock by a relaxed exchange, with fences inside of it.

#include <cuda/atomic>

__device__ int lock = 0, tile[2];

template <cuda::thread_scope SCOPE>
using Atomic = cuda::atomic_ref<int, SCOPE>;
using AtomicOfDevice = Atomic<cuda::thread_scope_device>;

struct Complex {
  int real;
  int imaginary;
};
__device__ Complex total;

template <cuda::memory_order ORDER>
__device__ int atomic_cas(int expected, int desired) {
  __shared__ int old;
  if (threadIdx.x == 0) {
    old = expected;
    AtomicOfDevice(lock).compare_exchange_strong(old, desired, ORDER);
  }
  __syncthreads();
  const int result = old;
  __syncthreads();
  return result;
}

template <cuda::memory_order ORDER>
__device__ void atomic_xchg(int desired) {
  if (threadIdx.x == 0) {
    AtomicOfDevice(lock).exchange(desired, ORDER);
  }
}

enum class DebugBarrier { YES, NO };

// Every thread adds to its own element, block by block.
template <cuda::memory_order ORDER, DebugBarrier BARRIER>
__global__ void triton() {
  while (atomic_cas<ORDER>(0, 1) != 0) {
  }
  tile[threadIdx.x] += 1;
  if (BARRIER == DebugBarrier::YES) {
    __syncthreads();
  }
  atomic_xchg<ORDER>(0);
}

template <cuda::thread_scope SCOPE, bool FENCES>
__global__ void kokkos() {
  while (Atomic<SCOPE>(lock).exchange(1, cuda::memory_order_relaxed) != 0) {
  }
  if (FENCES) {
    cuda::atomic_thread_fence(cuda::memory_order_acquire, SCOPE);
  }
  total.real += 1;
  total.imaginary += 2;
  if (FENCES) {
    cuda::atomic_thread_fence(cuda::memory_order_release, SCOPE);
  }
  Atomic<SCOPE>(lock).exchange(0, cuda::memory_order_relaxed);
}

//# test triton-lock
//# launch 2x2
//# kernel triton<cuda::memory_order_acq_rel, DebugBarrier::YES>
//# forall (tile[0] = 2 /\ tile[1] = 2)
//# terminates hsa=N cuda=Y cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test triton-lock-no-barrier
//# launch 2x2
//# kernel triton<cuda::memory_order_acq_rel, DebugBarrier::NO>
//# forall (tile[0] = 2 /\ tile[1] = 2)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test triton-lock-relaxed
//# launch 2x1
//# kernel triton<cuda::memory_order_relaxed, DebugBarrier::YES>
//# forall (tile[0] = 2)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test kokkos-lock
//# launch 2x1
//# kernel kokkos<cuda::thread_scope_device, true>
//# forall (total[0] = 2 /\ total[1] = 4)
//# terminates hsa=N cuda=Y cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test kokkos-lock-no-fences
//# launch 2x1
//# kernel kokkos<cuda::thread_scope_device, false>
//# forall (total[0] = 2 /\ total[1] = 4)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test kokkos-lock-block
//# launch 2x1
//# kernel kokkos<cuda::thread_scope_block, true>
//# forall (total[0] = 2 /\ total[1] = 4)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
