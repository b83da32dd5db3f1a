// mem_fence, read_mem_fence and write_mem_fence have the scope of the work-group, whatever their flags.
//# init data = 0; flag = 0; out = 5
//# forall (out = 5)

//# test two-groups
//# kernel publish
//# launch 2x1
//# expect opencl, hrf-indirect-relaxed: racy
kernel void publish(global int* data, global atomic_int* flag, global int* out) {
  if (get_global_id(0) == 0) {
    *data = 5;
    write_mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 1) {
    read_mem_fence(CLK_GLOBAL_MEM_FENCE);
    *out = *data;
  }
}

//# test one-group
//# kernel publish
//# launch 1x2
//# expect opencl, hrf-indirect-relaxed: race-free, Always

//# test two-groups-full
//# kernel publish_full
//# launch 2x1
//# expect opencl, hrf-indirect-relaxed: racy
kernel void publish_full(global int* data, global atomic_int* flag, global int* out) {
  if (get_global_id(0) == 0) {
    *data = 5;
    mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 1) {
    mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    *out = *data;
  }
}

//# test one-side-newer
//# kernel publish_newer
//# launch 2x1
//# expect opencl, hrf-indirect-relaxed: racy
kernel void publish_newer(global int* data, global atomic_int* flag, global int* out) {
  if (get_global_id(0) == 0) {
    *data = 5;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 1) {
    read_mem_fence(CLK_GLOBAL_MEM_FENCE);
    *out = *data;
  }
}
