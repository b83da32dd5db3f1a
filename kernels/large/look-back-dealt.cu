// look-back-dealt.cl in CUDA C++: parts are dealt out as blocks arrive, and whoever looks back waits only for those that
// have begun.

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

__global__ void scan(const int* in, int* aggregate, int* prefix, State* state, int* out, int* next) {
  const int part = atomicAdd(next, 1);
  int before = 0;
  if (part != 0) {
    aggregate[part] = in[part];
    state[part].store(AGGREGATE, cuda::memory_order_release);
    before = look_back(part, aggregate, prefix, state);
  }
  prefix[part] = before + in[part];
  state[part].store(PREFIX, cuda::memory_order_release);
  out[part] = before + in[part];
}

//# launch 2x1
//# init in[2] = {1, 2}; aggregate[2]; prefix[2]; state[2]; out[2]
//# forall (out[0] = 1 /\ out[1] = 3)
//# terminates unfair=N hsa=N obe=Y fair=Y
