// NVIDIA/cub issue 591 (2022), a question, in CUDA C++: how does the look-back of CUB's scan avoid stale lines of the
// first-level cache? By loads that go past it (LOAD_CG) and a fence of the device on both sides. A load past the cache
// is a relaxed one of the device here. With an ordinary load, which may be cached, the same code is wrong, and PTX
// says of the operator .cg that it changes nothing in memory.

#include <cuda/atomic>

constexpr int PARTIAL = 1;

__global__ void lookback(int* status, int* partial, int* before) {
  const int tile = blockIdx.x;
  partial[tile] = 5 + tile;
  __threadfence();
  cuda::atomic_ref<int, cuda::thread_scope_device>(status[tile]).store(PARTIAL, cuda::memory_order_relaxed);
  if (tile > 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> previous(status[tile - 1]);
    int seen;
    do {
      seen = previous.load(cuda::memory_order_relaxed);
      __threadfence();
    } while (seen != PARTIAL);
    before[tile] = partial[tile - 1];
  }
}

__global__ void lookback_cached(int* status, int* partial, int* before) {
  const int tile = blockIdx.x;
  partial[tile] = 5 + tile;
  __threadfence();
  status[tile] = PARTIAL;
  if (tile > 0) {
    int seen = status[tile - 1];
    __threadfence();
    if (seen == PARTIAL) {
      before[tile] = partial[tile - 1];
    }
  }
}

__global__ void lookback_cg(int* status, int* partial, int* before) {
  const int tile = blockIdx.x;
  partial[tile] = 5 + tile;
  __threadfence();
  status[tile] = PARTIAL;
  if (tile > 0) {
    int seen = __ldcg(&status[tile - 1]);
    __threadfence();
    if (seen == PARTIAL) {
      before[tile] = partial[tile - 1];
    }
  }
}

//# launch 2x1
//# init status[2]; partial[2]; before[2] = {0, 5}
//# forall (before[1] = 5)

//# test cub-lookback
//# kernel lookback

//# test cub-lookback-cached
//# kernel lookback_cached

//# test cub-lookback-ldcg
//# kernel lookback_cg
