// The ring buffer for blocks of several threads: thread 0 waits and signals, and each thread moves one number.
#include <cuda/atomic>

#define SIZE 1
#define ITEMS 2

using Counter = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__global__ void transfer(int *ring, unsigned *head, unsigned *tail, int *sum) {
  Counter taken(*head), put(*tail);
  int *slot = ring + threadIdx.x;
  if (blockIdx.x == 0) {
    for (unsigned i = 0; i < ITEMS; i++) {
      if (threadIdx.x == 0)
        while (i - taken.load(cuda::memory_order_acquire) == SIZE)
          ;
      __syncthreads();
      slot[i % SIZE * blockDim.x] = i + 1;
      if (threadIdx.x == 0)
        put.store(i + 1, cuda::memory_order_release);
    }
  } else {
    for (unsigned i = 0; i < ITEMS; i++) {
      if (threadIdx.x == 0)
        while (put.load(cuda::memory_order_acquire) == i)
          ;
      __syncthreads();
      sum[threadIdx.x] += slot[i % SIZE * blockDim.x];
      __syncthreads();
      if (threadIdx.x == 0)
        taken.store(i + 1, cuda::memory_order_release);
    }
  }
}

void run(int *ring, unsigned *head, unsigned *tail, int *sum) {
  transfer<<<2, 2>>>(ring, head, tail, sum);
}

//# init ring[2]; sum[2]
//# forall (sum[0] = 3 /\ sum[1] = 3)
