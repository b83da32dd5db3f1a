kernel void f(global int* x) { *x = 1; }
//# launch 1024x1024,1024
