/* lock-sys-two-gpus: a litmus test for a device, written by hrfcheck observe. */
#define HRF_TEST "lock-sys-two-gpus"
#define HRF_BACKEND "cuda"
#define HRF_BLOCKS 2
#define HRF_LARGEST_BLOCK 1
#define HRF_LOCATIONS 2
#define HRF_RESULTS 0
#define HRF_LOOPING 2
#define HRF_VARIABLES 1
#define HRF_VARIABLE_NAMES " c"
#define HRF_KEY_BITS 8
#define HRF_SUB_GROUPS 0
#define HRF_DEVICES 2
#define HRF_BLOCKS_ON 1, 1
#define HRF_MOST_BLOCKS 1
#define HRF_SHARED_RMW 1
#define HRF_HASH "2fed4409ce9129db"
#include "hrf_launch.h"

#include "hrf_words_cuda.h"

HRF_DEVICE unsigned hrf_reads(int key) {
  switch (key) {
    case 0: return 3u;
    case 1: return 3u;
    default: return 0;
  }
}
HRF_DEVICE unsigned hrf_touches(int key) {
  switch (key) {
    case 0: return 3u;
    case 1: return 3u;
    default: return 0;
  }
}
HRF_DEVICE int hrf_count(int key) {
  switch (key) {
    case 0: return 1;
    case 1: return 1;
    default: return 0;
  }
}
HRF_DEVICE int hrf_seat(int key) {
  switch (key) {
    case 0: return 0;
    case 1: return 1;
    default: return 0;
  }
}
HRF_DEVICE int hrf_role(int block, int seat) { return hrf_seat(block * HRF_LARGEST_BLOCK + seat); }
HRF_DEVICE int hrf_initial(int key) {
  switch (key) {
    case 0: return 0;
    case 1: return 0;
    default: return 0;
  }
}
HRF_DEVICE int hrf_blocks_on(int key) {
  switch (key) {
    case 0: return 1;
    case 1: return 1;
    default: return 0;
  }
}
HRF_DEVICE int hrf_block_on(int key) {
  switch (key) {
    case 0: return 0;
    case 2: return 1;
    default: return 0;
  }
}
HRF_DEVICE int hrf_memory(int key) {
  switch (key) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 0;
    case 3: return 2;
    case 4: return 0;
    case 5: return 1;
    case 6: return 2;
    case 7: return 2;
    default: return 0;
  }
}

#include "hrf_kernel.h"

HRF_DEVICE void hrf_role_0(int* l0, int* l1, int patience, int* out) {
  asm volatile(
      "{\n\t"
      ".reg .s32 r<5>, t<9>, old;\n\t"
      ".reg .pred p<5>;\n\t"
      "mov.s32 r0, 0;\n\t"
      "mov.s32 r1, 0;\n\t"
      "mov.s32 r2, 0;\n\t"
      "mov.s32 r3, %3;\n\t"
      "L0:\n\t"
      "atom.acquire.sys.global.cas.b32 r0, [%1], 0, 1;\n\t"
      "mov.s32 t0, r3;\n\t"
      "sub.s32 t1, t0, 1;\n\t"
      "mov.s32 r3, t1;\n\t"
      "mov.s32 t2, r3;\n\t"
      "setp.lt.s32 p0, t2, 0;\n\t"
      "selp.s32 t3, 1, 0, p0;\n\t"
      "setp.ne.s32 p1, t3, 0;\n\t"
      "@p1 bra END;\n\t"
      "mov.s32 t4, r0;\n\t"
      "setp.ne.s32 p2, t4, 0;\n\t"
      "selp.s32 t5, 1, 0, p2;\n\t"
      "setp.ne.s32 p3, t5, 0;\n\t"
      "@p3 bra L0;\n\t"
      "ld.weak.global.s32 r1, [%2];\n\t"
      "mov.s32 t6, r1;\n\t"
      "add.s32 t7, t6, 1;\n\t"
      "mov.s32 r2, t7;\n\t"
      "st.weak.global.s32 [%2], r2;\n\t"
      "st.release.sys.global.s32 [%1], 0;\n\t"
      "END:\n\t"
      "mov.s32 %0, r3;\n\t"
      "}\n\t"
      : "=r"(out[0])
      : "l"(__cvta_generic_to_global(l0)), "l"(__cvta_generic_to_global(l1)), "r"(patience)
      : "memory");
}

HRF_DEVICE void hrf_role_1(int* l0, int* l1, int patience, int* out) {
  asm volatile(
      "{\n\t"
      ".reg .s32 r<5>, t<9>, old;\n\t"
      ".reg .pred p<5>;\n\t"
      "mov.s32 r0, 0;\n\t"
      "mov.s32 r1, 0;\n\t"
      "mov.s32 r2, 0;\n\t"
      "mov.s32 r3, %3;\n\t"
      "L0:\n\t"
      "atom.acquire.sys.global.cas.b32 r0, [%1], 0, 1;\n\t"
      "mov.s32 t0, r3;\n\t"
      "sub.s32 t1, t0, 1;\n\t"
      "mov.s32 r3, t1;\n\t"
      "mov.s32 t2, r3;\n\t"
      "setp.lt.s32 p0, t2, 0;\n\t"
      "selp.s32 t3, 1, 0, p0;\n\t"
      "setp.ne.s32 p1, t3, 0;\n\t"
      "@p1 bra END;\n\t"
      "mov.s32 t4, r0;\n\t"
      "setp.ne.s32 p2, t4, 0;\n\t"
      "selp.s32 t5, 1, 0, p2;\n\t"
      "setp.ne.s32 p3, t5, 0;\n\t"
      "@p3 bra L0;\n\t"
      "ld.weak.global.s32 r1, [%2];\n\t"
      "mov.s32 t6, r1;\n\t"
      "add.s32 t7, t6, 1;\n\t"
      "mov.s32 r2, t7;\n\t"
      "st.weak.global.s32 [%2], r2;\n\t"
      "st.release.sys.global.s32 [%1], 0;\n\t"
      "END:\n\t"
      "mov.s32 %0, r3;\n\t"
      "}\n\t"
      : "=r"(out[0])
      : "l"(__cvta_generic_to_global(l0)), "l"(__cvta_generic_to_global(l1)), "r"(patience)
      : "memory");
}

HRF_DEVICE void hrf_play(int role, HRF_GLOBAL int* memory, HRF_GLOBAL int* results, HrfLaunch launch,
                         unsigned home, unsigned instance) {
  const hrf_wide n = launch.instances;
  int out[HRF_RESULTS + 2];
  switch (role) {
    case 0:
      hrf_role_0(hrf_location(memory, launch, home, 0), hrf_location(memory, launch, home, 1), launch.patience, out);
      results[(HRF_RESULTS + 0) * n + instance] = out[0];
      break;
    case 1:
      hrf_role_1(hrf_location(memory, launch, home, 0), hrf_location(memory, launch, home, 1), launch.patience, out);
      results[(HRF_RESULTS + 1) * n + instance] = out[0];
      break;
    default: break;
  }
}

HRF_DEVICE int hrf_state(int* state, HRF_GLOBAL int* memory, HRF_GLOBAL int* results, HrfLaunch launch,
                         unsigned home, unsigned instance) {
  const hrf_wide n = launch.instances;
  state[0] = *hrf_location(memory, launch, home, 1);
  return 1 && launch.results[0][(HRF_RESULTS + 0) * n + instance] >= 0 && launch.results[1][(HRF_RESULTS + 1) * n + instance] >= 0;
}

/* The final states under interleaving: others are weak. */
#define HRF_INTERLEAVINGS 2
static const int hrf_interleaved[][HRF_VARIABLES] = {
  {0, 0},
  {1, 1}};

#include "hrf_host.h"
#include "hrf_main_cuda.h"
