kernel void f(global int* x) { *x = 1; }
//# launch 2x2
//# expect opencl
//# expect opencl: racy (x = 1)
//# expect opencl: racy
//# expect opencl: racy, never
//# expect opencl: racy
