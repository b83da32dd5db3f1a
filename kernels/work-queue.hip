// work-queue.cl in HIP: a worker leaves when no task is open; an empty queue alone does not mean that no task will come.

#include <hip/hip_runtime.h>

__device__ int load(int* p) { return __hip_atomic_load(p, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }

// Who finds a task in the queue finds what is in it.
template <int PUBLISH>
__global__ void work(int* tasks, int* head, int* tail, int* open, int* done) {
  if (blockIdx.x == 0) {
    // The first task makes another one, which counts as open before the first one is done.
    tasks[0] = 5;
    atomicAdd(open, 1);
    __hip_atomic_store(tail, 1, PUBLISH, __HIP_MEMORY_SCOPE_AGENT);
    atomicSub(open, 1);
  }
  int place;
  do {
    place = load(head);
    if (load(open) == 0) {
      return;
    }
  } while (place >= __hip_atomic_load(tail, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT));
  if (atomicCAS(head, place, place + 1) == place) {
    *done = tasks[place];
    atomicSub(open, 1);
  }
}

//# launch 2x1
//# init tasks[1]; open = 1
//# forall (done = 5)
//# terminates unfair=N hsa=N obe=N hsa+obe=Y fair=Y

//# test work-queue
//# kernel work<__ATOMIC_RELEASE>

// A task may be found before it has been written.
//# test work-queue-relaxed
//# kernel work<__ATOMIC_RELAXED>
