// cooperative_groups::thread_block_tile of more threads than a warp has: its warps meet by a word in memory of the block.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int kThreads = 64;

__device__ int x[kThreads], y[kThreads];

enum class Use { SYNC, TWICE, OF_WARPS };

template <Use USE>
__global__ void exchange() {
  __shared__ cg::block_tile_memory<kThreads> memory;
  const cg::thread_block block = cg::this_thread_block(memory);
  const int me = threadIdx.x;
  const auto tile = cg::tiled_partition<USE == Use::OF_WARPS ? 32 : kThreads>(block);
  x[me] = me + 1;
  tile.sync();
  y[me] = x[kThreads - 1 - me];
  if (USE == Use::TWICE) {
    tile.sync();
    x[kThreads - 1 - me] = 0;
  }
}

// The word holds anything at first, and each warp clears its own bit of it. What is unknown is unknown as a whole to the checker,
// so it begins with 0 here.
//# launch 1x64
//# init rest 0

//# test tile-of-warps
//# kernel exchange<Use::SYNC>
//# forall (y[0] = 64 /\ y[63] = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test tile-of-warps-twice
//# kernel exchange<Use::TWICE>
//# forall (y[0] = 64 /\ y[63] = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test tile-of-one-warp
//# kernel exchange<Use::OF_WARPS>
//# forall (y[0] = 64 /\ y[63] = 1)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
