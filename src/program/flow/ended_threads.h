#pragma once

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Whether a barrier waits for threads of its scope instance that have ended, and so for ever.
///
/// It does not in CUDA (since Volta), in PTX and in HIP:
/// * CUDA C++ Programming Guide, Volta's "Independent Thread Scheduling": `__syncthreads()` and `bar.sync`
/// "will
///   not succeed until reached by all non-exited threads in the block"; "Synchronization Functions":
///   `__syncwarp()`, "all non-exited threads named in mask".
/// * PTX ISA, `exit`: "As threads exit, barriers waiting on all threads are checked to see if the exiting
/// threads
///   are the only threads that have not yet made it to a barrier{.cta} for all threads in the CTA or to a
///   barrier.cluster for all threads in the cluster. If the exiting threads are holding up the barrier, the
///   barrier is released."
/// * LLVM, "AMDGPU Execution Synchronization", `s_barrier`: "When a thread ends, it automatically drops" the
///   barrier of its work-group, which then expects one arrival less.
///
/// A barrier with a count opens after that many arrivals, and a thread that has ended makes none. No source
/// lets threads end before a barrier of the grid. In OpenCL (OpenCL C, "Synchronization Functions") and
/// Vulkan (SPIR-V, OpControlBarrier) all work-items must come.
bool waitsForTheEnded(const Program& program, const BarrierOp& barrier);

/// Whether all threads of a barrier's scope instance come to it equally often, as far as the code shows, if
/// they end.
bool allComeAsOften(const Program& program, ThreadId thread, const BarrierOp& barrier);
/// Whether some barrier that does not wait for the ended may open without somebody who has ended: as far as
/// the code tells, not all of its participants come as often.
bool mayOpenWithoutTheEnded(const Program& program);

/// Whether what its threads do before a barrier is done when it opens, and what they do behind it is not
/// begun: an order of the barrier says so, or the language, as PTX's ("no new memory access is requested by
/// this thread before the barrier completes").
bool keepsAccessesApart(const Program& program, const BarrierOp& barrier);

}  // namespace hrfcheck::inline program
