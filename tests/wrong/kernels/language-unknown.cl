kernel void f(global int* x) { *x = 1; }
//# launch 2x2
//# language c11
