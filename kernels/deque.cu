// deque.cl in CUDA C++: the owner of a deque of tasks works at its tail, and others steal from its head.

#include <cuda/atomic>

constexpr int NOTHING = 0;

template <cuda::thread_scope SCOPE>
__device__ void push(int* tasks, int* tail, int task) {
  cuda::atomic_ref<int, SCOPE> end(*tail);
  const int place = end.load(cuda::memory_order_relaxed);
  tasks[place] = task;
  end.store(place + 1, cuda::memory_order_release);
}

__device__ int steal(int* tasks, int* head, int* tail) {
  cuda::atomic_ref<int, cuda::thread_scope_device> begin(*head);
  cuda::atomic_ref<int, cuda::thread_scope_device> end(*tail);
  int first = begin.load(cuda::memory_order_acquire);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  if (end.load(cuda::memory_order_acquire) <= first) {
    return NOTHING;
  }
  const int task = tasks[first];
  return begin.compare_exchange_strong(first, first + 1, cuda::memory_order_seq_cst, cuda::memory_order_relaxed)
             ? task
             : NOTHING;
}

// The owner lowers the tail before it looks at the head: the fences keep owner and thief from both missing what the
// other one has done.
template <cuda::memory_order FENCE>
__device__ int take(int* tasks, int* head, int* tail) {
  cuda::atomic_ref<int, cuda::thread_scope_device> begin(*head);
  cuda::atomic_ref<int, cuda::thread_scope_device> end(*tail);
  const int last = end.load(cuda::memory_order_relaxed) - 1;
  end.store(last, cuda::memory_order_relaxed);
  cuda::atomic_thread_fence(FENCE, cuda::thread_scope_device);
  int first = begin.load(cuda::memory_order_relaxed);
  if (first < last) {
    return tasks[last];
  }
  if (first == last &&
      begin.compare_exchange_strong(first, first + 1, cuda::memory_order_seq_cst, cuda::memory_order_relaxed)) {
    return tasks[last];
  }
  return NOTHING;
}

template <cuda::thread_scope PUSH, cuda::memory_order FENCE>
__global__ void share(int* tasks, int* head, int* tail, int* got) {
  if (blockIdx.x == 0) {
    push<PUSH>(tasks, tail, 1);
    push<PUSH>(tasks, tail, 2);
    got[0] = take<FENCE>(tasks, head, tail);
  } else {
    got[1] = steal(tasks, head, tail);
    got[2] = steal(tasks, head, tail);
  }
}

// The same without fences, where what tail and head say is sequentially consistent: right in every model.
__device__ int steal_seq_cst(int* tasks, int* head, int* tail) {
  cuda::atomic_ref<int, cuda::thread_scope_device> begin(*head);
  cuda::atomic_ref<int, cuda::thread_scope_device> end(*tail);
  int first = begin.load();
  if (end.load() <= first) {
    return NOTHING;
  }
  const int task = tasks[first];
  return begin.compare_exchange_strong(first, first + 1, cuda::memory_order_seq_cst, cuda::memory_order_relaxed)
             ? task
             : NOTHING;
}

__device__ int take_seq_cst(int* tasks, int* head, int* tail) {
  cuda::atomic_ref<int, cuda::thread_scope_device> begin(*head);
  cuda::atomic_ref<int, cuda::thread_scope_device> end(*tail);
  const int last = end.load(cuda::memory_order_relaxed) - 1;
  end.store(last);
  int first = begin.load();
  if (first < last) {
    return tasks[last];
  }
  if (first == last &&
      begin.compare_exchange_strong(first, first + 1, cuda::memory_order_seq_cst, cuda::memory_order_relaxed)) {
    return tasks[last];
  }
  return NOTHING;
}

__global__ void share_seq_cst(int* tasks, int* head, int* tail, int* got) {
  if (blockIdx.x == 0) {
    push<cuda::thread_scope_device>(tasks, tail, 1);
    push<cuda::thread_scope_device>(tasks, tail, 2);
    got[0] = take_seq_cst(tasks, head, tail);
  } else {
    got[1] = steal_seq_cst(tasks, head, tail);
    got[2] = steal_seq_cst(tasks, head, tail);
  }
}

//# launch 2x1
//# init tasks[2] = {9, 9}; got[3]
//# forall (~(got[0] = 2 /\ got[1] = 2) /\ ~(got[0] = 2 /\ got[2] = 2) /\ ~(got[0] = 1 /\ got[1] = 1) /\ ~got[1] = 9 /\ ~got[2] = 9)
//# terminates unfair=Y hsa=Y obe=Y fair=Y

//# test deque
//# kernel share<cuda::thread_scope_device, cuda::memory_order_seq_cst>

//# test deque-seq-cst
//# kernel share_seq_cst

// With a weaker fence both may get the last task.
//# test deque-weaker-fence
//# kernel share<cuda::thread_scope_device, cuda::memory_order_acq_rel>

// The task is released to the owner's block only.
//# test deque-block
//# kernel share<cuda::thread_scope_block, cuda::memory_order_seq_cst>
