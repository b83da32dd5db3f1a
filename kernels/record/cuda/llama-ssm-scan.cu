// ggml-org/llama.cpp pull requests 23364, 24360 (2026): a loop loads a row into shared memory, waits, and reads it. Nothing
// stops a fast thread from loading the next row while a slow one still reads. As repaired: a barrier at the end of a round.

__global__ void scan(const int* rows, int* out) {
  __shared__ int row[2];
  const int tid = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    row[tid] = rows[i * 2 + tid];  // guilty
    __syncthreads();
    sum += row[1 - tid];  // guilty
  }
  out[tid] = sum;
}

__global__ void scan_fixed(const int* rows, int* out) {
  __shared__ int row[2];
  const int tid = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    row[tid] = rows[i * 2 + tid];
    __syncthreads();
    sum += row[1 - tid];
    __syncthreads();
  }
  out[tid] = sum;
}

//# launch 1x2
//# init rows[4] = {1, 2, 10, 20}; out[2]
//# forall (out[0] = 22 /\ out[1] = 11)

//# test llama-ssm-scan
//# kernel scan
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test llama-ssm-scan-fixed
//# kernel scan_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
