__global__ void k(int* x, cuda::atomic<int, cuda::thread_scope_blok>* a, cuda::atomic<int, 1, 2>* b) {
  cuda::atomic_ref<int, cuda::thread_scope_device> r;
}
//# launch 1x1
