// cuda::latch<scope>: whoever comes back from wait() has what all did before they counted down.

#include <cuda/latch>

template <cuda::thread_scope SCOPE>
__device__ cuda::latch<SCOPE> latch(2);

__device__ int x[2], y[2];

enum class Use { AS_DOCUMENTED, NOT_AWAITED };

// Two blocks store, count down, and read what the other one has stored.
template <cuda::thread_scope SCOPE, Use USE>
__global__ void exchange() {
  const int me = blockIdx.x;
  x[me] = me + 1;
  if (USE == Use::NOT_AWAITED) {
    latch<SCOPE>.count_down();
  } else {
    latch<SCOPE>.arrive_and_wait();
  }
  y[me] = x[1 - me];
}

//# launch 2x1
//# forall (y[0] = 2 /\ y[1] = 1)

//# test latch
//# kernel exchange<cuda::thread_scope_device, Use::AS_DOCUMENTED>
//# terminates hsa=N cuda=N cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

// The scope of a block does not contain the other one.
//# test latch-block
//# kernel exchange<cuda::thread_scope_block, Use::AS_DOCUMENTED>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test latch-not-awaited
//# kernel exchange<cuda::thread_scope_device, Use::NOT_AWAITED>
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
