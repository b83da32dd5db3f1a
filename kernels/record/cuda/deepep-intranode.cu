// deepseek-ai/DeepEP issue 380 (2025), a question: the lanes of a warp write tokens, and one lane releases the queue's tail
// to the other GPU; there one lane acquires the tail, and all lanes read. A release and an acquire concern the calling
// thread: what orders the other lanes? The __syncwarp between them, since causality goes on through it.

__global__ void dispatch(int* tokens, int* tail, int* out) {
  const int lane = threadIdx.x;
  if (blockIdx.x == 0) {
    tokens[lane] = 1 + lane;
    __syncwarp();
    if (lane == 0) {
      asm volatile("st.release.sys.global.s32 [%0], %1;" ::"l"(tail), "r"(2) : "memory");
    }
  } else {
    if (lane == 0) {
      int seen = 0;
      while (seen != 2) {
        asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(seen) : "l"(tail) : "memory");
      }
    }
    __syncwarp();
    out[lane] = tokens[1 - lane];
  }
}

// What the question fears: no barrier of the warp on the sender's side.
__global__ void dispatch_alone(int* tokens, int* tail, int* out) {
  const int lane = threadIdx.x;
  if (blockIdx.x == 0) {
    tokens[lane] = 1 + lane;
    if (lane == 0) {
      asm volatile("st.release.sys.global.s32 [%0], %1;" ::"l"(tail), "r"(2) : "memory");
    }
  } else {
    if (lane == 0) {
      int seen = 0;
      while (seen != 2) {
        asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(seen) : "l"(tail) : "memory");
      }
    }
    __syncwarp();
    out[lane] = tokens[1 - lane];
  }
}

//# launch 2x2
//# device 1
//# init tokens[2]; tail = 0; out[2]
//# forall (out[0] = 2 /\ out[1] = 1)

//# test deepep-intranode
//# kernel dispatch
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free

//# test deepep-intranode-alone
//# kernel dispatch_alone
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy
