// A ring buffer: one block puts numbers in, another one takes them out and adds them up.
#define SIZE 1
#define ITEMS 2

__global__ void transfer(int *ring, volatile unsigned *head, volatile unsigned *tail, int *sum) {
  if (blockIdx.x == 0) {
    for (unsigned i = 0; i < ITEMS; i++) {
      while (i - *head == SIZE)
        ;
      ring[i % SIZE] = i + 1;
      *tail = i + 1;
    }
  } else {
    for (unsigned i = 0; i < ITEMS; i++) {
      while (*tail == i)
        ;
      *sum += ring[i % SIZE];
      *head = i + 1;
    }
  }
}

//# launch 2x1
//# init ring[SIZE]
//# forall (sum = 3)
