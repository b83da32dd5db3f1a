#pragma once

#include <cstdint>

namespace hrfcheck {

/// What random tests are made of. Profiles narrow the choices, so that the properties that hold only of some
/// programs get programs to hold of.
enum class Profile {
  // HSA
  Anything,     ///< all orders and scopes, RMWs, branches, fences, remote operations
  NoRemote,     ///< the same without remote operations
  SeqCstOnly,   ///< only sc atomics and ordinary accesses, all scopes
  SystemScope,  ///< only sc atomics at sys scope and ordinary accesses
  RemoteHeavy,  ///< message passing and locks built on remote operations
  Barriers,     ///< some barriers as well
  Alike,        ///< anything, several threads with the same code
  Waits,        ///< loops that wait, locks, barriers; some loops that store
  Twins,        ///< anything that OpenCL has, too
  // OPENCL
  OpenCl,            ///< all orders and scopes, all statements; no remote operations, no barriers
  OpenClRemote,      ///< the same with remote operations
  OpenClBarriers,    ///< the same with barriers
  OpenClLoops,       ///< loops that wait, and loops that nearly do
  OpenClStructures,  ///< structs, arrays and functions
  OpenClOneLevel,    ///< all scopes at one level, no remote operations
  OpenClAlike,       ///< several threads with the same code
  OpenClWorkGroups,  ///< two to four threads with loops, barriers (in loops, too), fences, local memory
  OpenClKernels,     ///< launched kernels (random_kernel.h)
  // C
  C,        ///< all orders, all statements
  CLoops,   ///< with loops
  CSeqCst,  ///< only seq_cst atomics, and neither loops nor filters
  CAlike,   ///< several threads with the same code
  // PTX and Vulkan
  Ptx,             ///< all orders, scopes and proxies, aliases, some barriers
  PtxLoops,        ///< with loops that wait
  PtxBarriers,     ///< with more barriers
  PtxAlike,        ///< several threads with the same code
  Vulkan,          ///< all orders, scopes, storage classes, aliases, pairs that synchronize, some barriers
  VulkanLoops,     ///< with loops that wait
  VulkanBarriers,  ///< with more barriers
  VulkanAlike,     ///< several threads with the same code
};
inline constexpr unsigned kProfiles = 30;

const char* nameOf(Profile profile);

bool isHsa(Profile profile);
/// OPENCL: with scopes, address spaces and barriers.
bool isOpenCl(Profile profile);
bool hasLoops(Profile profile);
bool isPtx(Profile profile);
/// PTX or Vulkan, whose programs only models of their own apply to.
bool isGpu(Profile profile);
/// Barriers in many places (OPENCL: barriers at all).
bool hasBarriers(Profile profile);
/// With threads of the same code.
bool isAlike(Profile profile);

}  // namespace hrfcheck
