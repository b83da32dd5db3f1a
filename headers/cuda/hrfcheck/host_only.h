#pragma once

// Builtins whose order clang drops on the way to PTX are there for host code alone: device code that calls one is
// refused by its name.

#include "qualifiers.h"

#define HRFCHECK_HOST_ONLY(NAME)                                                         \
  template <typename P, typename... T>                                                   \
  static inline __attribute__((host)) auto host_code_alone_##NAME(P p, T... values) {    \
    return NAME(p, values...);                                                           \
  }
HRFCHECK_HOST_ONLY(__sync_fetch_and_add)
HRFCHECK_HOST_ONLY(__sync_fetch_and_sub)
HRFCHECK_HOST_ONLY(__sync_fetch_and_or)
HRFCHECK_HOST_ONLY(__sync_fetch_and_and)
HRFCHECK_HOST_ONLY(__sync_fetch_and_xor)
HRFCHECK_HOST_ONLY(__sync_fetch_and_nand)
HRFCHECK_HOST_ONLY(__sync_add_and_fetch)
HRFCHECK_HOST_ONLY(__sync_sub_and_fetch)
HRFCHECK_HOST_ONLY(__sync_or_and_fetch)
HRFCHECK_HOST_ONLY(__sync_and_and_fetch)
HRFCHECK_HOST_ONLY(__sync_xor_and_fetch)
HRFCHECK_HOST_ONLY(__sync_nand_and_fetch)
HRFCHECK_HOST_ONLY(__sync_bool_compare_and_swap)
HRFCHECK_HOST_ONLY(__sync_val_compare_and_swap)
HRFCHECK_HOST_ONLY(__sync_lock_test_and_set)
HRFCHECK_HOST_ONLY(__sync_lock_release)
#undef HRFCHECK_HOST_ONLY
#define __sync_fetch_and_add host_code_alone___sync_fetch_and_add
#define __sync_fetch_and_sub host_code_alone___sync_fetch_and_sub
#define __sync_fetch_and_or host_code_alone___sync_fetch_and_or
#define __sync_fetch_and_and host_code_alone___sync_fetch_and_and
#define __sync_fetch_and_xor host_code_alone___sync_fetch_and_xor
#define __sync_fetch_and_nand host_code_alone___sync_fetch_and_nand
#define __sync_add_and_fetch host_code_alone___sync_add_and_fetch
#define __sync_sub_and_fetch host_code_alone___sync_sub_and_fetch
#define __sync_or_and_fetch host_code_alone___sync_or_and_fetch
#define __sync_and_and_fetch host_code_alone___sync_and_and_fetch
#define __sync_xor_and_fetch host_code_alone___sync_xor_and_fetch
#define __sync_nand_and_fetch host_code_alone___sync_nand_and_fetch
#define __sync_bool_compare_and_swap host_code_alone___sync_bool_compare_and_swap
#define __sync_val_compare_and_swap host_code_alone___sync_val_compare_and_swap
#define __sync_lock_test_and_set host_code_alone___sync_lock_test_and_set
#define __sync_lock_release host_code_alone___sync_lock_release
