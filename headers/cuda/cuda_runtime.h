#pragma once

// CUDA C++ as clang reads it without an SDK: the documented functions of the device, in instructions of PTX, and
// declarations of the host's. Everything here is hrfcheck's own text.

#include "hrfcheck/qualifiers.h"
#include "hrfcheck/vector_types.h"
#include "hrfcheck/builtin_variables.h"
#include "hrfcheck/synchronization.h"
#include "hrfcheck/atomic_functions.h"
#include "hrfcheck/built_in_atomics.h"
#include "hrfcheck/warp_functions.h"
#include "hrfcheck/memory_functions.h"
#include "hrfcheck/integer_functions.h"
#include "hrfcheck/math_functions.h"
#include "hrfcheck/exact_functions.h"
#include "hrfcheck/assertions.h"
#include "hrfcheck/textures.h"
#include "hrfcheck/host.h"

// What NVIDIA's header includes, where the system has it.
#if __has_include(<cstdlib>)
#include <cstdlib>
#if defined(_GLIBCXX_USE_STD_SPEC_FUNCS) && !defined(HRFCHECK_SPECIAL_FUNCTIONS)
// Special functions of C++17 (std::legendre, ...) take longer to read than all the rest: a text that does not
// compile without them is compiled again.
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define _GLIBCXX_USE_STD_SPEC_FUNCS 0
#endif
#include <cassert>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <math.h>    // its names without std::, too
#include <stdlib.h>
#else
#define assert(condition) ((condition) ? (void)0 : __assertfail(#condition, __FILE__, __LINE__, "", 1))
#endif
#include "hrfcheck/host_only.h"
