// grid-barrier.cl in CUDA C++: the last block to arrive reverses the sense that the others wait for, so that nobody has
// to leave before the barrier is used next.

#include <cuda/atomic>

using Atomic = cuda::atomic<unsigned, cuda::thread_scope_device>;

// The last one has acquired what all others have written, and releases it.
template <cuda::memory_order REVERSE>
__device__ void wait(Atomic& count, Atomic& sense, unsigned mine) {
  if (count.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1) {
    count.store(0, cuda::memory_order_relaxed);
    sense.store(mine, REVERSE);
  } else {
    while (sense.load(cuda::memory_order_acquire) != mine) {
    }
  }
}

template <cuda::memory_order REVERSE>
__global__ void phases(int* x, int* y, Atomic* count, Atomic* sense) {
  const int me = blockIdx.x;
  x[me] = 1;
  wait<REVERSE>(*count, *sense, 1);
  y[me] = x[1 - me];
  wait<REVERSE>(*count, *sense, 0);
  x[me] = 2;
}

//# launch 2x1
//# init x[2]; y[2]
//# forall (x[0] = 2 /\ x[1] = 2 /\ y[0] = 1 /\ y[1] = 1)
//# terminates unfair=N hsa=N obe=N fair=Y

//# test grid-barrier
//# kernel phases<cuda::memory_order_release>

// The sense alone orders nothing.
//# test grid-barrier-relaxed
//# kernel phases<cuda::memory_order_relaxed>
