// vetter/shoc issue 30 (2014): in the scan of a sort all work-items read a seed in local memory, and the last one replaces it,
// without a barrier between.

kernel void top_scan(global int* sums, local int* seed) {
  const int me = get_local_id(0);
  const int last = get_local_size(0) - 1;
  if (me == 0) {
    *seed = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int digit = 0; digit < 2; ++digit) {
    const int value = sums[digit * 2 + me];
    const int scanned = value + *seed;  // guilty
    sums[digit * 2 + me] = scanned;
    if (me == last) {
      *seed = scanned;  // guilty
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

kernel void top_scan_fixed(global int* sums, local int* seed) {
  const int me = get_local_id(0);
  const int last = get_local_size(0) - 1;
  if (me == 0) {
    *seed = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int digit = 0; digit < 2; ++digit) {
    const int value = sums[digit * 2 + me];
    const int scanned = value + *seed;
    sums[digit * 2 + me] = scanned;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == last) {
      *seed = scanned;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

//# launch 1x2
//# init sums[4] = {1, 2, 3, 4}
//# forall (sums[0] = 1 /\ sums[1] = 2 /\ sums[2] = 5 /\ sums[3] = 6)

//# test shoc-sort
//# kernel top_scan
//# expect opencl, hrf-indirect-relaxed: racy

//# test shoc-sort-fixed
//# kernel top_scan_fixed
//# expect opencl, hrf-indirect-relaxed: race-free, Always
