// Two blocks count under a spin lock, each twice: what a block counted before is in its cache.

#include <cuda/atomic>

template <cuda::memory_order TAKE, cuda::memory_order GIVE>
__global__ void count(int* taken, int* counter) {
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(*taken);
  for (int i = 0; i < 2; ++i) {
    while (lock.exchange(1, TAKE) == 1) {
    }
    *counter = *counter + 1;
    lock.store(0, GIVE);
  }
}

//# launch 2x1
//# forall (counter = 4)

//# test spin-lock-twice
//# kernel count<cuda::memory_order_acquire, cuda::memory_order_release>

// Who takes the lock need not see what its last holder has written.
//# test spin-lock-twice-relaxed
//# kernel count<cuda::memory_order_relaxed, cuda::memory_order_release>
