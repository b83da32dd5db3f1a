// owensgroup/SlabHash issue 23 (2021): an insertion reads a slot by an ordinary load, and then tries to take it by a
// compare-and-swap. Reported as a race; answered that the swap fails where the load was stale, so that no key is lost. Both
// are right: the outcome is, and the load is a race with the swaps of others, which C++ gives no meaning.

#include <cuda/atomic>

__global__ void insert(unsigned* slots) {
  const unsigned key = 1 + blockIdx.x;
  for (int slot = 0; slot < 2; ++slot) {
    if (slots[slot] == 0) {                    // guilty
      if (atomicCAS(&slots[slot], 0u, key) == 0) {  // guilty
        return;
      }
    }
  }
}

__global__ void insert_fixed(unsigned* slots) {
  const unsigned key = 1 + blockIdx.x;
  for (int slot = 0; slot < 2; ++slot) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> entry(slots[slot]);
    if (entry.load(cuda::memory_order_relaxed) == 0) {
      if (atomicCAS(&slots[slot], 0u, key) == 0) {
        return;
      }
    }
  }
}

//# launch 2x1
//# init slots[2] = {0, 0}
//# forall ((slots[0] = 1 /\ slots[1] = 2) \/ (slots[0] = 2 /\ slots[1] = 1))

//# test slabhash-insert
//# kernel insert
//# expect ptx: Always
//# expect hrf-indirect-relaxed: racy

//# test slabhash-insert-fixed
//# kernel insert_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
