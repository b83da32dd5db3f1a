// The same in OpenCL C, where a vector of three is as large as one of four.
//# launch 1x1
//# init x = 0

//# test store-of-two
//# kernel store_of_two
//# init buf[2]
//# forall (buf[0] = 1 /\ buf[1] = 2 /\ x = 0)
//# expect opencl, hrf-indirect-relaxed: Always
kernel void store_of_two(global int* buf, global int* x) {
  *(global int2*)buf = (int2)(1, 2);
  *x = *x;
}

//# test vector-of-three
//# kernel vector_of_three
//# init buf[8] = {0, 1, 2, 3, 4, 5, 6, 7}
//# forall (x = 5)
//# expect opencl, hrf-indirect-relaxed: Always
kernel void vector_of_three(global int* buf, global int* x) { *x = ((global int3*)buf)[1].y; }

//# test local-memory
//# kernel local_memory
//# init out
//# forall (out.x = 4 /\ out.w = 7)
//# expect opencl, hrf-indirect-relaxed: Always
kernel void local_memory(global int4* out, global int* x) {
  local int tmp[8];
  ((local int4*)tmp)[1] = (int4)(4, 5, 6, 7);
  out[0] = *(local int4*)(tmp + 4);
}

//# test racing-halves
//# kernel racing_halves
//# launch 2x1
//# init buf[4]
//# expect opencl: racy
kernel void racing_halves(global int* buf, global int* x) {
  if (get_group_id(0) == 0) *(global int2*)(buf + 2) = (int2)(1, 2);
  else buf[3] = 5;
}
