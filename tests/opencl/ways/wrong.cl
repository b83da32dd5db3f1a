//# launch 1x1
// Neither clang nor hrfcheck knows what `y` is.
kernel void wrong(global float* x) { *x = y; }
