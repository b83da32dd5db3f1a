// Code that a kernel does not reach is not read: functions and constants that it does not name.
//# launch 1x1
//# init x
//# forall (x = 1)
constant float weights[3] = {0.25f, 0.5f, 0.25f};
typedef struct { float re, im; } complex_t;
float blur(global const float* in, int i) { return in[i] * weights[0] + 1e-3f; }
complex_t times(complex_t a, complex_t b) { return (complex_t){a.re * b.re, a.im * b.im}; }
int one(void) { return 1; }
kernel void image(read_only image2d_t source, global float* out) { *out = read_imagef(source, (int2)(0, 0)).x; }

//# test k
//# kernel k
//# expect opencl: Always
kernel void k(global int* x) { *x = one(); }
