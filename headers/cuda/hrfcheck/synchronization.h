#pragma once

// Fences and barriers (CUDA Programming Guide, "Memory Fence Functions", "Synchronization Functions").

#include "qualifiers.h"

HRFCHECK_DEVICE void __threadfence_block() { asm volatile("fence.sc.cta;" ::: "memory"); }
HRFCHECK_DEVICE void __threadfence() { asm volatile("fence.sc.gpu;" ::: "memory"); }
HRFCHECK_DEVICE void __threadfence_system() { asm volatile("fence.sc.sys;" ::: "memory"); }

// `__syncthreads` is clang's own, and `bar.sync 0` in PTX.
HRFCHECK_DEVICE __attribute__((convergent)) void __syncwarp(unsigned int mask = 0xffffffffU) {
  asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}
HRFCHECK_DEVICE __attribute__((convergent)) void __barrier_sync(unsigned int id) {
  asm volatile("barrier.sync %0;" ::"r"(id) : "memory");
}
HRFCHECK_DEVICE __attribute__((convergent)) void __barrier_sync_count(unsigned int id, unsigned int count) {
  asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(count) : "memory");
}

HRFCHECK_DEVICE __attribute__((convergent)) int __syncthreads_count(int predicate) {
  int result;
  asm volatile(
      "{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
      : "=r"(result)
      : "r"(predicate)
      : "memory");
  return result;
}
HRFCHECK_DEVICE __attribute__((convergent)) int __syncthreads_and(int predicate) {
  int result;
  asm volatile(
      "{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red.and.pred q, 0, p; selp.s32 %0, 1, 0, q; }"
      : "=r"(result)
      : "r"(predicate)
      : "memory");
  return result;
}
HRFCHECK_DEVICE __attribute__((convergent)) int __syncthreads_or(int predicate) {
  int result;
  asm volatile(
      "{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red.or.pred q, 0, p; selp.s32 %0, 1, 0, q; }"
      : "=r"(result)
      : "r"(predicate)
      : "memory");
  return result;
}

HRFCHECK_DEVICE void __nanosleep(unsigned int time) { asm volatile("nanosleep.u32 %0;" ::"r"(time)); }
HRFCHECK_DEVICE void __trap() { asm volatile("trap;"); }
HRFCHECK_DEVICE void __brkpt() { asm volatile("brkpt;"); }
