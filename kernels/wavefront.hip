// Lanes of a wavefront work together: a reduction by shuffles, one atomic addition for all lanes that have something to
// add (a ballot counts them), and shared memory between lanes.

#include <hip/hip_runtime.h>

// Every lane ends with the sum; the first one stores it.
__global__ void sum(const int* in, int* out) {
  int value = in[threadIdx.x];
  for (int step = warpSize / 2; step > 0; step /= 2) {
    value += __shfl_xor(value, step);
  }
  if (threadIdx.x == 0) {
    *out = value;
  }
}

// Who has something takes a place of its own in the list: the places of a wavefront are taken by one addition.
__global__ void compact(const int* in, int* length, int* list) {
  const bool mine = in[threadIdx.x] != 0;
  const unsigned long long all = __ballot(mine);
  int first = 0;
  if (__lane_id() == 0) {
    first = atomicAdd(length, (int)__popcll(all));
  }
  first = __shfl(first, 0);
  if (mine) {
    list[first + __popcll(all & __lanemask_lt())] = in[threadIdx.x];
  }
}

enum Between { NOTHING, WAVE_BARRIER, FENCES, SYNCWARP };

// Lanes run in step on AMD's GPUs, but the compiler need not keep accesses in order for that: the barrier of a
// wavefront stops lanes, and orders no memory.
template <Between BETWEEN>
__global__ void neighbour(const int* in, int* out) {
  __shared__ int slots[2];
  slots[threadIdx.x] = in[threadIdx.x];
  if (BETWEEN == WAVE_BARRIER) {
    __builtin_amdgcn_wave_barrier();
  } else if (BETWEEN == FENCES) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
  } else if (BETWEEN == SYNCWARP) {
    __syncwarp();
  }
  out[threadIdx.x] = slots[1 - threadIdx.x];
}

//# test wavefront-sum
//# kernel sum
//# launch 1x4
//# sub-group 4
//# init in[4] = {1, 2, 3, 4}
//# forall (out = 10)

//# test wavefront-compact
//# kernel compact
//# launch 1x4
//# sub-group 4
//# init in[4] = {5, 0, 0, 7}; list[2]
//# forall (length = 2 /\ list[0] = 5 /\ list[1] = 7)

//# test wavefront-syncwarp
//# kernel neighbour<SYNCWARP>
//# launch 1x2
//# sub-group 2
//# init in[2] = {5, 7}; out[2]
//# forall (out[0] = 7 /\ out[1] = 5)

//# test wavefront-fences
//# kernel neighbour<FENCES>
//# launch 1x2
//# sub-group 2
//# init in[2] = {5, 7}; out[2]
//# forall (out[0] = 7 /\ out[1] = 5)

//# test wavefront-barrier-alone
//# kernel neighbour<WAVE_BARRIER>
//# launch 1x2
//# sub-group 2
//# init in[2] = {5, 7}; out[2]
//# forall (out[0] = 7 /\ out[1] = 5)

//# test wavefront-nothing
//# kernel neighbour<NOTHING>
//# launch 1x2
//# sub-group 2
//# init in[2] = {5, 7}; out[2]
//# forall (out[0] = 7 /\ out[1] = 5)
