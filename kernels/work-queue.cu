// work-queue.cl in CUDA C++: a worker leaves when no task is open; an empty queue alone does not mean that no task will
// come.

#include <cuda/atomic>

using Atomic = cuda::atomic<int, cuda::thread_scope_device>;

// Who finds a task in the queue finds what is in it.
template <cuda::memory_order PUBLISH>
__global__ void work(int* tasks, Atomic* head, Atomic* tail, Atomic* open, int* done) {
  if (blockIdx.x == 0) {
    // The first task makes another one, which counts as open before the first one is done.
    tasks[0] = 5;
    open->fetch_add(1, cuda::memory_order_relaxed);
    tail->store(1, PUBLISH);
    open->fetch_sub(1, cuda::memory_order_relaxed);
  }
  int place;
  do {
    place = head->load(cuda::memory_order_relaxed);
    if (open->load(cuda::memory_order_relaxed) == 0) {
      return;
    }
  } while (place >= tail->load(cuda::memory_order_acquire));
  if (head->compare_exchange_strong(place, place + 1, cuda::memory_order_relaxed, cuda::memory_order_relaxed)) {
    *done = tasks[place];
    open->fetch_sub(1, cuda::memory_order_relaxed);
  }
}

//# launch 2x1
//# init tasks[1]; open = 1
//# forall (done = 5)
//# terminates unfair=N hsa=N obe=N hsa+obe=Y fair=Y

//# test work-queue
//# kernel work<cuda::memory_order_release>

// A task may be found before it has been written.
//# test work-queue-relaxed
//# kernel work<cuda::memory_order_relaxed>
