// cuda::atomic_flag, cuda::std::atomic_flag: test_and_set(acquire) and clear(release) are a lock.

#include <cuda/std/atomic>

__device__ cuda::std::atomic_flag lock;
__device__ int sum = 0;

template <cuda::std::memory_order TAKE, cuda::std::memory_order LEAVE>
__global__ void add() {
  while (lock.test_and_set(TAKE)) {
  }
  sum += 1;
  lock.clear(LEAVE);
}

//# launch 2x1
//# forall (sum = 2)

//# test flag-lock
//# kernel add<cuda::std::memory_order_acquire, cuda::std::memory_order_release>
//# terminates hsa=N cuda=Y cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test flag-lock-seq-cst
//# kernel add<cuda::std::memory_order_seq_cst, cuda::std::memory_order_seq_cst>
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test flag-lock-taken-relaxed
//# kernel add<cuda::std::memory_order_relaxed, cuda::std::memory_order_release>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test flag-lock-left-relaxed
//# kernel add<cuda::std::memory_order_acquire, cuda::std::memory_order_relaxed>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
