// The first work-group hands a value to the second one: the data is ordinary, the flag is atomic.

kernel void publish(global int* data, global atomic_int* flag, global int* result) {
  if (get_group_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 1) {
    *result = *data;
  }
}

// The same at a scope that contains only one of the two.
kernel void publish_to_own_group(global int* data, global atomic_int* flag, global int* result) {
  if (get_group_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group) == 1) {
    *result = *data;
  }
}

//# launch 2x1
//# init data = 7; result = 42
//# forall (result = 42)

//# test publish-device
//# kernel publish

//# test publish-work-group
//# kernel publish_to_own_group
