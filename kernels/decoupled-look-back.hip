// decoupled-look-back.cl in HIP: each block publishes the sum of its part, and looks back over the sums of its
// predecessors until it finds one that knows the sum of all before it.

#include <hip/hip_runtime.h>

enum { NOTHING, AGGREGATE, PREFIX };

// The sum of all parts before this one.
__device__ int look_back(int part, const int* aggregate, const int* prefix, int* state) {
  int before = 0;
  for (int back = part - 1;; --back) {
    int seen = NOTHING;
    while (seen == NOTHING) {
      seen = __hip_atomic_load(&state[back], __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
    }
    if (seen == PREFIX) {
      return before + prefix[back];
    }
    before += aggregate[back];
  }
}

// A block may wait for one that has not begun.
template <int PUBLISH>
__global__ void scan(const int* in, int* aggregate, int* prefix, int* state, int* out) {
  const int part = blockIdx.x;
  int before = 0;
  if (part != 0) {
    aggregate[part] = in[part];
    __hip_atomic_store(&state[part], AGGREGATE, PUBLISH, __HIP_MEMORY_SCOPE_AGENT);
    before = look_back(part, aggregate, prefix, state);
  }
  prefix[part] = before + in[part];
  __hip_atomic_store(&state[part], PREFIX, PUBLISH, __HIP_MEMORY_SCOPE_AGENT);
  out[part] = before + in[part];
}

//# launch 3x1
//# init in[3] = {1, 2, 3}; aggregate[3]; prefix[3]; state[3]; out[3]
//# forall (out[0] = 1 /\ out[1] = 3 /\ out[2] = 6)
//# terminates unfair=N hsa=Y obe=N fair=Y

//# test look-back
//# kernel scan<__ATOMIC_RELEASE>

// The state does not say that the sum has been written.
//# test look-back-relaxed
//# kernel scan<__ATOMIC_RELAXED>
