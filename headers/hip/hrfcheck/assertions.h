#pragma once

// `printf` and `assert` in device code: nothing, and an incident.

#include "meaning.h"

extern "C" {
__attribute__((device)) int printf(const char*, ...);
// What the system's `assert` calls.
inline __attribute__((device, noreturn, always_inline, nodebug)) void __assert_fail(const char*, const char*,
                                                                                    unsigned int, const char*) {
  __hrfcheck_assert_fail();
}
}
