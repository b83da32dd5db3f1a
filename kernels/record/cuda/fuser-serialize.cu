// NVIDIA/Fuser pull request 2391 (2024): blocks take turns at a tile. The first thread of a block stores the turn by a
// release of the device after a barrier of the block; a __threadfence of all threads before that barrier was added, since
// a barrier was held to make the writes of the other threads visible to their own block alone.

__device__ void wait(const long* turn) {
  if (blockIdx.x > 0 && threadIdx.x == 0) {
    long state = -1;
    while (state != blockIdx.x) {
      asm volatile("ld.global.acquire.gpu.b64 %0, [%1];" : "=l"(state) : "l"(turn) : "memory");
    }
  }
  __syncthreads();
}

__device__ void store_release(long* turn) {
  if (threadIdx.x == 0) {
    const long next = blockIdx.x == gridDim.x - 1 ? 0 : blockIdx.x + 1;
    asm volatile("st.global.release.gpu.b64 [%0], %1;" ::"l"(turn), "l"(next) : "memory");
  }
}

__global__ void serialize(long* turn, int* tile) {
  wait(turn);
  tile[threadIdx.x] += 1;
  __syncthreads();
  store_release(turn);
}

__global__ void serialize_fixed(long* turn, int* tile) {
  wait(turn);
  tile[threadIdx.x] += 1;
  __threadfence();
  __syncthreads();
  store_release(turn);
}

//# launch 2x2
//# init turn = 0; tile[2] = {0, 0}
//# forall (tile[0] = 2 /\ tile[1] = 2)
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free

//# test fuser-serialize
//# kernel serialize

//# test fuser-serialize-fixed
//# kernel serialize_fixed
