// Nothing says how many work-items execute it.
kernel void twice(global int* x) { *x += *x; }
