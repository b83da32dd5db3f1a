#pragma once

// Synchronization functions, and fences. Those of OpenCL 1.x are of the work-group ("atomic_work_item_fence": "older syntax
// memory fences").

enum {
  HRFCHECK_RELAXED = 0,
  HRFCHECK_ACQUIRE = 2,
  HRFCHECK_RELEASE = 3,
  HRFCHECK_ACQ_REL = 4,
  HRFCHECK_WORK_GROUP = 1,
  HRFCHECK_SUB_GROUP = 4
};

#define HRFCHECK_CONVERGENT static inline __attribute__((overloadable, always_inline, nodebug, convergent))
HRFCHECK_CONVERGENT void barrier(cl_mem_fence_flags flags) {
  __hrfcheck_barrier(HRFCHECK_WORK_GROUP, flags, HRFCHECK_ACQ_REL);
}
HRFCHECK_CONVERGENT void work_group_barrier(cl_mem_fence_flags flags) { barrier(flags); }
HRFCHECK_CONVERGENT void sub_group_barrier(cl_mem_fence_flags flags) {
  __hrfcheck_sub_group_barrier(HRFCHECK_SUB_GROUP, flags, HRFCHECK_ACQ_REL);
}
HRFCHECK_PLAIN void mem_fence(cl_mem_fence_flags flags) { __hrfcheck_fence(flags, HRFCHECK_ACQ_REL, HRFCHECK_WORK_GROUP); }
HRFCHECK_PLAIN void read_mem_fence(cl_mem_fence_flags flags) {
  __hrfcheck_fence(flags, HRFCHECK_ACQUIRE, HRFCHECK_WORK_GROUP);
}
HRFCHECK_PLAIN void write_mem_fence(cl_mem_fence_flags flags) {
  __hrfcheck_fence(flags, HRFCHECK_RELEASE, HRFCHECK_WORK_GROUP);
}
#if __OPENCL_C_VERSION__ >= CL_VERSION_2_0
HRFCHECK_CONVERGENT void barrier(cl_mem_fence_flags flags, memory_scope scope) {
  __hrfcheck_barrier(scope, flags, HRFCHECK_ACQ_REL);
}
HRFCHECK_CONVERGENT void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { barrier(flags, scope); }
HRFCHECK_CONVERGENT void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  __hrfcheck_sub_group_barrier(scope, flags, HRFCHECK_ACQ_REL);
}
HRFCHECK_PLAIN void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope) {
  __hrfcheck_fence(flags, order, scope);
}
#endif
