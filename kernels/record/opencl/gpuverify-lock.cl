// mc-imperial/gpuverify issue 55 (2024), a question: a lock by the compare-and-swap of OpenCL 1.x around an ordinary counter. GPUVerify
// reports a race; is that a false alarm? The functions of OpenCL 1.x are relaxed, so that nothing orders one critical section with
// the next: the race is real in OpenCL's model. With an acquire and a release it is gone.

kernel void mutex_test(global uint* l, global int* x) {
  if (atomic_cmpxchg(l, 0, 1) == 0) {  // guilty
    int a = *x;  // guilty
    *x = a + 1;  // guilty
    atomic_xchg(l, 0);  // guilty
  }
}

kernel void mutex_test_fixed(global atomic_uint* l, global int* x) {
  uint expected = 0;
  if (atomic_compare_exchange_strong_explicit(l, &expected, 1, memory_order_acquire, memory_order_relaxed,
                                              memory_scope_device)) {
    int a = *x;
    *x = a + 1;
    atomic_store_explicit(l, 0, memory_order_release, memory_scope_device);
  }
}

//# launch 1x2
//# init l = 0; x = 0
//# forall (x = 1 \/ x = 2)

//# test gpuverify-lock
//# kernel mutex_test
//# expect opencl, hrf-indirect-relaxed: racy

//# test gpuverify-lock-fixed
//# kernel mutex_test_fixed
//# expect opencl, hrf-indirect-relaxed: race-free, Always
