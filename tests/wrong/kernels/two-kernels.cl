kernel void push(global int* x) { *x = 1; }
kernel void steal(global int* x) { *x = 2; }
//# launch 2x2
