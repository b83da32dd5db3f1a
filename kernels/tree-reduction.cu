// tree-reduction.cl in CUDA C++: a block adds up its part of an array in shared memory, halving the number of adders
// in each round.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <bool BARRIER_IN_LOOP>
__global__ void sum(const int* in, int* out) {
  extern __shared__ int part[];
  auto block = cg::this_thread_block();
  const int lid = threadIdx.x;
  part[lid] = in[blockIdx.x * blockDim.x + lid];
  block.sync();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (lid < step) {
      part[lid] += part[lid + step];
    }
    if constexpr (BARRIER_IN_LOOP) {
      block.sync();
    }
  }
  if (lid == 0) {
    out[blockIdx.x] = part[0];
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
