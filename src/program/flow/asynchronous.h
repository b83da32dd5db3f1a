#pragma once

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// The first instruction that only models of PTX 8 and 9 define: of an asynchronous operation, of a barrier
/// object, of a barrier of a cluster that orders nothing, or a fence for these (ptx_marks.h); null where
/// there is none.
const Instruction* asynchronousInstruction(const Program& program);
bool isAsynchronous(const Instruction& instruction);

/// Of a litmus test: whether a thread is an asynchronous operation and none of the test's own threads, which
/// stand before them.
bool isOperation(const Thread& thread);

/// The first fence with an order that is about some accesses, or proxies, alone: to a model that does not
/// know that, it would order more. Null where there is none.
const Instruction* restrictedFence(const Program& program);

}  // namespace hrfcheck::inline program
