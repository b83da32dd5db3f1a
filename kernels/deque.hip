// deque.cl in HIP: the owner of a deque of tasks works at its tail, and others steal from its head.

#include <hip/hip_runtime.h>

constexpr int NOTHING = 0;

__device__ int load(int* p, int order) { return __hip_atomic_load(p, order, __HIP_MEMORY_SCOPE_AGENT); }

__device__ bool take_first(int* head, int first) {
  return __hip_atomic_compare_exchange_strong(head, &first, first + 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED,
                                              __HIP_MEMORY_SCOPE_AGENT);
}

template <int SCOPE>
__device__ void push(int* tasks, int* tail, int task) {
  const int place = __hip_atomic_load(tail, __ATOMIC_RELAXED, SCOPE);
  tasks[place] = task;
  __hip_atomic_store(tail, place + 1, __ATOMIC_RELEASE, SCOPE);
}

__device__ int steal(int* tasks, int* head, int* tail) {
  const int first = load(head, __ATOMIC_ACQUIRE);
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
  if (load(tail, __ATOMIC_ACQUIRE) <= first) {
    return NOTHING;
  }
  const int task = tasks[first];
  return take_first(head, first) ? task : NOTHING;
}

// The owner lowers the tail before it looks at the head: the fences keep owner and thief from both missing what the
// other one has done. Who reads the lowered tail finds tasks below it: in LLVM, a relaxed store would end the release
// sequence of the last push.
template <int LOWER, bool SEQ_CST>
__device__ int take(int* tasks, int* head, int* tail) {
  const int last = load(tail, __ATOMIC_RELAXED) - 1;
  __hip_atomic_store(tail, last, LOWER, __HIP_MEMORY_SCOPE_AGENT);
  if (SEQ_CST) {
    __threadfence();
  } else {
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "agent");
  }
  const int first = load(head, __ATOMIC_RELAXED);
  if (first < last || (first == last && take_first(head, first))) {
    return tasks[last];
  }
  return NOTHING;
}

template <int PUSH, int LOWER, bool SEQ_CST>
__global__ void share(int* tasks, int* head, int* tail, int* got) {
  if (blockIdx.x == 0) {
    push<PUSH>(tasks, tail, 1);
    push<PUSH>(tasks, tail, 2);
    got[0] = take<LOWER, SEQ_CST>(tasks, head, tail);
  } else {
    got[1] = steal(tasks, head, tail);
    got[2] = steal(tasks, head, tail);
  }
}

// The same without fences, where what tail and head say is sequentially consistent: right in every model.
__device__ int steal_seq_cst(int* tasks, int* head, int* tail) {
  const int first = load(head, __ATOMIC_SEQ_CST);
  if (load(tail, __ATOMIC_SEQ_CST) <= first) {
    return NOTHING;
  }
  const int task = tasks[first];
  return take_first(head, first) ? task : NOTHING;
}

__device__ int take_seq_cst(int* tasks, int* head, int* tail) {
  const int last = load(tail, __ATOMIC_RELAXED) - 1;
  __hip_atomic_store(tail, last, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_AGENT);
  const int first = load(head, __ATOMIC_SEQ_CST);
  if (first < last || (first == last && take_first(head, first))) {
    return tasks[last];
  }
  return NOTHING;
}

__global__ void share_seq_cst(int* tasks, int* head, int* tail, int* got) {
  if (blockIdx.x == 0) {
    push<__HIP_MEMORY_SCOPE_AGENT>(tasks, tail, 1);
    push<__HIP_MEMORY_SCOPE_AGENT>(tasks, tail, 2);
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
//# kernel share<__HIP_MEMORY_SCOPE_AGENT, __ATOMIC_RELEASE, true>

//# test deque-seq-cst
//# kernel share_seq_cst

// The tail is lowered by a relaxed store, as in deque.cu: PTX promises more than LLVM.
//# test deque-relaxed-store
//# kernel share<__HIP_MEMORY_SCOPE_AGENT, __ATOMIC_RELAXED, true>

// With a weaker fence both may get the last task.
//# test deque-weaker-fence
//# kernel share<__HIP_MEMORY_SCOPE_AGENT, __ATOMIC_RELEASE, false>

// The task is released to the owner's block only.
//# test deque-workgroup
//# kernel share<__HIP_MEMORY_SCOPE_WORKGROUP, __ATOMIC_RELEASE, true>
