kernel void f(global int* x) { *x = 1; }
//# launch 2x2
//# exists (x=1)
//# launch 2x1
//# forall (x=1)
//# launch 1x1
