// diku-dk/futhark issue 734 (2019): a scan in one pass has mem_fence(CLK_GLOBAL_MEM_FENCE) between a partial result and its
// flag. The fence reaches as far as the work-group, and the next one may see the flag without the result. Their cure on
// NVIDIA GPUs is membar.gl; OpenCL 2.0 has a fence with a scope. (The flag is a relaxed atomic of the device here, and an ordinary
// volatile number there, so that the fence alone is in question.)

kernel void scan(global int* partial, global atomic_int* flag, global int* out) {
  if (get_group_id(0) == 0) {
    partial[0] = 42;
    mem_fence(CLK_GLOBAL_MEM_FENCE);  // guilty
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 1) {
    mem_fence(CLK_GLOBAL_MEM_FENCE);  // guilty
    out[0] = partial[0];
  }
}

kernel void scan_fixed(global int* partial, global atomic_int* flag, global int* out) {
  if (get_group_id(0) == 0) {
    partial[0] = 42;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 1) {
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    out[0] = partial[0];
  }
}

//# launch 2x1
//# init partial[1]; flag = 0; out[1] = 42
//# forall (out[0] = 42)

//# test futhark-fence
//# kernel scan
//# expect opencl, hrf-indirect-relaxed: racy

//# test futhark-fence-fixed
//# kernel scan_fixed
//# expect opencl, hrf-indirect-relaxed: race-free, Always
