kernel void f(global int* x) { *x = 1; }
//# launch 2
//# sub-group none
