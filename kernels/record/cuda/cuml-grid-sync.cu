// NVIDIA/cuml issue 4157 (2021): in this barrier of all blocks only the first thread of a block has fences, behind a
// barrier of its block. Reported as a bug, and held to be one by a maintainer: a fence was said to concern the writes of
// the thread that calls it alone. And issue 458 (2019): blocks that call it twice may wait for ever, since a fast block
// may arrive for the second time before a slow one has seen the end of the first.

__device__ void mark_arrived(int* tracker, int update) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(tracker, update);
    __threadfence();
  }
}

__device__ void mark_arrived_all_fence(int* tracker, int update) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(tracker, update);
    __threadfence();
  }
}

__device__ void wait_for_others(volatile int* tracker) {
  if (threadIdx.x == 0) {
    while (*tracker != 0) {
    }
    __threadfence();
  }
  __syncthreads();
}

__device__ int update() {
  return blockIdx.x == 0 ? 1 - static_cast<int>(gridDim.x) : 1;
}

__device__ int me() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ int other() {
  return gridDim.x * blockDim.x - 1 - me();
}

__global__ void sync_once(int* tracker, int* x, int* y) {
  x[me()] = 1;
  mark_arrived(tracker, update());
  wait_for_others(tracker);
  y[me()] = x[other()];
}

// As the report proposes: the fence of every thread before the barrier, in the place of the one behind it. What thread 0 does
// then releases its own writes, since no fence of its own is behind the barrier.
__global__ void sync_once_all_fence(int* tracker, int* x, int* y) {
  x[me()] = 1;
  mark_arrived_all_fence(tracker, update());
  wait_for_others(tracker);
  y[me()] = x[other()];
}

// Issue 458: two barriers with one tracker.
__global__ void sync_twice(int* tracker) {
  mark_arrived(tracker, update());
  wait_for_others(tracker);
  mark_arrived(tracker, update());
  wait_for_others(tracker);
}

// As repaired: two trackers, taken in turn.
__global__ void sync_twice_fixed(int* trackers) {
  mark_arrived(&trackers[0], update());
  wait_for_others(&trackers[0]);
  mark_arrived(&trackers[1], update());
  wait_for_others(&trackers[1]);
}

//# test cuml-grid-sync
//# kernel sync_once
//# launch 2x2
//# init tracker = 0; x[4]; y[4]
//# forall (y[0] = 1 /\ y[1] = 1 /\ y[2] = 1 /\ y[3] = 1)
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free

//# test cuml-grid-sync-all-fence
//# kernel sync_once_all_fence
//# launch 2x2
//# init tracker = 0; x[4]; y[4]
//# forall (y[0] = 1 /\ y[1] = 1 /\ y[2] = 1 /\ y[3] = 1)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: racy

//# test cuml-grid-sync-twice
//# kernel sync_twice
//# launch 2x1
//# init tracker = 0
//# terminates fair=N

//# test cuml-grid-sync-twice-fixed
//# kernel sync_twice_fixed
//# launch 2x1
//# init trackers[2] = {0, 0}
//# terminates unfair=N obe=N fair=Y
