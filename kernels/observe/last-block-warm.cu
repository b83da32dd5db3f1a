// The last block to arrive adds up the parts of all: each has looked at its neighbour's before.

#include <cuda/atomic>

template <cuda::thread_scope SCOPE, cuda::memory_order ORDER>
__global__ void sum(const int* in, int* part, unsigned* arrived, int* unused, int* out) {
  const int me = blockIdx.x;
  unused[me] = part[2];
  part[me] = in[me];
  if (cuda::atomic_ref<unsigned, SCOPE>(*arrived).fetch_add(1, ORDER) == gridDim.x - 1) {
    *out = part[0] + part[1];
  }
}

//# launch 2x1
//# init in[2] = {3, 4}; part[3] = {0, 0, 5}; unused[2]
//# forall (out = 7)

//# test last-block-warm
//# kernel sum<cuda::thread_scope_device, cuda::memory_order_acq_rel>

// The count alone orders nothing.
//# test last-block-warm-relaxed
//# kernel sum<cuda::thread_scope_device, cuda::memory_order_relaxed>

// At the scope of the block it orders nothing between blocks.
//# test last-block-warm-block
//# kernel sum<cuda::thread_scope_block, cuda::memory_order_acq_rel>
