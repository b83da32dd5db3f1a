// A producer fills one half of a buffer while a consumer reads the other one; the second time round the consumer's cache
// holds what the half contained before.

#include <cuda/atomic>

using Count = cuda::atomic<int, cuda::thread_scope_device>;

template <cuda::memory_order SEE>
__global__ void stream(int* halves, Count* filled, Count* emptied, int* got) {
  for (int i = 0; i < 3; ++i) {
    if (blockIdx.x == 0) {
      while (i - emptied->load(cuda::memory_order_acquire) == 2) {
      }
      halves[i % 2] = i + 1;
      filled->store(i + 1, cuda::memory_order_release);
    } else {
      while (filled->load(SEE) <= i) {
      }
      got[i] = halves[i % 2];
      emptied->store(i + 1, cuda::memory_order_release);
    }
  }
}

//# launch 2x1
//# init halves[2]; got[3]
//# forall (got[0] = 1 /\ got[1] = 2 /\ got[2] = 3)

//# test double-buffer
//# kernel stream<cuda::memory_order_acquire>

// The consumer sees that a half was filled, and not what with.
//# test double-buffer-relaxed
//# kernel stream<cuda::memory_order_relaxed>
