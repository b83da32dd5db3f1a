// NVIDIA/Fuser issue 3428, pull request 3438 (2024): one thread copies asynchronously into shared memory, and all wait at a
// barrier; the copy is waited for by nobody. As repaired: a wait for the copies before the barrier.

__device__ void copy(int* to, const int* from) {
  const unsigned int address = static_cast<unsigned int>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address), "l"(from) : "memory");
}

__global__ void load(const int* in, int* out) {
  __shared__ int row;
  if (threadIdx.x == 0) {
    copy(&row, in);  // guilty
  }
  __syncthreads();
  out[threadIdx.x] = row;  // guilty
}

__global__ void load_fixed(const int* in, int* out) {
  __shared__ int row;
  if (threadIdx.x == 0) {
    copy(&row, in);
  }
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = row;
}

//# launch 1x2
//# init in = 7; out[2]
//# forall (out[0] = 7 /\ out[1] = 7)

//# test fuser-async-copy
//# kernel load
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test fuser-async-copy-fixed
//# kernel load_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
