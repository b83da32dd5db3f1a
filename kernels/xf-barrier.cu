// xf-barrier.cl in CUDA C++: the threads of the first block each wait for one of the other blocks, and let it go on when
// all have come.

#include <cuda/atomic>

template <cuda::thread_scope SCOPE>
__device__ void wait_for_blocks(int* arrived) {
  const unsigned other = threadIdx.x + 1;
  if (blockIdx.x == 0) {
    if (other < gridDim.x) {
      while (cuda::atomic_ref<int, SCOPE>(arrived[other]).load(cuda::memory_order_acquire) == 0) {
      }
    }
    __syncthreads();
    if (other < gridDim.x) {
      cuda::atomic_ref<int, SCOPE>(arrived[other]).store(0, cuda::memory_order_release);
    }
  } else {
    __syncthreads();
    if (threadIdx.x == 0) {
      cuda::atomic_ref<int, SCOPE> mine(arrived[blockIdx.x]);
      mine.store(1, cuda::memory_order_release);
      while (mine.load(cuda::memory_order_acquire) == 1) {
      }
    }
    __syncthreads();
  }
}

template <cuda::thread_scope SCOPE>
__global__ void exchange(int* x, int* y, int* arrived) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  x[me] = me + 1;
  wait_for_blocks<SCOPE>(arrived);
  y[me] = x[(me + blockDim.x) % (gridDim.x * blockDim.x)];
}

//# launch 2x2
//# init x[4]; y[4]; arrived[2]
//# forall (y[0] = 3 /\ y[1] = 4 /\ y[2] = 1 /\ y[3] = 2)
//# terminates unfair=N hsa=N obe=N fair=Y

//# test xf-barrier
//# kernel exchange<cuda::thread_scope_device>

// A flag of the block's scope says nothing to the other block.
//# test xf-barrier-block
//# kernel exchange<cuda::thread_scope_block>
