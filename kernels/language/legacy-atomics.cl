// The atomic functions of OpenCL 1.x are relaxed and have the scope of the work-group, whatever the memory
// (OpenCL C 3.0, "OpenCL C 1.x Legacy Atomics").
//# init c = 0
//# forall (c = 2)

//# test two-groups
//# kernel count
//# launch 2x1
//# expect opencl, hrf-indirect-relaxed: racy
kernel void count(volatile global int* c) {
  atomic_inc(c);
}

//# test one-group
//# kernel count
//# launch 1x2
//# expect opencl, hrf-indirect-relaxed: race-free, Always

//# test two-groups-64
//# kernel count_long
//# launch 2x1
//# expect opencl, hrf-indirect-relaxed: racy
kernel void count_long(volatile global long* c) {
  atom_add(c, 1L);
}

//# test local
//# kernel count_local
//# launch 1x2
//# expect opencl, hrf-indirect-relaxed: race-free, Always
kernel void count_local(volatile global int* c) {
  local int mine;
  if (get_local_id(0) == 0) {
    mine = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&mine, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    *c = mine;
  }
}
