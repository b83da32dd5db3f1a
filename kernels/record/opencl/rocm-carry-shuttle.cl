// ROCm/legacy-rocm-build issue 475 (2018), of gpuowl: a work-group stores its carry, has a barrier of global memory, and sets a flag
// by an atomic of OpenCL 1.x; the next work-group waits for the flag. Answered: a barrier reaches as far as its work-group,
// and OpenCL 1.x promises nothing between work-groups; with OpenCL 2.0 the flag releases and acquires at the device.

kernel void carry(global int* shuttle, global volatile int* ready, global int* out) {
  if (get_group_id(0) == 0) {
    shuttle[0] = 42;  // guilty
    barrier(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(ready, 1);  // guilty
  } else {
    while (atomic_cmpxchg(ready, 1, 1) != 1) {  // guilty
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[0] = shuttle[0];  // guilty
  }
}

kernel void carry_fixed(global int* shuttle, global atomic_int* ready, global int* out) {
  if (get_group_id(0) == 0) {
    shuttle[0] = 42;
    atomic_store_explicit(ready, 1, memory_order_release, memory_scope_device);
  } else {
    while (atomic_load_explicit(ready, memory_order_acquire, memory_scope_device) != 1) {
    }
    out[0] = shuttle[0];
  }
}

//# launch 2x1
//# init shuttle[1]; ready = 0; out[1]
//# forall (out[0] = 42)

//# test rocm-carry-shuttle
//# kernel carry
//# expect opencl, hrf-indirect-relaxed: racy

//# test rocm-carry-shuttle-fixed
//# kernel carry_fixed
//# expect opencl, hrf-indirect-relaxed: race-free, Always
//# terminates unfair=N hsa=Y obe=N
