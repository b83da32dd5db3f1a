/* Shared memory, barrier objects and clusters, for tests with asynchronous operations. An instance has a slot
 * in the shared memory of each group that plays one of its blocks, with room for every location. */
extern __shared__ __align__(16) unsigned char hrf_shared_memory[];

HRF_DEVICE unsigned hrf_shared(unsigned slot, unsigned location) {
  return (unsigned)__cvta_generic_to_shared(hrf_shared_memory) +
         (slot * HRF_LOCATIONS + location) * (HRF_WORDS * 4u);
}
/* The same in the group of that number in the cluster. */
HRF_DEVICE unsigned hrf_shared_of(unsigned rank, unsigned slot, unsigned location) {
  unsigned there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(there)
               : "r"(hrf_shared(slot, location)), "r"(rank));
  return there;
}

/* All work-items of the cluster; what was before it is before what is behind it, in both proxies. */
HRF_DEVICE void hrf_cluster_barrier() {
  asm volatile(
      "fence.proxy.async;\n\t"
      "barrier.cluster.arrive.release;\n\t"
      "barrier.cluster.wait.acquire;\n\t"
      "fence.proxy.async;" ::
          : "memory");
}

HRF_DEVICE void hrf_fill(unsigned where, int value) {
  asm volatile("st.shared::cta.v4.s32 [%0], {%1, %1, %1, %1};" ::"r"(where), "r"(value) : "memory");
}
HRF_DEVICE int hrf_word(unsigned where) {
  int value;
  asm volatile("ld.shared::cta.s32 %0, [%1];" : "=r"(value) : "r"(where) : "memory");
  return value;
}

HRF_DEVICE void hrf_make_object(unsigned where, unsigned count) {
  asm volatile(
      "mbarrier.init.shared::cta.b64 [%0], %1;\n\t"
      "fence.mbarrier_init.release.cluster;" ::"r"(where),
      "r"(count)
      : "memory");
}
HRF_DEVICE void hrf_end_object(unsigned where) {
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(where) : "memory");
}

HRF_DEVICE void hrf_arrive(unsigned where, unsigned count) {
  asm volatile(
      "{\n\t.reg .b64 s;\n\tmbarrier.arrive.release.cta.shared::cta.b64 s, [%0], %1;\n\t}" ::"r"(where),
      "r"(count)
      : "memory");
}
HRF_DEVICE void hrf_await(unsigned where, unsigned parity) {
  unsigned complete = 0;
  for (int i = 0; complete == 0u; ++i) {
    if (i == HRF_PROBE_LOOKS) {
      asm volatile("trap;"); /* the device does not do what it is told */
    }
    asm volatile(
        "{\n\t.reg .pred p;\n\t"
        "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n\t"
        "selp.u32 %0, 1, 0, p;\n\t}"
        : "=r"(complete)
        : "r"(where), "r"(parity)
        : "memory");
  }
}

/* Waits until all operations that an object tracks have completed, when all threads of the instance have
 * ended: `missing` bytes are expected and do not come (or come and are not expected), `left` arrivals
 * complete the last phase of so many, and one phase more is complete when the bytes have come. */
HRF_DEVICE void hrf_complete(unsigned where, int missing, unsigned left, unsigned phases, unsigned count) {
  if (missing > 0) {
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(where), "r"(missing)
                 : "memory");
  } else if (missing < 0) {
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(where), "r"(-missing)
                 : "memory");
  }
  if (left > 0u) {
    hrf_arrive(where, left);
  }
  if (phases > 0u) {
    hrf_await(where, (phases - 1u) & 1u);
  }
  hrf_arrive(where, count);
  hrf_await(where, phases & 1u);
}
