#pragma once

#include <string_view>

#include "frontend/edit/spelling.h"
#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

// As in spelling.h, of tests in C.

bool cCanSay(const Program& program, const c::Language& language, ThreadId thread, std::uint32_t instruction,
             const Annotation& annotation);
std::optional<std::vector<TextChange>> respelledCall(const Program& program, const c::Language& language,
                                                     ThreadId thread, std::uint32_t instruction,
                                                     const Annotation& annotation);
std::optional<std::vector<TextChange>> respelledFlags(const Program& program, const c::Language& language,
                                                      ThreadId thread, std::uint32_t instruction,
                                                      const FenceSpaces& spaces);
std::optional<TextChange> cFenceBefore(const Program& program, const c::Language& language, ThreadId thread,
                                       std::uint32_t instruction);

/// A barrier of the work-group that orders every address space; empty where the language has none.
std::string cBarrier(const c::Language& language);

// As in spelling.h, of tests in CUDA C++ and HIP. Words stay in their families: an order beside
// `__ATOMIC_RELAXED` is written `__ATOMIC_RELEASE`, one beside `cuda::memory_order_relaxed` is written
// `cuda::memory_order_release`. The scope of an object is that of its type, and stays.

std::optional<std::vector<TextChange>> respelledCppCall(const Program& program, const c::Language& language,
                                                        ThreadId thread, std::uint32_t instruction,
                                                        const Annotation& annotation);
/// Of an instruction that a call makes whose order and scope can be written: its name and its arguments.
std::optional<Span> cppArgumentsOf(const Instruction& instruction, const c::Language& language);
std::optional<TextChange> cppFenceBefore(const Program& program, const c::Language& language, ThreadId thread,
                                         std::uint32_t instruction);

/// Whether the dialect of columns can write an annotation on an instruction.
bool columnsCanSay(const Program& program, ThreadId thread, std::uint32_t instruction,
                   const Annotation& annotation);

// As in spelling.h, of tests in columns. The layout of the table stays where there is room in the cell.
std::optional<std::vector<TextChange>> respelledColumn(const Program& program, ThreadId thread,
                                                       std::uint32_t instruction,
                                                       const Annotation& annotation);
std::optional<TextChange> columnFenceBefore(const Program& program, ThreadId thread,
                                            std::uint32_t instruction);

// As in spelling.h, of tests that are modules of PTX: Instruction::code is the instruction in the module,
// wherever its place is. By the PTX ISA, 9.7.9 ("Data Movement") and 9.7.13 ("Parallel Synchronization").

/// Whether the text of a program is one, and no compiler made it.
bool isPtxText(const Program& program);

std::optional<std::vector<TextChange>> respelledPtx(const Program& program, ThreadId thread,
                                                    std::uint32_t instruction, const Annotation& annotation);
std::optional<TextChange> ptxFenceBefore(const Program& program, ThreadId thread, std::uint32_t instruction);
std::optional<TextChange> ptxProxyFenceBefore(const Program& program, ThreadId thread,
                                              std::uint32_t instruction, std::string_view space);
std::vector<BarrierPlace> ptxBarrierBefore(const Program& program, ThreadId thread,
                                           std::uint32_t instruction);

}  // namespace hrfcheck::frontend
