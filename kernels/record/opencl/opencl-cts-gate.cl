// KhronosGroup/OpenCL-CTS issue 1370, pull request 1377 (2021, 2022): a conformance test stores by relaxed atomics, counts, and lets
// the work-item that counts last copy everything. The count was relaxed, too, and so gates nothing: a copy may be old. Nothing is a
// race, since all of it is atomic. As repaired: the count releases and acquires at the device.

kernel void gate(global atomic_int* dest, global atomic_uint* finished, global int* final_dest) {
  const int me = get_global_id(0);
  atomic_store_explicit(&dest[me], me + 1, memory_order_relaxed, memory_scope_device);
  if (atomic_fetch_add_explicit(finished, 1, memory_order_relaxed, memory_scope_device) == get_global_size(0) - 1) {  // guilty
    final_dest[0] = atomic_load_explicit(&dest[0], memory_order_relaxed, memory_scope_device);
    final_dest[1] = atomic_load_explicit(&dest[1], memory_order_relaxed, memory_scope_device);
  }
}

kernel void gate_fixed(global atomic_int* dest, global atomic_uint* finished, global int* final_dest) {
  const int me = get_global_id(0);
  atomic_store_explicit(&dest[me], me + 1, memory_order_relaxed, memory_scope_device);
  if (atomic_fetch_add_explicit(finished, 1, memory_order_acq_rel, memory_scope_device) == get_global_size(0) - 1) {
    final_dest[0] = atomic_load_explicit(&dest[0], memory_order_relaxed, memory_scope_device);
    final_dest[1] = atomic_load_explicit(&dest[1], memory_order_relaxed, memory_scope_device);
  }
}

//# launch 2x1
//# init dest[2]; finished = 0; final_dest[2]
//# forall (final_dest[0] = 1 /\ final_dest[1] = 2)

//# test opencl-cts-gate
//# kernel gate
//# expect opencl, hrf-indirect-relaxed: race-free, Sometimes

//# test opencl-cts-gate-fixed
//# kernel gate_fixed
//# expect opencl, hrf-indirect-relaxed: race-free, Always
