// histogram.cl in HIP: each block counts in shared memory, and adds its counts to those of all blocks.

#include <hip/hip_runtime.h>

constexpr int BINS = 2;

template <bool SECOND_BARRIER>
__global__ void count(const int* values, int* bins) {
  __shared__ int mine[BINS];
  if (threadIdx.x < BINS) {
    mine[threadIdx.x] = 0;
  }
  __syncthreads();
  atomicAdd(&mine[values[blockIdx.x * blockDim.x + threadIdx.x]], 1);
  if (SECOND_BARRIER) {
    __syncthreads();
  }
  if (threadIdx.x < BINS) {
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
  }
}

//# launch 2x2
//# init values[4] = {0, 1, 1, 1}; bins[BINS]
//# forall (bins[0] = 1 /\ bins[1] = 3)

//# test histogram
//# kernel count<true>

// Without the second barrier a block may add its counts before it has counted.
//# test histogram-too-early
//# kernel count<false>
