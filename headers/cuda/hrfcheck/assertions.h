#pragma once

// `printf` and `assert` in device code: nothing, and an incident.

#include "qualifiers.h"

extern "C" {
__attribute__((device)) int printf(const char*, ...);
__attribute__((device, noreturn)) void __assertfail(const char* message, const char* file, unsigned int line,
                                                    const char* function, __SIZE_TYPE__ size);
// What the system's `assert` calls.
inline __attribute__((device, noreturn, always_inline, nodebug)) void __assert_fail(const char* message, const char* file,
                                                                                    unsigned int line,
                                                                                    const char* function) {
  __assertfail(message, file, line, function, 1);
}
}
