// ticket-lock.cl in CUDA C++: blocks take tickets and wait until theirs is served; what the lock protects is
// ordinary.

#include <cuda/atomic>

using device_atomic = cuda::atomic<unsigned, cuda::thread_scope_device>;

__device__ void lock(device_atomic& next, device_atomic& serving) {
  const unsigned ticket = next.fetch_add(1, cuda::memory_order_relaxed);
  while (serving.load(cuda::memory_order_acquire) != ticket) {
    __nanosleep(20);
  }
}

__global__ void count(device_atomic* next, device_atomic* serving, int* counter) {
  lock(*next, *serving);
  *counter = *counter + 1;
  serving->fetch_add(1, cuda::memory_order_release);
}

// The next holder may not see what this one has written.
__global__ void count_relaxed(device_atomic* next, device_atomic* serving, int* counter) {
  lock(*next, *serving);
  *counter = *counter + 1;
  serving->fetch_add(1, cuda::memory_order_relaxed);
}

//# launch 3x1
//# forall (counter = 3)
//# terminates unfair=N hsa=N obe=Y fair=Y

//# test ticket-lock
//# kernel count

//# test ticket-lock-relaxed
//# kernel count_relaxed
