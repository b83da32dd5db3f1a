// kokkos/kokkos issue 3038, pull request 3208 (2020): updates of types that are too large for an atomic take a lock. The lock was
// taken and left by relaxed atomics, without fences, and complex numbers came out wrong. As repaired: a __threadfence behind the
// lock's compare-and-swap and one before the lock is left.

__device__ void add(int* lock, int* value) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {  // guilty
      value[0] += 1;                 // guilty
      value[1] += 1;                 // guilty
      atomicExch(lock, 0);           // guilty
      done = true;
    }
  }
}

__device__ void add_fixed(int* lock, int* value) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      value[0] += 1;
      value[1] += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__global__ void sum(int* lock, int* value) {
  add(lock, value);
}

__global__ void sum_fixed(int* lock, int* value) {
  add_fixed(lock, value);
}

//# launch 2x1
//# init lock = 0; value[2] = {0, 0}
//# forall (value[0] = 2 /\ value[1] = 2)

//# test kokkos-lock-atomics
//# kernel sum
//# expect ptx: Sometimes
//# expect hrf-indirect-relaxed: racy

//# test kokkos-lock-atomics-fixed
//# kernel sum_fixed
//# expect ptx, hrf-indirect-relaxed: Always
//# expect hrf-indirect-relaxed: race-free
