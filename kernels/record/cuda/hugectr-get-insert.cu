// NVIDIA-Merlin/HugeCTR issue 402 (2023), a question: two threads of a warp insert the same key. The one whose
// compare-and-swap succeeds stores the value; the other waits for it. May that hang? Answered: it works because the value
// is volatile. It works where lanes are scheduled one by one, as since Volta; where a warp runs one side of the branch to
// its end first, and that is the side that waits, it hangs.

__global__ void get_insert(unsigned* key, volatile int* value, int* out) {
  const unsigned old = atomicCAS(key, 0u, 7u);
  if (old == 0u) {
    *value = 42;
  } else {
    while (*value == 0) {
    }
  }
  out[threadIdx.x] = *value;
}

//# launch 1x2
//# init key = 0; value = 0; out[2]
//# forall (out[0] = 42 /\ out[1] = 42)

//# test hugectr-get-insert
//# kernel get_insert
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
//# terminates unfair=N cuda=Y fair=Y stack fair=N its fair=Y
