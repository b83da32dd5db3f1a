// jrprice/Oclgrind issue 159 (2018): reported as a false positive: a load between two barriers with CLK_GLOBAL_MEM_FENCE, and a store
// behind them, race. They do: the work-items are in two work-groups, and a barrier synchronizes one.

int sread(global uint* l) {
  barrier(CLK_GLOBAL_MEM_FENCE);
  int r = *l;  // guilty
  barrier(CLK_GLOBAL_MEM_FENCE);
  return r;
}

kernel void manager(global uint* l) {
  int val = sread(l);
  if (val < 1) {
    *l = val + 1;  // guilty
  }
}

//# launch 2x1
//# init l = 0
//# forall (l = 1)

//# test oclgrind-barrier
//# kernel manager
//# expect opencl, hrf-indirect-relaxed: racy

//# test oclgrind-barrier-one-group
//# kernel manager
//# launch 1x1
//# expect opencl, hrf-indirect-relaxed: race-free, Always
