#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/columns/mnemonic_table.h"
#include "frontend/columns/suffixes.h"
#include "program/ir/scope_levels.h"

/// The tables of the AMDGPU dialect (docs/litmus.md, "AMDGPU"): levels, orders, instructions. The words are
/// those of LLVM IR for AMD's GPUs.
namespace hrfcheck::frontend::amdgpu {

inline constexpr std::array<std::string_view, 6> kLevels = {"singlethread", "wavefront", "workgroup",
                                                            "cluster",      "agent",     "system"};
inline constexpr std::uint32_t kWorkgroup = 2;
inline constexpr std::uint32_t kCluster = 3;
inline constexpr std::uint32_t kAgent = 4;
inline constexpr std::uint32_t kSystem = 5;
inline constexpr std::array<LevelName, 10> kLevelNames = {{{"singlethread", kThreadLevel},
                                                           {"wavefront", kWaveLevel},
                                                           {"workgroup", kWorkgroup},
                                                           {"cluster", kCluster},
                                                           {"agent", kAgent},
                                                           {"system", kSystem},
                                                           {"wf", kWaveLevel},
                                                           {"wv", kWaveLevel},
                                                           {"wg", kWorkgroup},
                                                           {"sys", kSystem}}};
inline constexpr std::uint32_t kSharedFrom = kAgent;
inline constexpr std::array<LevelName, 4> kIds = {
    {{"tid", kThreadLevel}, {"wf", kWaveLevel}, {"wv", kWaveLevel}, {"wg", kWorkgroup}}};

/// Which operations may carry an order.
enum Carrier : unsigned { kLoad = 1, kStore = 2, kRmw = 4, kFailure = 8, kFence = 16 };

inline constexpr std::array<OrderWord, 5> kOrders = {{
    {"monotonic", Order::Relaxed, kLoad | kStore | kRmw | kFailure},
    {"acquire", Order::Acquire, kLoad | kRmw | kFailure | kFence},
    {"release", Order::Release, kStore | kRmw | kFence},
    {"acq_rel", Order::AcquireRelease, kRmw | kFence},
    {"seq_cst", Order::SeqCst, kLoad | kStore | kRmw | kFailure | kFence},
}};

/// What an `atomicrmw` computes, by LLVM's words.
inline constexpr auto kOperators = std::to_array<OperatorWord>({
    {"xchg", RmwOp::Exchange},
    {"add", RmwOp::Add},
    {"sub", RmwOp::Sub},
    {"and", RmwOp::And},
    {"or", RmwOp::Or},
    {"xor", RmwOp::Xor},
    {"max", RmwOp::Max},
    {"min", RmwOp::Min},
    {"uinc_wrap", RmwOp::IncrementTo},
    {"udec_wrap", RmwOp::DecrementFrom},
    {"nand", std::nullopt},
    {"umax", std::nullopt},
    {"umin", std::nullopt},
    {"fadd", std::nullopt},
    {"fsub", std::nullopt},
    {"fmax", std::nullopt},
    {"fmin", std::nullopt},
});

// Words behind a scope or instead of an order; they become marks.
inline constexpr std::string_view kOneAs = "one_as";
inline constexpr std::string_view kNoAv = "av_none";
inline constexpr std::string_view kVolatile = "volatile";
inline constexpr std::string_view kMakeAvailable = "make_available";
inline constexpr std::string_view kMakeVisible = "make_visible";
// What a barrier is of, where it is not the work-group's own.
inline constexpr std::string_view kNamed = "named";
inline constexpr std::string_view kOfCluster = "cluster";
/// GFX12.5: "[1, 16]" (AMDGPU Execution Synchronization, "GFX12").
inline constexpr Value kFirstNamed = 1;
inline constexpr Value kLastNamed = 16;

/// The forms of AMDGPU instructions. `Refused` ones are known, and have no model here.
enum class Form { Load, Store, Rmw, CompareSwap, Fence, Make, Barrier, Refused };

/// A row of the table of AMDGPU instructions.
struct Mnemonic {
  std::string_view name;
  Form form;
  std::string_view roles;         ///< Signature::roles
  std::string_view syntax;        ///< Signature::syntax
  std::string_view refusal = {};  ///< Signature::refusal
};

inline constexpr std::string_view kSplit =
    "barriers are not modelled in halves: s_barrier arrives and waits, s_barrier.named and s_barrier.cluster do";

inline constexpr auto kMnemonics = std::to_array<Mnemonic>({
    {"load", Form::Load, "ta",
     "load[.volatile|.visible.SCOPE] r, a or load.ORDER[.SCOPE][.one_as][.av_none][.volatile] r, a"},
    {"store", Form::Store, "av",
     "store[.volatile|.available.SCOPE] a, v or store.ORDER[.SCOPE][.one_as][.av_none][.volatile] a, v"},
    {"atomicrmw", Form::Rmw, "dav", "atomicrmw.OP.ORDER[.SCOPE][.one_as][.av_none][.volatile] r, a, v"},
    {"cmpxchg", Form::CompareSwap, "davv",
     "cmpxchg.ORDER.ORDER-ON-FAILURE[.SCOPE][.one_as][.av_none][.volatile] r, a, expected, desired"},
    {"fence", Form::Fence, "", "fence.ORDER[.SCOPE][.one_as][.global|.local][.av_none]"},
    {"make_available", Form::Make, "", "make_available.SCOPE"},
    {"make_visible", Form::Make, "", "make_visible.SCOPE"},
    {"s_barrier", Form::Barrier, "", "s_barrier, s_barrier.named id or s_barrier.cluster"},
    {"s_barrier_init", Form::Refused, "", "s_barrier_init", kSplit},
    {"s_barrier_join", Form::Refused, "", "s_barrier_join", kSplit},
    {"s_barrier_leave", Form::Refused, "", "s_barrier_leave", kSplit},
    {"s_barrier_signal", Form::Refused, "", "s_barrier_signal", kSplit},
    {"s_barrier_wait", Form::Refused, "", "s_barrier_wait", kSplit},
    {"make_ptr_available", Form::Refused, "", "make_ptr_available",
     "availability of one address alone is not modelled: store.available, or make_available of all"},
    {"make_ptr_visible", Form::Refused, "", "make_ptr_visible",
     "visibility of one address alone is not modelled: load.visible, or make_visible of all"},
    {"load_lds", Form::Refused, "", "load_lds", "DMA operations are not modelled"},
});

static_assert(mnemonicsAreSound(kMnemonics), "names are unique, roles known");
static_assert(std::ranges::all_of(kLevels,
                                  [](std::string_view name) {
                                    const auto at = std::ranges::find(kLevelNames, name, &LevelName::name);
                                    return at != kLevelNames.end() && kLevels[at->level] == name;
                                  }),
              "levels are named as they are");

}  // namespace hrfcheck::frontend::amdgpu
