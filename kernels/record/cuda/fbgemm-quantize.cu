// pytorch/FBGEMM pull request 5857 and pytorch/pytorch pull request 172554 (2026): threads beyond the data return before a
// barrier that the others come to. Reported as a deadlock on ROCm, "latent undefined behaviour" on NVIDIA, and as a hang of a
// GPU that runs ported CUDA. As repaired: such threads come along and do nothing.

__global__ void quantize(const int* in, int n, int* out) {
  __shared__ int part[2];
  const int tid = threadIdx.x;
  if (tid >= n) {
    return;
  }
  part[tid] = in[tid];
  __syncthreads();
  out[tid] = part[n - 1 - tid];
}

__global__ void quantize_fixed(const int* in, int n, int* out) {
  __shared__ int part[2];
  const int tid = threadIdx.x;
  const bool active = tid < n;
  if (active) {
    part[tid] = in[tid];
  }
  __syncthreads();
  if (active) {
    out[tid] = part[n - 1 - tid];
  }
}

//# launch 1x3
//# init in[2] = {1, 2}; n = 2; out[2]
//# forall (out[0] = 2 /\ out[1] = 1)
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free

//# test fbgemm-quantize
//# kernel quantize

//# test fbgemm-quantize-fixed
//# kernel quantize_fixed
