__global__ void k(int* x, cuda::atomic<int, cuda::thread_scope_block>* a) {
  x->store(1);
  cuda::atomic_ref<int, cuda::thread_scope_device>(*x).load(cuda::memory_order_release);
  cuda::atomic_ref<int>(*x).fetch_add(1, cuda::memory_order_aquire);
  *a *= 2;
  a->load(cuda::memory_order_relaxed, cuda::thread_scope_block);
}
//# launch 1x1
