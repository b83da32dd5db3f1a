// vllm-project/vllm issue 8404, pull request 8558 (2024): GPUs exchange flags before they read each other's results. The
// flags were volatile, without any fence, and __syncthreads was held to be one for the other GPU, too. As repaired, where
// results are handed over: a release and an acquire of the system.

__device__ void store_volatile(int* flag, int value) {
  asm volatile("st.volatile.global.u32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");  // guilty
}

__device__ int load_volatile(const int* flag) {
  int value;
  asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");  // guilty
  return value;
}

__device__ void store_release(int* flag, int value) {
  asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
}

__device__ int load_acquire(const int* flag) {
  int value;
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  return value;
}

__global__ void allreduce(int* start, int* part, int* out) {
  const int rank = blockIdx.x;
  const int peer = 1 - rank;
  part[rank * 2 + threadIdx.x] = 1 + rank;
  __syncthreads();
  if (threadIdx.x == 0) {
    store_volatile(&start[peer], 1);
    while (load_volatile(&start[rank]) != 1) {
    }
  }
  __syncthreads();
  out[rank * 2 + threadIdx.x] = part[threadIdx.x] + part[2 + threadIdx.x];
}

__global__ void allreduce_fixed(int* start, int* part, int* out) {
  const int rank = blockIdx.x;
  const int peer = 1 - rank;
  part[rank * 2 + threadIdx.x] = 1 + rank;
  __syncthreads();
  if (threadIdx.x == 0) {
    store_release(&start[peer], 1);
    while (load_acquire(&start[rank]) != 1) {
    }
  }
  __syncthreads();
  out[rank * 2 + threadIdx.x] = part[threadIdx.x] + part[2 + threadIdx.x];
}

//# launch 2x2
//# device 1
//# init start[2] = {0, 0}; part[4]; out[4]
//# forall (out[0] = 3 /\ out[1] = 3 /\ out[2] = 3 /\ out[3] = 3)

//# test vllm-allreduce
//# kernel allreduce
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test vllm-allreduce-fixed
//# kernel allreduce_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
