__device__ void f() {
  __shared__ int inside[2];
  inside[0] = 1;
}
__global__ void k(int* x) {
  extern __shared__ int s[];
  f();
  *x = s[0];
}
//# launch 1x1
