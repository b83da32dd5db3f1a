// A ring buffer: one block puts numbers in, another one takes them out and adds them up.
#include <cuda/atomic>

#define SIZE 1
#define ITEMS 2

using Counter = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__global__ void transfer(int *ring, unsigned *head, unsigned *tail, int *sum) {
  Counter taken(*head), put(*tail);
  if (blockIdx.x == 0) {
    for (unsigned i = 0; i < ITEMS; i++) {
      while (i - taken.load() == SIZE)
        ;
      ring[i % SIZE] = i + 1;
      put.store(i + 1);
    }
  } else {
    for (unsigned i = 0; i < ITEMS; i++) {
      while (put.load() == i)
        ;
      *sum += ring[i % SIZE];
      taken.store(i + 1);
    }
  }
}

//# launch 2x1
//# init ring[SIZE]
//# forall (sum = 3)
