kernel void f(global int* x) { *x = 1; }
//# lauch 2x2
//# launch 2x2
//# hello
//# exists
//# filter (x=0) (x=1)
//#launch 3x3
//#define N 2
//#
//# 
