#pragma once

// Async Copies and Prefetch: the copy is done at some time between the call and the wait, by the first work-item, for all of
// the work-group, each of which calls and waits (OpenCL C, "Async Copies from Global to Local Memory").

#define HRFCHECK_FIRST_ITEM (get_local_linear_id() == 0)
#define HRFCHECK_COPIED(T)                                                                                              \
  HRFCHECK_CONVERGENT event_t async_work_group_copy(__local T* to, const __global T* from, size_t n, event_t event) {   \
    if (HRFCHECK_FIRST_ITEM) {                                                                                          \
      __hrfcheck_async_copy_to_local(to, from, n * sizeof(T));                                                            \
    }                                                                                                                   \
    return event;                                                                                                       \
  }                                                                                                                     \
  HRFCHECK_CONVERGENT event_t async_work_group_copy(__global T* to, const __local T* from, size_t n, event_t event) {   \
    if (HRFCHECK_FIRST_ITEM) {                                                                                          \
      __hrfcheck_async_copy_to_global(to, from, n * sizeof(T));                                                           \
    }                                                                                                                   \
    return event;                                                                                                       \
  }                                                                                                                     \
  HRFCHECK_CONVERGENT event_t async_work_group_strided_copy(__local T* to, const __global T* from, size_t n, size_t by, \
                                                            event_t event) {                                            \
    for (size_t i = 0; HRFCHECK_FIRST_ITEM && i < n; ++i) {                                                             \
      __hrfcheck_async_copy_to_local((to + i), (from + i * by), sizeof(T));                                               \
    }                                                                                                                   \
    return event;                                                                                                       \
  }                                                                                                                     \
  HRFCHECK_CONVERGENT event_t async_work_group_strided_copy(__global T* to, const __local T* from, size_t n, size_t by, \
                                                            event_t event) {                                            \
    for (size_t i = 0; HRFCHECK_FIRST_ITEM && i < n; ++i) {                                                             \
      __hrfcheck_async_copy_to_global((to + i * by), (from + i), sizeof(T));                                              \
    }                                                                                                                   \
    return event;                                                                                                       \
  }                                                                                                                     \
  HRFCHECK_FUNCTION void prefetch(const __global T* p, size_t n) {}
#define HRFCHECK_COPIED_WIDTHS(T) HRFCHECK_WIDTHS(HRFCHECK_COPIED, T)
HRFCHECK_COPIED_WIDTHS(char) HRFCHECK_COPIED_WIDTHS(uchar) HRFCHECK_COPIED_WIDTHS(short) HRFCHECK_COPIED_WIDTHS(ushort)
HRFCHECK_COPIED_WIDTHS(int) HRFCHECK_COPIED_WIDTHS(uint) HRFCHECK_COPIED_WIDTHS(long) HRFCHECK_COPIED_WIDTHS(ulong)
HRFCHECK_COPIED_WIDTHS(float) HRFCHECK_COPIED_WIDTHS(double) HRFCHECK_COPIED_WIDTHS(half)

// Who waits for what others copied meets them behind it.
#define wait_group_events(N, EVENTS) hrfcheck_wait_group_events()
HRFCHECK_CONVERGENT void hrfcheck_wait_group_events(void) {
  if (HRFCHECK_FIRST_ITEM) {
    __hrfcheck_await_copies();
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
