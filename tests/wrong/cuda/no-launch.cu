__global__ void steal(int* head, int n) {
  atomicAdd(head, n);
}
