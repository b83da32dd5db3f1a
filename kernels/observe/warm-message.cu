// The second block uses one half of a pair while the first block writes the other half, and then waits for it: its cache
// holds the line by then, as it does in any program that reads what lies beside.

#include <cuda/atomic>

template <cuda::thread_scope SCOPE, cuda::memory_order SEE>
__global__ void hand_over(int* pair, int* flag, int* beside, int* seen) {
  if (blockIdx.x == 0) {
    pair[0] = 42;
    cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).store(1, cuda::memory_order_release);
  } else {
    *beside = pair[1];
    while (cuda::atomic_ref<int, SCOPE>(*flag).load(SEE) == 0) {
    }
    *seen = pair[0];
  }
}

//# launch 2x1
//# init pair[2] = {0, 7}
//# forall (beside = 7 /\ seen = 42)

//# test warm-message
//# kernel hand_over<cuda::thread_scope_device, cuda::memory_order_acquire>

// The flag is seen, and the line of the pair is still the old one.
//# test warm-message-relaxed
//# kernel hand_over<cuda::thread_scope_device, cuda::memory_order_relaxed>

// What another block has released is not acquired at the scope of the block.
//# test warm-message-block
//# kernel hand_over<cuda::thread_scope_block, cuda::memory_order_acquire>
