// decoupled-look-back.cl in CUDA C++: each block publishes the sum of its part, and looks back over the sums of its
// predecessors until it finds one that knows the sum of all before it.

#include <cuda/atomic>

enum { NOTHING, AGGREGATE, PREFIX };

using State = cuda::atomic<int, cuda::thread_scope_device>;

// The sum of all parts before this one.
__device__ int look_back(int part, const int* aggregate, const int* prefix, State* state) {
  int before = 0;
  for (int back = part - 1;; --back) {
    int seen = NOTHING;
    while (seen == NOTHING) {
      seen = state[back].load(cuda::memory_order_acquire);
    }
    if (seen == PREFIX) {
      return before + prefix[back];
    }
    before += aggregate[back];
  }
}

// A block may wait for one that has not begun (kernels/large/look-back-dealt.cl does better).
template <cuda::memory_order PUBLISH>
__global__ void scan(const int* in, int* aggregate, int* prefix, State* state, int* out) {
  const int part = blockIdx.x;
  int before = 0;
  if (part != 0) {
    aggregate[part] = in[part];
    state[part].store(AGGREGATE, PUBLISH);
    before = look_back(part, aggregate, prefix, state);
  }
  prefix[part] = before + in[part];
  state[part].store(PREFIX, PUBLISH);
  out[part] = before + in[part];
}

//# launch 3x1
//# init in[3] = {1, 2, 3}; aggregate[3]; prefix[3]; state[3]; out[3]
//# forall (out[0] = 1 /\ out[1] = 3 /\ out[2] = 6)
//# terminates unfair=N hsa=Y obe=N fair=Y

//# test look-back
//# kernel scan<cuda::memory_order_release>

// The state does not say that the sum has been written.
//# test look-back-relaxed
//# kernel scan<cuda::memory_order_relaxed>
