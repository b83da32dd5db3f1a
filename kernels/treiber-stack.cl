// A stack as a list of nodes (Treiber 1986): each work-item pushes a node of its own, and pops one.

#define NONE 0

struct Node {
  int value;
  int next;
};

int pop(global struct Node* nodes, global atomic_int* top) {
  int head = atomic_load_explicit(top, memory_order_acquire, memory_scope_device);
  while (head != NONE) {
    if (atomic_compare_exchange_strong_explicit(top, &head, nodes[head].next, memory_order_acquire,
                                                memory_order_acquire, memory_scope_device)) {
      return nodes[head].value;
    }
  }
  return NONE;
}

kernel void push_and_pop(global struct Node* nodes, global atomic_int* top, global int* got) {
  int me = get_global_id(0) + 1;
  nodes[me].value = me;
  int head = atomic_load_explicit(top, memory_order_relaxed, memory_scope_device);
  do {
    nodes[me].next = head;
  } while (!atomic_compare_exchange_strong_explicit(top, &head, me, memory_order_release, memory_order_relaxed,
                                                    memory_scope_device));
  got[me - 1] = pop(nodes, top);
}

// A node may be reached before its value is written.
kernel void push_relaxed(global struct Node* nodes, global atomic_int* top, global int* got) {
  int me = get_global_id(0) + 1;
  nodes[me].value = me;
  int head = atomic_load_explicit(top, memory_order_relaxed, memory_scope_device);
  do {
    nodes[me].next = head;
  } while (!atomic_compare_exchange_strong_explicit(top, &head, me, memory_order_relaxed, memory_order_relaxed,
                                                    memory_scope_device));
  got[me - 1] = pop(nodes, top);
}

//# launch 2x1
//# init nodes[3]; got[2]
//# forall (got[0] = 1 /\ got[1] = 2 \/ got[0] = 2 /\ got[1] = 1)
//# terminates unfair=Y hsa=Y obe=Y fair=Y

//# test treiber-stack
//# kernel push_and_pop

//# test treiber-stack-relaxed
//# kernel push_relaxed
