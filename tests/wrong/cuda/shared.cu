extern __shared__ int outside[];
__device__ void f() {
  __shared__ int inside[2];
  inside[0] = 1;
}
__global__ void k(int* x) {
  f();
}
//# launch 1x1
