#pragma once

#include "frontend/edit/spelling.h"
#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

// As in spelling.h, of tests in CUDA C++ and HIP. Words stay in their families: an order beside
// `__ATOMIC_RELAXED` is written `__ATOMIC_RELEASE`, one beside `cuda::memory_order_relaxed` is written
// `cuda::memory_order_release`. The scope of an object is that of its type, and stays.

std::optional<std::vector<TextChange>> respelledCppCall(const Program& program, const c::Language& language,
                                                        ThreadId thread, std::uint32_t instruction,
                                                        const Annotation& annotation);
std::optional<TextChange> cppFenceBefore(const Program& program, const c::Language& language, ThreadId thread,
                                         std::uint32_t instruction);

}  // namespace hrfcheck::frontend
