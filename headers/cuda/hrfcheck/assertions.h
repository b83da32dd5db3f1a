#pragma once

// `printf` and `assert` in device code: nothing, and an incident.

#include "qualifiers.h"

extern "C" __attribute__((device)) int vprintf(const char*, const char*);
extern "C" __attribute__((device, noreturn)) void __assertfail(const char* message, const char* file, unsigned int line,
                                                               const char* function, __SIZE_TYPE__ size);
HRFCHECK_DEVICE void hrfcheck_assert_fails() { __assertfail("", "", 0, "", 1); }
