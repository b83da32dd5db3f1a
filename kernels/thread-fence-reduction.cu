// The last block to finish adds up the results of all, after the example of the CUDA programming guide ("Memory fence
// functions"): the count of finished blocks goes back to 0 by itself.

__device__ unsigned int finished = 0;

__global__ void sum(const int* in, volatile int* part, int* total) {
  part[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  const unsigned int before = atomicInc(&finished, gridDim.x - 1);
  if (before == gridDim.x - 1) {
    int all = 0;
    for (int i = 0; i < gridDim.x; ++i) {
      all += part[i];
    }
    *total = all;
  }
}

// Without the fence a result may arrive behind the count.
__global__ void sum_without_fence(const int* in, volatile int* part, int* total) {
  part[blockIdx.x] = in[blockIdx.x];
  const unsigned int before = atomicInc(&finished, gridDim.x - 1);
  if (before == gridDim.x - 1) {
    int all = 0;
    for (int i = 0; i < gridDim.x; ++i) {
      all += part[i];
    }
    *total = all;
  }
}

// A fence on both sides of the count.
__global__ void sum_with_both_fences(const int* in, volatile int* part, int* total) {
  part[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  const unsigned int before = atomicInc(&finished, gridDim.x - 1);
  __threadfence();
  if (before == gridDim.x - 1) {
    int all = 0;
    for (int i = 0; i < gridDim.x; ++i) {
      all += part[i];
    }
    *total = all;
  }
}

//# launch 2x1
//# init in[2] = {3, 4}; part[2]
//# forall (total = 7 /\ finished = 0)

//# test thread-fence-reduction
//# kernel sum

//# test thread-fence-reduction-without-fence
//# kernel sum_without_fence

//# test thread-fence-reduction-both-fences
//# kernel sum_with_both_fences
