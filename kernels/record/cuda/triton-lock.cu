// triton-lang/triton pull requests 4504, 4542, ROCm/triton pull request 632 (2024): a lock is taken and left by one warp for
// its block. The warp that leaves it does not wait for the others, which may still be in the critical section. As repaired: a
// barrier before the lock is left.

__device__ void lock(int* mutex) {
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
}

__device__ void unlock(int* mutex) {
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(mutex, 0);
  }
}

__global__ void accumulate(int* mutex, int* tile) {
  lock(mutex);
  tile[threadIdx.x] += 1;  // guilty
  unlock(mutex);           // guilty
}

__global__ void accumulate_fixed(int* mutex, int* tile) {
  lock(mutex);
  tile[threadIdx.x] += 1;
  __syncthreads();
  unlock(mutex);
}

//# launch 2x2
//# init mutex = 0; tile[2] = {0, 0}
//# forall (tile[0] = 2 /\ tile[1] = 2)

//# test triton-lock
//# kernel accumulate
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test triton-lock-fixed
//# kernel accumulate_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
