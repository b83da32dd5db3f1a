// Shifts of OpenCL C are of bits, and counts are taken modulo the width.
//# launch 1x1
//# init o

//# test sign-bit
//# kernel sign_bit
//# forall (o = -2147483648)
//# expect opencl: Always
kernel void sign_bit(global int* o) { *o = 1 << 31; }

//# test count-of-the-width
//# kernel count_of_the_width
//# init n = 33
//# forall (o = 2)
//# expect opencl: Always
kernel void count_of_the_width(global int* o, int n) { *o = 1 << n; }

//# test negative
//# kernel negative
//# init n = -1
//# forall (o = -2)
//# expect opencl: Always
kernel void negative(global int* o, int n) { *o = n << 1; }

//# test negative-count
//# kernel negative_count
//# init n = -1
//# forall (o = -1)
//# expect opencl: Always
kernel void negative_count(global int* o, int n) { *o = -5 >> n; }
