// NVIDIA/nccl issue 1816 (2025), a question: the worker threads store data, and after a barrier another thread, which has stored
// none, has a __threadfence_system and posts the step to the other GPU. The guide says that a fence concerns the thread that calls
// it: how does it order the workers' data? Through the barrier: what comes before it comes before the fence, in PTX's
// causality order as in HRF's.

__global__ void primitive(int* data, volatile int* step, int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x > 0) {
      data[threadIdx.x - 1] = threadIdx.x;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence_system();
      *step = 1;
    }
  } else {
    if (threadIdx.x == 0) {
      while (*step != 1) {
      }
      __threadfence_system();
    }
    __syncthreads();
    if (threadIdx.x > 0) {
      out[threadIdx.x - 1] = data[2 - threadIdx.x];
    }
  }
}

//# launch 2x3
//# device 1
//# init data[2]; step = 0; out[2]
//# forall (out[0] = 2 /\ out[1] = 1)

//# test nccl-simple
//# kernel primitive
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
