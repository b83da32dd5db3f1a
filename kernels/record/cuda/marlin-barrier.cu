// The lock of Marlin (IST-DASLab/marlin 2024, and its copies in vLLM, SGLang and others): blocks reduce into one tile in
// turn. One thread waits by an acquire and then for its block; the block waits for one thread, which has a fence and a
// relaxed addition. What it is to order, it does. The last block resets the lock by an ordinary store: in C++, a race with
// the relaxed addition, which a fence before it does not order; with a release instead of the fence there is none.

__device__ void acquire(const int* lock, int count) {
  if (threadIdx.x == 0) {
    int state = -1;
    while (state != count) {
      asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(state) : "l"(lock) : "memory");
    }
  }
  __syncthreads();
}

__device__ void release(int* lock, bool reset) {
  __syncthreads();
  if (threadIdx.x == 0) {
    if (reset) {
      *lock = 0;  // guilty
      return;
    }
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(lock), "r"(1) : "memory");  // guilty
  }
}

__device__ void release_fixed(int* lock, bool reset) {
  __syncthreads();
  if (threadIdx.x == 0) {
    if (reset) {
      *lock = 0;
      return;
    }
    asm volatile("red.release.gpu.global.add.s32 [%0], %1;" ::"l"(lock), "r"(1) : "memory");
  }
}

__global__ void reduce(int* lock, int* tile) {
  acquire(lock, blockIdx.x);
  tile[threadIdx.x] += 1;
  release(lock, blockIdx.x == gridDim.x - 1);
}

__global__ void reduce_fixed(int* lock, int* tile) {
  acquire(lock, blockIdx.x);
  tile[threadIdx.x] += 1;
  release_fixed(lock, blockIdx.x == gridDim.x - 1);
}

//# launch 2x2
//# init lock = 0; tile[2] = {0, 0}
//# forall (tile[0] = 2 /\ tile[1] = 2 /\ lock = 0)
//# terminates unfair=N hsa=Y obe=N fair=Y

//# test marlin-barrier
//# kernel reduce
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: racy

//# test marlin-barrier-fixed
//# kernel reduce_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
