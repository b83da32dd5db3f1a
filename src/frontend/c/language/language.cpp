#include "frontend/c/language/language.h"

#include <algorithm>
#include <array>

#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend::c {
namespace {

/// Those of C11 come first.
constexpr auto kFunctions = std::to_array<FunctionRow>({
    {"atomic_load", BuiltinKind::Load, RmwOp::Exchange, Forms::Ordered, "object"},
    {"atomic_store", BuiltinKind::Store, RmwOp::Exchange, Forms::Ordered, "object, value"},
    {"atomic_init", BuiltinKind::Initialise, RmwOp::Exchange, Forms::Fixed, "object, value"},
    {"atomic_exchange", BuiltinKind::Exchange, RmwOp::Exchange, Forms::Ordered, "object, value"},
    {"atomic_fetch_add", BuiltinKind::Fetch, RmwOp::Add, Forms::Ordered, "object, value"},
    {"atomic_fetch_sub", BuiltinKind::Fetch, RmwOp::Sub, Forms::Ordered, "object, value"},
    {"atomic_fetch_or", BuiltinKind::Fetch, RmwOp::Or, Forms::Ordered, "object, value"},
    {"atomic_fetch_xor", BuiltinKind::Fetch, RmwOp::Xor, Forms::Ordered, "object, value"},
    {"atomic_fetch_and", BuiltinKind::Fetch, RmwOp::And, Forms::Ordered, "object, value"},
    {"atomic_fetch_min", BuiltinKind::Fetch, RmwOp::Min, Forms::Ordered, "object, value"},
    {"atomic_fetch_max", BuiltinKind::Fetch, RmwOp::Max, Forms::Ordered, "object, value"},
    {"atomic_compare_exchange_strong", BuiltinKind::CompareExchange, RmwOp::CompareSwap, Forms::Ordered,
     "object, expected, desired"},
    {"atomic_compare_exchange_weak", BuiltinKind::CompareExchange, RmwOp::CompareSwap, Forms::Ordered,
     "object, expected, desired"},
    {"atomic_thread_fence", BuiltinKind::ThreadFence, RmwOp::Exchange, Forms::Fixed, ""},
    {"atomic_work_item_fence", BuiltinKind::WorkItemFence, RmwOp::Exchange, Forms::Fixed, "flags"},
    {"barrier", BuiltinKind::Barrier, RmwOp::Exchange, Forms::Fixed, "flags", kGroupLevel},
    {"work_group_barrier", BuiltinKind::Barrier, RmwOp::Exchange, Forms::Fixed, "flags", kGroupLevel},
    {"sub_group_barrier", BuiltinKind::Barrier, RmwOp::Exchange, Forms::Fixed, "flags", kWaveLevel},
    {"mem_fence", BuiltinKind::LegacyFence, RmwOp::Exchange, Forms::Legacy, "flags", 0,
     Order::AcquireRelease},
    {"read_mem_fence", BuiltinKind::LegacyFence, RmwOp::Exchange, Forms::Legacy, "flags", 0, Order::Acquire},
    {"write_mem_fence", BuiltinKind::LegacyFence, RmwOp::Exchange, Forms::Legacy, "flags", 0, Order::Release},
    {"atomic_add", BuiltinKind::Fetch, RmwOp::Add, Forms::Legacy, "pointer, value"},
    {"atomic_sub", BuiltinKind::Fetch, RmwOp::Sub, Forms::Legacy, "pointer, value"},
    {"atomic_xchg", BuiltinKind::Exchange, RmwOp::Exchange, Forms::Legacy, "pointer, value"},
    {"atomic_inc", BuiltinKind::Step, RmwOp::Add, Forms::Legacy, "pointer"},
    {"atomic_dec", BuiltinKind::Step, RmwOp::Sub, Forms::Legacy, "pointer"},
    {"atomic_cmpxchg", BuiltinKind::ExchangeIfEqual, RmwOp::CompareSwap, Forms::Legacy,
     "pointer, expected, value"},
    {"atomic_min", BuiltinKind::Fetch, RmwOp::Min, Forms::Legacy, "pointer, value"},
    {"atomic_max", BuiltinKind::Fetch, RmwOp::Max, Forms::Legacy, "pointer, value"},
    {"atomic_and", BuiltinKind::Fetch, RmwOp::And, Forms::Legacy, "pointer, value"},
    {"atomic_or", BuiltinKind::Fetch, RmwOp::Or, Forms::Legacy, "pointer, value"},
    {"atomic_xor", BuiltinKind::Fetch, RmwOp::Xor, Forms::Legacy, "pointer, value"},
    {"atom_add", BuiltinKind::Fetch, RmwOp::Add, Forms::Legacy, "pointer, value"},
    {"atom_sub", BuiltinKind::Fetch, RmwOp::Sub, Forms::Legacy, "pointer, value"},
    {"atom_xchg", BuiltinKind::Exchange, RmwOp::Exchange, Forms::Legacy, "pointer, value"},
    {"atom_inc", BuiltinKind::Step, RmwOp::Add, Forms::Legacy, "pointer"},
    {"atom_dec", BuiltinKind::Step, RmwOp::Sub, Forms::Legacy, "pointer"},
    {"atom_cmpxchg", BuiltinKind::ExchangeIfEqual, RmwOp::CompareSwap, Forms::Legacy,
     "pointer, expected, value"},
    {"atom_min", BuiltinKind::Fetch, RmwOp::Min, Forms::Legacy, "pointer, value"},
    {"atom_max", BuiltinKind::Fetch, RmwOp::Max, Forms::Legacy, "pointer, value"},
    {"atom_and", BuiltinKind::Fetch, RmwOp::And, Forms::Legacy, "pointer, value"},
    {"atom_or", BuiltinKind::Fetch, RmwOp::Or, Forms::Legacy, "pointer, value"},
    {"atom_xor", BuiltinKind::Fetch, RmwOp::Xor, Forms::Legacy, "pointer, value"},
});

constexpr auto kOpenClOrders = std::to_array<std::pair<std::string_view, Order>>({
    {"memory_order_relaxed", Order::Relaxed},
    {"memory_order_consume", Order::Consume},
    {"memory_order_acquire", Order::Acquire},
    {"memory_order_release", Order::Release},
    {"memory_order_acq_rel", Order::AcquireRelease},
    {"memory_order_seq_cst", Order::SeqCst},
});

constexpr auto kOpenClScopes = std::to_array<std::pair<std::string_view, std::uint32_t>>({
    {"memory_scope_work_item", kThreadLevel},
    {"memory_scope_sub_group", kWaveLevel},
    {"memory_scope_work_group", kGroupLevel},
    {"memory_scope_device", kDeviceLevel},
    {"memory_scope_all_svm_devices", kSystemLevel},
    {"memory_scope_all_devices", kSystemLevel},
});

constexpr auto kFenceFlags = std::to_array<std::pair<std::string_view, FenceSpaces>>({
    {"CLK_GLOBAL_MEM_FENCE", {true, false}},
    {"CLK_LOCAL_MEM_FENCE", {false, true}},
    {"CLK_IMAGE_MEM_FENCE", {false, false}},
});

/// OpenCL C 3.0, 6.15.1 (work-item functions) and 6.15.19 (sub-group functions). Every group has the same
/// size here, so that the enqueued sizes are the actual ones.
/// OpenCL C 2.0, 6.13.1 and 6.13.15: `size_t` (of a 64-bit device) and `uint`.
constexpr IntegerKind kSizeT{64, false};
constexpr IntegerKind kUnsigned{32, false};
constexpr auto kOpenClIds = std::to_array<IdRow>({
    {"get_work_dim", IdKind::WorkDim, false, kUnsigned},
    {"get_global_size", IdKind::GlobalSize, true, kSizeT},
    {"get_global_id", IdKind::GlobalId, true, kSizeT},
    {"get_global_offset", IdKind::GlobalOffset, true, kSizeT},
    {"get_global_linear_id", IdKind::GlobalLinearId, false, kSizeT},
    {"get_local_size", IdKind::LocalSize, true, kSizeT},
    {"get_enqueued_local_size", IdKind::LocalSize, true, kSizeT},
    {"get_local_id", IdKind::LocalId, true, kSizeT},
    {"get_local_linear_id", IdKind::LocalLinearId, false, kSizeT},
    {"get_num_groups", IdKind::NumGroups, true, kSizeT},
    {"get_group_id", IdKind::GroupId, true, kSizeT},
    {"get_sub_group_id", IdKind::SubGroupId, false, kUnsigned},
    {"get_sub_group_local_id", IdKind::SubGroupLocalId, false, kUnsigned},
    {"get_sub_group_size", IdKind::SubGroupSize, false, kUnsigned},
    {"get_max_sub_group_size", IdKind::MaxSubGroupSize, false, kUnsigned},
    {"get_num_sub_groups", IdKind::NumSubGroups, false, kUnsigned},
    {"get_enqueued_num_sub_groups", IdKind::NumSubGroups, false, kUnsigned},
});

constexpr std::array<std::string_view, 2> kOpenClKernelWords = {"kernel", "__kernel"};

constexpr std::size_t kC11Functions = 14;
static_assert(kFunctions[kC11Functions - 1].name == "atomic_thread_fence" &&
                  kFunctions[kC11Functions].name == "atomic_work_item_fence",
              "the functions of C11 come before those of OpenCL alone");

/// OpenCL C 2.0, section 6.10, with sub-groups.
constexpr auto kMacros = std::to_array<std::string_view>(
    {"__OPENCL_VERSION__=200", "__OPENCL_C_VERSION__=200", "CL_VERSION_1_0=100", "CL_VERSION_1_1=110",
     "CL_VERSION_1_2=120", "CL_VERSION_2_0=200", "__ENDIAN_LITTLE__=1", "cl_khr_int64_base_atomics=1",
     "cl_khr_int64_extended_atomics=1", "cl_khr_subgroups=1"});

}  // namespace

constinit const Language kOpenClC = {.functions = kFunctions,
                                     .orders = kOpenClOrders,
                                     .scopes = kOpenClScopes,
                                     .defaultScope = kDeviceLevel,
                                     .fenceFlags = kFenceFlags,
                                     .remoteSuffix = "_remote",
                                     .shifts = ShiftRule::OfBits,
                                     .ids = kOpenClIds,
                                     .kernelWords = kOpenClKernelWords,
                                     .macros = kMacros};
constinit const Language kC11 = {.functions = std::span(kFunctions).first<kC11Functions>(),
                                 .orders = kOpenClOrders,
                                 .scopes = {},
                                 .defaultScope = kDeviceLevel,
                                 .fenceFlags = {},
                                 .remoteSuffix = {},
                                 .shifts = ShiftRule::C,
                                 .ids = {},
                                 .kernelWords = {}};

}  // namespace hrfcheck::frontend::c
