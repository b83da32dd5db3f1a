#include <array>

#include "frontend/c/language/language.h"

// CUDA C++ and HIP, by the vendors' documents; docs/cuda.md says for each row which.

namespace hrfcheck::frontend::c {
namespace {

// The levels of both dialects (c_dialects.cpp).
constexpr std::uint32_t kThread = 0;
constexpr std::uint32_t kWarp = 1;
constexpr std::uint32_t kBlock = 2;
constexpr std::uint32_t kCluster = 3;
constexpr std::uint32_t kDevice = 4;
constexpr std::uint32_t kSystem = 5;

constexpr FunctionRow fixedFence(std::string_view name, std::uint32_t level) {
  return {name, BuiltinKind::ThreadFence, RmwOp::Exchange, Forms::Scoped, "", level, Order::SeqCst};
}
constexpr FunctionRow barrierOf(std::string_view name, std::uint32_t level) {
  return {name, BuiltinKind::Barrier, RmwOp::Exchange, Forms::Fixed, "", level};
}
constexpr FunctionRow relaxed(std::string_view name, BuiltinKind kind, RmwOp op, std::string_view arguments) {
  return {name, kind, op, Forms::Suffixed, arguments, 0, Order::Relaxed};
}

constexpr auto kShared = std::to_array<FunctionRow>({
    fixedFence("__threadfence_block", kBlock),
    fixedFence("__threadfence", kDevice),
    fixedFence("__threadfence_system", kSystem),
    {"atomic_thread_fence", BuiltinKind::ThreadFence, RmwOp::Exchange, Forms::Fixed, ""},
    barrierOf("__syncthreads", kBlock),
    {"__syncwarp", BuiltinKind::Barrier, RmwOp::Exchange, Forms::Fixed, "[mask]", kWarp},
    barrierOf("block.sync", kBlock),
    barrierOf("grid.sync", kDevice),
    barrierOf("cluster.sync", kCluster),
    barrierOf("warp.sync", kWarp),
    relaxed("atomicAdd", BuiltinKind::Fetch, RmwOp::Add, "pointer, value"),
    relaxed("atomicSub", BuiltinKind::Fetch, RmwOp::Sub, "pointer, value"),
    relaxed("atomicExch", BuiltinKind::Exchange, RmwOp::Exchange, "pointer, value"),
    relaxed("atomicMin", BuiltinKind::Fetch, RmwOp::Min, "pointer, value"),
    relaxed("atomicMax", BuiltinKind::Fetch, RmwOp::Max, "pointer, value"),
    relaxed("atomicAnd", BuiltinKind::Fetch, RmwOp::And, "pointer, value"),
    relaxed("atomicOr", BuiltinKind::Fetch, RmwOp::Or, "pointer, value"),
    relaxed("atomicXor", BuiltinKind::Fetch, RmwOp::Xor, "pointer, value"),
    relaxed("atomicInc", BuiltinKind::Fetch, RmwOp::IncrementTo, "pointer, limit"),
    relaxed("atomicDec", BuiltinKind::Fetch, RmwOp::DecrementFrom, "pointer, limit"),
    relaxed("atomicCAS", BuiltinKind::ExchangeIfEqual, RmwOp::CompareSwap, "pointer, expected, value"),
    {"__nv_atomic_thread_fence", BuiltinKind::ThreadFence, RmwOp::Exchange, Forms::Fixed, ""},
    // HIP's own begin here.
    {"__builtin_amdgcn_fence", BuiltinKind::ThreadFence, RmwOp::Exchange, Forms::Fixed, "", 0, std::nullopt,
     true},
    {"__scoped_atomic_thread_fence", BuiltinKind::ThreadFence, RmwOp::Exchange, Forms::Fixed, "", 0,
     std::nullopt, true},
    {"__builtin_amdgcn_s_barrier", BuiltinKind::Barrier, RmwOp::Exchange, Forms::Fixed, "", kBlock,
     Order::Relaxed},
});
constexpr std::size_t kCudaFunctions = kShared.size() - 3;
static_assert(kShared[kCudaFunctions].name == "__builtin_amdgcn_fence", "CUDA's functions come before HIP's");

constexpr auto kOrders = std::to_array<std::pair<std::string_view, Order>>({
    {"memory_order_relaxed", Order::Relaxed},
    {"memory_order_consume", Order::Consume},
    {"memory_order_acquire", Order::Acquire},
    {"memory_order_release", Order::Release},
    {"memory_order_acq_rel", Order::AcquireRelease},
    {"memory_order_seq_cst", Order::SeqCst},
    {"__ATOMIC_RELAXED", Order::Relaxed},
    {"__ATOMIC_CONSUME", Order::Consume},
    {"__ATOMIC_ACQUIRE", Order::Acquire},
    {"__ATOMIC_RELEASE", Order::Release},
    {"__ATOMIC_ACQ_REL", Order::AcquireRelease},
    {"__ATOMIC_SEQ_CST", Order::SeqCst},
    {"__NV_ATOMIC_RELAXED", Order::Relaxed},
    {"__NV_ATOMIC_CONSUME", Order::Consume},
    {"__NV_ATOMIC_ACQUIRE", Order::Acquire},
    {"__NV_ATOMIC_RELEASE", Order::Release},
    {"__NV_ATOMIC_ACQ_REL", Order::AcquireRelease},
    {"__NV_ATOMIC_SEQ_CST", Order::SeqCst},
});
constexpr std::size_t kHipOrders = 12;

constexpr auto kScopes = std::to_array<std::pair<std::string_view, std::uint32_t>>({
    // CUDA's own come first, those of both in the middle.
    {"__NV_THREAD_SCOPE_THREAD", kThread},
    {"__NV_THREAD_SCOPE_BLOCK", kBlock},
    {"__NV_THREAD_SCOPE_CLUSTER", kCluster},
    {"__NV_THREAD_SCOPE_DEVICE", kDevice},
    {"__NV_THREAD_SCOPE_SYSTEM", kSystem},
    {"thread_scope_thread", kThread},
    {"thread_scope_block", kBlock},
    {"thread_scope_cluster", kCluster},
    {"thread_scope_device", kDevice},
    {"thread_scope_system", kSystem},
    {"__MEMORY_SCOPE_SINGLE", kThread},
    {"__MEMORY_SCOPE_WVFRNT", kWarp},
    {"__MEMORY_SCOPE_WRKGRP", kBlock},
    {"__MEMORY_SCOPE_CLUSTR", kCluster},
    {"__MEMORY_SCOPE_DEVICE", kDevice},
    {"__MEMORY_SCOPE_SYSTEM", kSystem},
    {"__HIP_MEMORY_SCOPE_SINGLETHREAD", kThread},
    {"__HIP_MEMORY_SCOPE_WAVEFRONT", kWarp},
    {"__HIP_MEMORY_SCOPE_WORKGROUP", kBlock},
    {"__HIP_MEMORY_SCOPE_CLUSTER", kCluster},
    {"__HIP_MEMORY_SCOPE_AGENT", kDevice},
    {"__HIP_MEMORY_SCOPE_SYSTEM", kSystem},
    {"\"singlethread\"", kThread},
    {"\"wavefront\"", kWarp},
    {"\"workgroup\"", kBlock},
    {"\"cluster\"", kCluster},
    {"\"agent\"", kDevice},
    {"\"\"", kSystem},
});
constexpr std::size_t kCudaScopes = 16;
constexpr std::size_t kHipScopesFrom = 5;

constexpr auto kSuffixes = std::to_array<std::pair<std::string_view, std::uint32_t>>({
    {"_block", kBlock},
    {"_system", kSystem},
});

constexpr auto kFamilies = std::to_array<Family>({
    {"__nv_atomic_", "_n", Family::Scope::Optional, false, true},
    {".", "", Family::Scope::OfObject, true},
    {"__scoped_atomic_", "_n", Family::Scope::Required, false, true},
    {"__hip_atomic_", "", Family::Scope::Required},
    {"__atomic_", "_n", Family::Scope::None, false, true},
});
constexpr std::size_t kCudaFamilies = 3;
constexpr std::size_t kHipFamiliesFrom = 1;

constexpr IntegerKind kUint{32, false};
constexpr IntegerKind kWide{64, false};
constexpr auto kIds = std::to_array<IdRow>({
    {"threadIdx.x", IdKind::LocalId, false, kUint, 0},
    {"threadIdx.y", IdKind::LocalId, false, kUint, 1},
    {"threadIdx.z", IdKind::LocalId, false, kUint, 2},
    {"blockIdx.x", IdKind::GroupId, false, kUint, 0},
    {"blockIdx.y", IdKind::GroupId, false, kUint, 1},
    {"blockIdx.z", IdKind::GroupId, false, kUint, 2},
    {"blockDim.x", IdKind::LocalSize, false, kUint, 0},
    {"blockDim.y", IdKind::LocalSize, false, kUint, 1},
    {"blockDim.z", IdKind::LocalSize, false, kUint, 2},
    {"gridDim.x", IdKind::NumGroups, false, kUint, 0},
    {"gridDim.y", IdKind::NumGroups, false, kUint, 1},
    {"gridDim.z", IdKind::NumGroups, false, kUint, 2},
    {"warpSize", IdKind::WarpSize, false, {32, true}},
    {"block.thread_rank", IdKind::LocalLinearId, false, kUint},
    {"block.size", IdKind::ItemCount, false, kUint},
    {"block.num_threads", IdKind::ItemCount, false, kUint},
    {"block.thread_index.x", IdKind::LocalId, false, kUint, 0},
    {"block.thread_index.y", IdKind::LocalId, false, kUint, 1},
    {"block.thread_index.z", IdKind::LocalId, false, kUint, 2},
    {"block.group_index.x", IdKind::GroupId, false, kUint, 0},
    {"block.group_index.y", IdKind::GroupId, false, kUint, 1},
    {"block.group_index.z", IdKind::GroupId, false, kUint, 2},
    {"grid.thread_rank", IdKind::ThreadRank, false, kWide},
    {"grid.size", IdKind::ThreadCount, false, kWide},
    {"grid.num_threads", IdKind::ThreadCount, false, kWide},
    {"grid.block_rank", IdKind::GroupRank, false, kWide},
    {"grid.num_blocks", IdKind::GroupCount, false, kWide},
    {"warp.thread_rank", IdKind::SubGroupLocalId, false, kUint},
    {"warp.size", IdKind::WarpSize, false, kUint},
    {"warp.num_threads", IdKind::WarpSize, false, kUint},
    {"warp.meta_group_rank", IdKind::SubGroupId, false, kUint},
    {"warp.meta_group_size", IdKind::NumSubGroups, false, kUint},
});

/// As they are written, and as frontend/cpp hands them on.
constexpr std::array<std::string_view, 2> kKernelWords = {"__global__", "__kernel"};

constexpr auto kCudaMacros = std::to_array<std::string_view>(
    {"__NVCC__=1", "__CUDACC__=1", "__CUDACC_VER_MAJOR__=12", "__CUDACC_VER_MINOR__=0", "__CUDA_ARCH__=900"});
/// Not `__HIP_PLATFORM_AMD__` and its like, which texts ask for that are of either language.
constexpr auto kHipPrefixes = std::to_array<std::string_view>(
    {"__hip_", "__HIP_MEMORY_SCOPE_", "__builtin_amdgcn_", "hip_runtime", "hip_cooperative_groups",
     "hipThreadIdx_", "hipBlockIdx_", "hipBlockDim_", "hipGridDim_", "HIP_DYNAMIC_SHARED"});
constexpr auto kHipMacros = std::to_array<std::string_view>(
    {"__HIP__=1", "__HIPCC__=1", "__HIP_PLATFORM_AMD__=1", "__HIP_DEVICE_COMPILE__=1", "__AMDGCN__=1"});

/// What both have in common.
constexpr Language cudaLike() {
  return {.functions = kShared,
          .orders = kOrders,
          .scopes = kScopes,
          .defaultScope = kSystem,
          .fenceFlags = {},
          .remoteSuffix = {},
          .shifts = ShiftRule::Cpp,
          .ids = kIds,
          .kernelWords = kKernelWords,
          .cpp = true,
          .families = kFamilies,
          .scopeSuffixes = kSuffixes,
          .suffixedScope = kDevice};
}

constexpr Language cuda() {
  Language result = cudaLike();
  result.functions = result.functions.first(kCudaFunctions);
  result.scopes = result.scopes.first(kCudaScopes);
  result.families = result.families.first(kCudaFamilies);
  result.volatileScope = kSystem;
  result.macros = kCudaMacros;
  result.warpSize = 32;
  return result;
}

constexpr Language hip() {
  Language result = cudaLike();
  result.orders = result.orders.first(kHipOrders);
  result.scopes = result.scopes.subspan(kHipScopesFrom);
  result.families = result.families.subspan(kHipFamiliesFrom);
  result.ownPrefixes = kHipPrefixes;
  result.macros = kHipMacros;
  result.warpSize = 64;
  result.warpSizeVaries = true;
  return result;
}

}  // namespace

constinit const Language kCuda = cuda();
constinit const Language kHip = hip();

}  // namespace hrfcheck::frontend::c
