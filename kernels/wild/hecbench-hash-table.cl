// ORNL/HeCBench pull request 292 (2026): an insert into a hash table writes the entry's value by an ordinary store and
// publishes the entry by a relaxed compare-and-swap. On a GPU of several dies, each with a cache of its own, a lookup
// followed the new link, read the old value, used it as an index, and crashed.

#define NONE -1

kernel void table(global atomic_int* next, global int* value, global int* found) {
  if (get_group_id(0) == 0) {
    int end = NONE;
    value[1] = 42;
    atomic_compare_exchange_strong_explicit(&next[0], &end, 1, memory_order_relaxed, memory_order_relaxed,
                                            memory_scope_device);
  } else {
    int entry = atomic_load_explicit(&next[0], memory_order_relaxed, memory_scope_device);
    if (entry != NONE) {
      *found = value[entry];
    }
  }
}

// As repaired: the swap releases, and the lookup acquires.
kernel void table_fixed(global atomic_int* next, global int* value, global int* found) {
  if (get_group_id(0) == 0) {
    int end = NONE;
    value[1] = 42;
    atomic_compare_exchange_strong_explicit(&next[0], &end, 1, memory_order_release, memory_order_relaxed,
                                            memory_scope_device);
  } else {
    int entry = atomic_load_explicit(&next[0], memory_order_acquire, memory_scope_device);
    if (entry != NONE) {
      *found = value[entry];
    }
  }
}

//# launch 2x1
//# init next[2] = {-1, -1}; value[2] = {0, 7}; found = 42
//# forall (found = 42)

//# test hecbench-hash-table
//# kernel table

//# test hecbench-hash-table-fixed
//# kernel table_fixed
