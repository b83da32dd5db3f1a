kernel void push(global int* x) { *x = 1; }
//# launch 2x2
//# kernel pusch
