#pragma once

#include <set>
#include <string>
#include <vector>

#include "observe/device_test.h"

namespace hrfcheck::inline observe {

/// Where a location is, seen from a thread on a device of CUDA.
enum class Space {
  Global,
  Own,     ///< the shared memory of its block
  Cluster  ///< that of another block of its cluster
};

/// What the code of one thread is written with.
struct DeviceRole {
  const Program& program;  ///< of withPatience
  ThreadId thread = 0;
  bool loops = false;                 ///< its last register counts down
  std::vector<LocationId> locations;  ///< that it accesses, sorted
  std::vector<RegisterId> observed;   ///< in the order in which they are handed out

  const AsyncPlan* plan = nullptr;  ///< of a test that has one

  Space spaceOf(LocationId location) const;
  const Thread& code() const { return program.threads[thread]; }
};

/// The locations that a thread accesses, or reads only, sorted.
std::vector<LocationId> locationsOf(const Program& program, ThreadId thread, bool onlyRead);

/// The function `hrf_role_N`, which plays the thread: its parameters are its locations, the patience, and
/// `out`, to which it hands the observed registers and, of a thread with loops, whether it came to its end.
/// @throws UserError for an operator without a word
std::string cudaRole(const DeviceRole& role);
std::string openClRole(const DeviceRole& role);
std::string hipRole(const DeviceRole& role);

/// Of a thread between barriers: a function for each part, `hrf_role_N_PART`, with one more parameter before
/// `out`, `kept`, in which the registers stay from part to part.
std::vector<std::string> openClParts(const DeviceRole& role);
std::vector<std::string> hipParts(const DeviceRole& role);
/// `work_group_barrier(...);`, of a program of the OPENCL dialect.
std::string openClBarrier(const Program& program, const BarrierOp& barrier);
/// `__builtin_amdgcn_s_barrier();`
std::string hipBarrier();

// What roles in OpenCL C and in HIP have alike.

/// Declares the registers of a thread's code, `r0`, `r1` ..., with their first values or, of `kept`, those of
/// the part before.
std::string cRegisters(const DeviceRole& role, const Thread& code, bool kept);
/// Hands out the observed registers, and whether a thread with loops came to its end.
std::string cResults(const DeviceRole& role);

/// What a thread of a block executes that plays no role while others wait for each other.
std::string cudaWaiting(const std::vector<std::string>& waits);

}  // namespace hrfcheck::inline observe
