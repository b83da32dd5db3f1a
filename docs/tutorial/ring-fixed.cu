// A ring buffer: one block puts numbers in, another one takes them out and adds them up.
#define SIZE 1
#define ITEMS 2

__global__ void transfer(int *ring, volatile unsigned *head, volatile unsigned *tail, int *sum) {
  if (blockIdx.x == 0) {
    for (unsigned i = 0; i < ITEMS; i++) {
      while (i - *head == SIZE)
        ;
      __threadfence();
      ring[i % SIZE] = i + 1;
      __threadfence();
      *tail = i + 1;
    }
  } else {
    for (unsigned i = 0; i < ITEMS; i++) {
      while (*tail == i)
        ;
      __threadfence();
      *sum += ring[i % SIZE];
      __threadfence();
      *head = i + 1;
    }
  }
}

//# launch 2x1
//# init ring[SIZE]
//# forall (sum = 3)
