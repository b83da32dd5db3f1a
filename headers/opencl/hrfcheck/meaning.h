#pragma once

// What the reader of LLVM IR gives a meaning to, by its name. Scopes are OpenCL's memory_scope, regions its
// cl_mem_fence_flags, orders those of C.

#define HRFCHECK_NUMBER __attribute__((nodebug, const))
#define HRFCHECK_TOGETHER __attribute__((nodebug, convergent))
HRFCHECK_NUMBER uint __hrfcheck_local_id(uint dimension);
HRFCHECK_NUMBER uint __hrfcheck_group_id(uint dimension);
HRFCHECK_NUMBER uint __hrfcheck_local_size(uint dimension);
HRFCHECK_NUMBER uint __hrfcheck_num_groups(uint dimension);
HRFCHECK_NUMBER uint __hrfcheck_work_dim(void);
HRFCHECK_NUMBER uint __hrfcheck_lane(void);
HRFCHECK_NUMBER uint __hrfcheck_lanes(void);
HRFCHECK_NUMBER uint __hrfcheck_warp(void);
HRFCHECK_NUMBER uint __hrfcheck_warps(void);
HRFCHECK_TOGETHER void __hrfcheck_barrier(uint scope, uint regions, uint order);
HRFCHECK_TOGETHER void __hrfcheck_sub_group_barrier(uint scope, uint regions, uint order);
HRFCHECK_TOGETHER int __hrfcheck_vote_and(int predicate);
HRFCHECK_TOGETHER int __hrfcheck_vote_or(int predicate);
__attribute__((nodebug)) void __hrfcheck_fence(uint regions, uint order, uint scope);
/// Copies at some later time, at the latest when the same work-item waits for all of its copies.
__attribute__((nodebug)) void __hrfcheck_async_copy_to_local(__local void* to, const __global void* from, size_t bytes);
__attribute__((nodebug)) void __hrfcheck_async_copy_to_global(__global void* to, const __local void* from, size_t bytes);
__attribute__((nodebug)) void __hrfcheck_await_copies(void);
__attribute__((nodebug, noreturn)) void __hrfcheck_assert_fail(void);
