#pragma once

// What nothing says: any number.

#include "qualifiers.h"

namespace hrfcheck {

// On which multiprocessor a block is (PTX ISA, "%smid").
HRFCHECK_DEVICE unsigned int any_number() {
  unsigned int result;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(result));
  return result;
}
template <typename T>
HRFCHECK_DEVICE T any() {
  union {
    unsigned int words[(sizeof(T) + 3) / 4];
    T value;
  } result;
  for (unsigned int i = 0; i < (sizeof(T) + 3) / 4; ++i) {
    result.words[i] = any_number();
  }
  return result.value;
}

}  // namespace hrfcheck
