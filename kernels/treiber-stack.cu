// treiber-stack.cl in CUDA C++: each thread pushes a node of its own onto a list, and pops one.

#include <cuda/atomic>

constexpr int NONE = 0;

using Top = cuda::atomic<int, cuda::thread_scope_device>;

struct Node {
  int value;
  int next;
};

__device__ int pop(Node* nodes, Top& top) {
  int head = top.load(cuda::memory_order_acquire);
  while (head != NONE) {
    if (top.compare_exchange_strong(head, nodes[head].next, cuda::memory_order_acquire,
                                    cuda::memory_order_acquire)) {
      return nodes[head].value;
    }
  }
  return NONE;
}

template <cuda::memory_order PUSH>
__global__ void push_and_pop(Node* nodes, Top* top, int* got) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x + 1;
  nodes[me].value = me;
  int head = top->load(cuda::memory_order_relaxed);
  do {
    nodes[me].next = head;
  } while (!top->compare_exchange_strong(head, me, PUSH, cuda::memory_order_relaxed));
  got[me - 1] = pop(nodes, *top);
}

//# launch 2x1
//# init nodes[3]; got[2]
//# forall (got[0] = 1 /\ got[1] = 2 \/ got[0] = 2 /\ got[1] = 1)
//# terminates unfair=Y hsa=Y obe=Y fair=Y

//# test treiber-stack
//# kernel push_and_pop<cuda::memory_order_release>

// A node may be reached before its value is written.
//# test treiber-stack-relaxed
//# kernel push_and_pop<cuda::memory_order_relaxed>
