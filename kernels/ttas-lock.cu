// ttas-lock.cl in CUDA C++: blocks read the lock until it looks free, and only then try to take it.

#include <cuda/atomic>

__device__ void lock(int* taken) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(*taken);
  int seen = 1;
  do {
    while (flag.load(cuda::memory_order_relaxed) == 1) {
    }
    seen = 0;
  } while (!flag.compare_exchange_strong(seen, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed));
}

template <cuda::thread_scope UNLOCK>
__global__ void count(int* taken, int* counter) {
  lock(taken);
  *counter = *counter + 1;
  cuda::atomic_ref<int, UNLOCK>(*taken).store(0, cuda::memory_order_release);
}

//# launch 2x1
//# forall (counter = 2)
//# terminates unfair=N hsa=N obe=Y fair=Y

//# test ttas-lock
//# kernel count<cuda::thread_scope_device>

// What the holder has written is released to its own block only.
//# test ttas-lock-block
//# kernel count<cuda::thread_scope_block>
