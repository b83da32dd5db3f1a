__global__ void k(int* x, cuda::atomic<int, cuda::thread_scope_blok>* a) {
  x->store(1);
  cuda::atomic_ref<int, cuda::thread_scope_device>(*x).load(cuda::memory_order_release);
  cuda::atomic_ref<int>(*x).fetch_add(1, cuda::memory_order_aquire);
  cuda::atomic_ref<int, cuda::thread_scope_device> r;
}
//# launch 1x1
