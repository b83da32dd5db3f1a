// cuda::device::memcpy_async_tx with barrier_arrive_tx, and bulk copies of cuda::ptx: copies in the async proxy. A barrier that
// counts the bytes waits for copies to shared memory; ordinary stores need a fence between the proxies before they are copied.

#include <cuda/barrier>
#include <cuda/ptx>

__device__ alignas(16) int source[4] = {1, 2, 3, 4};
__device__ alignas(16) int target[4];
__device__ int y[2];

enum class Use { AS_DOCUMENTED, NOT_COUNTED, NOT_AWAITED };

// One thread copies, both read.
template <Use USE>
__global__ void copy_in() {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(16) int tile[4];
  __shared__ alignas(Barrier) char memory[sizeof(Barrier)];
  Barrier& barrier = reinterpret_cast<Barrier&>(memory);
  const int me = threadIdx.x;
  if (me == 0) {
    init(&barrier, 2);
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (me == 0) {
    cuda::device::memcpy_async_tx(tile, source, cuda::aligned_size_t<16>(sizeof(tile)), barrier);
    if (USE == Use::NOT_COUNTED) {
      token = barrier.arrive();
    } else {
      token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof(tile));
    }
  } else {
    token = barrier.arrive();
  }
  if (USE != Use::NOT_AWAITED) {
    barrier.wait(std::move(token));
  }
  y[me] = tile[3 - me];
}

enum class Fence { YES, NO };

// Both store, one thread copies.
template <Fence FENCE>
__global__ void copy_out() {
  __shared__ alignas(16) int tile[4];
  const int me = threadIdx.x;
  tile[2 * me] = 2 * me + 1;
  tile[2 * me + 1] = 2 * me + 2;
  if (FENCE == Fence::YES) {
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
  }
  __syncthreads();
  if (me == 0) {
    cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, target, tile, sizeof(tile));
    cuda::ptx::cp_async_bulk_commit_group();
    cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<0>());
  }
}

//# launch 1x2

//# test bulk-in
//# kernel copy_in<Use::AS_DOCUMENTED>
//# forall (y[0] = 4 /\ y[1] = 3)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

//# test bulk-in-not-counted
//# kernel copy_in<Use::NOT_COUNTED>
//# forall (y[0] = 4 /\ y[1] = 3)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test bulk-in-not-awaited
//# kernel copy_in<Use::NOT_AWAITED>
//# forall (y[0] = 4 /\ y[1] = 3)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test bulk-out
//# kernel copy_out<Fence::YES>
//# forall (target[0] = 1 /\ target[3] = 4)
//# expect ptx: Always
//# expect hrf-indirect-relaxed: race-free

// Models other than those of PTX know no proxies.
//# test bulk-out-no-fence
//# kernel copy_out<Fence::NO>
//# forall (target[0] = 1 /\ target[3] = 4)
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: race-free
