// tree-reduction.cl in HIP: a block adds up its part of an array in shared memory, halving the number of adders in each
// round.

#include <hip/hip_runtime.h>

template <bool BARRIER_IN_LOOP>
__global__ void sum(const int* in, int* out) {
  HIP_DYNAMIC_SHARED(int, part)
  const int lid = hipThreadIdx_x;
  part[lid] = in[hipBlockIdx_x * hipBlockDim_x + lid];
  __syncthreads();
  for (int step = hipBlockDim_x / 2; step > 0; step /= 2) {
    if (lid < step) {
      part[lid] += part[lid + step];
    }
    if (BARRIER_IN_LOOP) {
      __syncthreads();
    }
  }
  if (lid == 0) {
    out[hipBlockIdx_x] = part[0];
  }
}

//# test sum-one-block
//# kernel sum<true>
//# launch 1x4
//# init in[4] = {1, 2, 3, 4}; out[1]; part[4]
//# forall (out[0] = 10)

//# test sum-two-blocks
//# kernel sum<true>
//# launch 2x2
//# init in[4] = {1, 2, 3, 4}; out[2]; part[2]
//# forall (out[0] = 3 /\ out[1] = 7 /\ part@g1[0] = 7)

// Without a barrier between rounds a thread may add what its neighbour has not yet written.
//# test sum-one-barrier
//# kernel sum<false>
//# launch 1x4
//# init in[4] = {1, 2, 3, 4}; out[1]; part[4]
//# forall (out[0] = 10)
