// kokkos/kokkos issue 6217, pull request 6630 (2023): the last step of a reduction leaves its result in shared memory by one lane,
// and other lanes of that warp copy it out, without a barrier of the warp. Found by racecheck. As repaired: __syncwarp.

__global__ void reduce(int* result) {
  __shared__ int value[2];
  const int lane = threadIdx.x;
  if (lane == 0) {
    value[0] = 1;  // guilty
    value[1] = 2;  // guilty
  }
  result[lane] = value[lane];  // guilty
}

__global__ void reduce_fixed(int* result) {
  __shared__ int value[2];
  const int lane = threadIdx.x;
  if (lane == 0) {
    value[0] = 1;
    value[1] = 2;
  }
  __syncwarp();
  result[lane] = value[lane];
}

//# launch 1x2
//# init result[2]
//# forall (result[0] = 1 /\ result[1] = 2)

//# test kokkos-reduce-warp
//# kernel reduce
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test kokkos-reduce-warp-fixed
//# kernel reduce_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
