// NVIDIA/cccl pull request 10627 (2026): all threads of a block add to a histogram in global memory, and one of them counts the
// block as done. A fence stood between, and no barrier: thread 0 may count before the others have added. As repaired: a barrier,
// then the fence. A reviewer held the fence to be unnecessary behind a barrier; it is what releases to the other blocks.

__global__ void histogram(int* bins, int* done, int* out) {
  atomicAdd(&bins[threadIdx.x], 1);  // guilty
  __threadfence();                   // guilty
  if (threadIdx.x == 0) {
    if (atomicAdd(done, 1) == gridDim.x - 1) {
      __threadfence();
      *out = bins[0] + bins[1];
    }
  }
}

__global__ void histogram_fixed(int* bins, int* done, int* out) {
  atomicAdd(&bins[threadIdx.x], 1);
  __syncthreads();
  __threadfence();
  if (threadIdx.x == 0) {
    if (atomicAdd(done, 1) == gridDim.x - 1) {
      __threadfence();
      *out = bins[0] + bins[1];
    }
  }
}

// As the reviewer would have it.
__global__ void histogram_no_fence(int* bins, int* done, int* out) {
  atomicAdd(&bins[threadIdx.x], 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    if (atomicAdd(done, 1) == gridDim.x - 1) {
      __threadfence();
      *out = bins[0] + bins[1];
    }
  }
}

//# launch 2x2
//# init bins[2]; done = 0
//# forall (out = 4)

//# test cccl-topk
//# kernel histogram
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test cccl-topk-fixed
//# kernel histogram_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free

//# test cccl-topk-no-fence
//# kernel histogram_no_fence
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
