#pragma once

// Loads and stores with cache hints, which change nothing in memory, and copies of bytes.

#include "vector_types.h"

#define HRFCHECK_HINTED(NAME)       \
  template <typename T>             \
  HRFCHECK_DEVICE T NAME(const T* p) { return *p; }
HRFCHECK_HINTED(__ldg)
HRFCHECK_HINTED(__ldcg)
HRFCHECK_HINTED(__ldca)
HRFCHECK_HINTED(__ldcs)
HRFCHECK_HINTED(__ldlu)
HRFCHECK_HINTED(__ldcv)
#undef HRFCHECK_HINTED
