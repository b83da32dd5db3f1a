// ring-buffer.cl in CUDA C++: one producer, one consumer.

#include <cuda/atomic>

constexpr unsigned SIZE = 2;
constexpr unsigned ITEMS = 3;

using Count = cuda::atomic<unsigned, cuda::thread_scope_device>;

template <cuda::memory_order SEE_FREE, cuda::memory_order SAY_FREE>
__global__ void transfer(int* slots, Count* written, Count* read, int* got) {
  if (blockIdx.x == 0) {
    for (unsigned i = 0; i < ITEMS; ++i) {
      while (i - read->load(SEE_FREE) == SIZE) {
      }
      slots[i % SIZE] = i + 1;
      written->store(i + 1, cuda::memory_order_release);
    }
  } else {
    for (unsigned i = 0; i < ITEMS; ++i) {
      while (written->load(cuda::memory_order_acquire) == i) {
      }
      got[i] = slots[i % SIZE];
      read->store(i + 1, SAY_FREE);
    }
  }
}

//# launch 2x1
//# init slots[SIZE]; got[ITEMS]
//# forall (got[0] = 1 /\ got[1] = 2 /\ got[2] = 3)
//# terminates unfair=N hsa=N obe=N fair=Y

//# test ring-buffer
//# kernel transfer<cuda::memory_order_acquire, cuda::memory_order_release>

// The producer may overwrite a slot that the consumer is still reading.
//# test ring-buffer-relaxed
//# kernel transfer<cuda::memory_order_relaxed, cuda::memory_order_relaxed>
