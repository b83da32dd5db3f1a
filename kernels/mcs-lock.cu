// mcs-lock.cl in CUDA C++: who waits for the lock of Mellor-Crummey and Scott (1991) does so at a flag of its own.

#include <cuda/atomic>

constexpr int NOBODY = 0;

using Atomic = cuda::atomic<int, cuda::thread_scope_device>;

struct Node {
  Atomic next;
  Atomic waits;
};

__device__ void lock(Node* nodes, Atomic& tail, int me) {
  nodes[me].next.store(NOBODY, cuda::memory_order_relaxed);
  const int before = tail.exchange(me, cuda::memory_order_acq_rel);
  if (before != NOBODY) {
    nodes[me].waits.store(1, cuda::memory_order_relaxed);
    nodes[before].next.store(me, cuda::memory_order_release);
    while (nodes[me].waits.load(cuda::memory_order_acquire) == 1) {
    }
  }
}

// Who comes next, when there is somebody; 0 if there is nobody and the lock is free again.
__device__ int successor(Node* nodes, Atomic& tail, int me) {
  int next = nodes[me].next.load(cuda::memory_order_acquire);
  if (next == NOBODY) {
    int last = me;
    if (tail.compare_exchange_strong(last, NOBODY, cuda::memory_order_release, cuda::memory_order_relaxed)) {
      return NOBODY;
    }
    do {
      next = nodes[me].next.load(cuda::memory_order_acquire);
    } while (next == NOBODY);
  }
  return next;
}

template <cuda::memory_order WAKE>
__global__ void count(Node* nodes, Atomic* tail, int* counter) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x + 1;
  lock(nodes, *tail, me);
  *counter = *counter + 1;
  const int next = successor(nodes, *tail, me);
  if (next != NOBODY) {
    nodes[next].waits.store(0, WAKE);
  }
}

//# launch 2x1
//# init nodes[3]
//# forall (counter = 2)
//# terminates unfair=N hsa=N obe=Y fair=Y

//# test mcs-lock
//# kernel count<cuda::memory_order_release>

// The one that is woken need not see what the holder has written.
//# test mcs-lock-relaxed
//# kernel count<cuda::memory_order_relaxed>
