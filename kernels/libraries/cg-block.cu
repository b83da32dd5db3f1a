// cooperative_groups::thread_block, cluster_group and tiles of a block: sync() of a group orders what its threads do, and nothing
// of other groups.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int x[4], y[4];

enum class Use { SYNC, ARRIVE_WAIT, NOT_AWAITED };

template <Use USE, class GROUP>
__device__ void meet(GROUP&& group) {
  if constexpr (USE == Use::SYNC) {
    group.sync();
  } else if constexpr (USE == Use::ARRIVE_WAIT) {
    group.barrier_wait(group.barrier_arrive());
  } else {
    (void)group.barrier_arrive();
  }
}

template <Use USE>
__global__ void within_block() {
  x[threadIdx.x] = threadIdx.x + 1;
  meet<USE>(cg::this_thread_block());
  y[threadIdx.x] = x[1 - threadIdx.x];
}

template <Use USE>
__global__ void within_cluster() {
  x[blockIdx.x] = blockIdx.x + 1;
  meet<USE>(cg::this_cluster());
  y[blockIdx.x] = x[1 - blockIdx.x];
}

// Two lanes of a tile exchange, or lanes of two tiles.
template <unsigned SIZE, unsigned DISTANCE>
__global__ void within_tile() {
  const cg::thread_block_tile<SIZE> tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
  x[threadIdx.x] = threadIdx.x + 1;
  tile.sync();
  y[threadIdx.x] = x[threadIdx.x ^ DISTANCE];
}

//# test block-sync
//# launch 1x2
//# kernel within_block<Use::SYNC>
//# forall (y[0] = 2 /\ y[1] = 1)
//# terminates hsa=Y cuda=Y cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test block-arrive-wait
//# launch 1x2
//# kernel within_block<Use::ARRIVE_WAIT>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test block-not-awaited
//# launch 1x2
//# kernel within_block<Use::NOT_AWAITED>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test cluster-sync
//# launch 2x1
//# cluster 2
//# kernel within_cluster<Use::SYNC>
//# forall (y[0] = 2 /\ y[1] = 1)
//# terminates hsa=Y cuda=Y cuda-cooperative=Y
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test cluster-arrive-wait
//# launch 2x1
//# cluster 2
//# kernel within_cluster<Use::ARRIVE_WAIT>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

// Two clusters of a block each.
//# test cluster-of-one-block
//# launch 2x1
//# kernel within_cluster<Use::SYNC>
//# forall (y[0] = 2 /\ y[1] = 1)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test tile-sync
//# launch 1x4
//# kernel within_tile<2, 1>
//# forall (y[0] = 2 /\ y[1] = 1 /\ y[2] = 4 /\ y[3] = 3)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test tile-sync-next-tile
//# launch 1x4
//# kernel within_tile<2, 2>
//# forall (y[0] = 3 /\ y[1] = 4 /\ y[2] = 1 /\ y[3] = 2)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
