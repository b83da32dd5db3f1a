// matteospanio/torchfx issue 96 (2026), in CUDA C++: the status of tiles is an ordinary array, neither volatile nor
// atomic, and there is no fence between the aggregate and the status; what worked relied on side effects of another
// atomic operation.

constexpr int AGGREGATE = 1;

__global__ void scan(int* status, int* aggregate, int* before) {
  const int tile = blockIdx.x;
  aggregate[tile] = 5 + tile;
  status[tile] = AGGREGATE;
  if (tile > 0 && status[tile - 1] == AGGREGATE) {
    before[tile] = aggregate[tile - 1];
  }
}

// As proposed there: a volatile status, and a fence on both sides.
__global__ void scan_fixed(volatile int* status, int* aggregate, int* before) {
  const int tile = blockIdx.x;
  aggregate[tile] = 5 + tile;
  __threadfence();
  status[tile] = AGGREGATE;
  if (tile > 0 && status[tile - 1] == AGGREGATE) {
    __threadfence();
    before[tile] = aggregate[tile - 1];
  }
}

// Fences alone leave the race of the status.
__global__ void scan_fence_only(int* status, int* aggregate, int* before) {
  const int tile = blockIdx.x;
  aggregate[tile] = 5 + tile;
  __threadfence();
  status[tile] = AGGREGATE;
  if (tile > 0 && status[tile - 1] == AGGREGATE) {
    __threadfence();
    before[tile] = aggregate[tile - 1];
  }
}

//# launch 2x1
//# init status[2]; aggregate[2]; before[2] = {0, 5}
//# forall (before[1] = 5)

//# test torchfx-fused-scan
//# kernel scan

//# test torchfx-fused-scan-fixed
//# kernel scan_fixed

//# test torchfx-fused-scan-fence-only
//# kernel scan_fence_only
