// cooperative_groups::grid_group: what the threads of all blocks do before sync(), or before barrier_arrive(), all have behind
// sync(), or barrier_wait().

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int x[4], y[4];

enum class Use { SYNC, TWICE, ARRIVE_WAIT, NOT_AWAITED, BLOCK_ONLY };

template <Use USE>
__global__ void exchange() {
  const cg::grid_group grid = cg::this_grid();
  const int me = grid.thread_rank();
  const int across = (me + blockDim.x) % grid.size();
  x[me] = me + 1;
  if (USE == Use::SYNC || USE == Use::TWICE) {
    grid.sync();
  } else if (USE == Use::ARRIVE_WAIT) {
    grid.barrier_wait(grid.barrier_arrive());
  } else if (USE == Use::NOT_AWAITED) {
    (void)grid.barrier_arrive();
  } else {
    cg::this_thread_block().sync();
  }
  y[me] = x[across];
  if (USE == Use::TWICE) {
    grid.sync();
    x[across] = 0;
  }
}

//# cooperative

//# test grid-sync
//# launch 2x1
//# kernel exchange<Use::SYNC>
//# forall (y[0] = 2 /\ y[1] = 1)
//# terminates hsa=N cuda=N cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test grid-sync-two-threads
//# launch 2x2
//# kernel exchange<Use::SYNC>
//# forall (y[0] = 3 /\ y[1] = 4 /\ y[2] = 1 /\ y[3] = 2)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

// The workspace is ready for the next sync().
//# test grid-sync-twice
//# launch 2x1
//# kernel exchange<Use::TWICE>
//# forall (y[0] = 2 /\ y[1] = 1 /\ x[0] = 0 /\ x[1] = 0)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test grid-arrive-wait
//# launch 2x1
//# kernel exchange<Use::ARRIVE_WAIT>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test grid-not-awaited
//# launch 2x1
//# kernel exchange<Use::NOT_AWAITED>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test grid-block-only
//# launch 2x1
//# kernel exchange<Use::BLOCK_ONLY>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
