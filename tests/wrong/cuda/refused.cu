__global__ void k(int* x) {
  int vote = __any_sync(0xffffffff, 1);
  int many = __ballot_sync(0xffffffff, 1);
  *x = threadIdx;
  *x = blockIdx.w;
}
//# launch 1x2
