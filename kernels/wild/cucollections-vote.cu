// NVIDIA/cuCollections pull request 337 (2023), in CUDA C++: one lane resets a counter in shared memory, and the lanes
// go on to a warp vote and count. A vote tells the lanes something of each other's registers; it orders no memory, so
// that a lane may count before the reset. (The vote is left out here, as it has no part in memory.)

#include <cooperative_groups.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

__global__ void buffer(int* size) {
  __shared__ int counter;
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) {
    counter = 0;
  }
  cuda::atomic_ref<int, cuda::thread_scope_block>(counter).fetch_add(1, cuda::memory_order_relaxed);
  block.sync();
  if (block.thread_rank() == 0) {
    *size = counter;
  }
}

// As repaired: a barrier after the reset.
__global__ void buffer_fixed(int* size) {
  __shared__ int counter;
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) {
    counter = 0;
  }
  block.sync();
  cuda::atomic_ref<int, cuda::thread_scope_block>(counter).fetch_add(1, cuda::memory_order_relaxed);
  block.sync();
  if (block.thread_rank() == 0) {
    *size = counter;
  }
}

//# launch 1x2
//# forall (size = 2)

//# test cucollections-vote
//# kernel buffer

//# test cucollections-vote-fixed
//# kernel buffer_fixed
