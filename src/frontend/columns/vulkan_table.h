#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/columns/mnemonic_table.h"
#include "frontend/columns/suffixes.h"
#include "program/ir/scope_levels.h"

/// The tables of the Vulkan dialect (docs/litmus.md, "Vulkan"): levels, orders,
/// instructions.
namespace hrfcheck::frontend::vulkan {

inline constexpr std::array<std::string_view, 5> kLevels = {"inv", "sg", "wg", "qf", "dv"};
inline constexpr std::uint32_t kSubgroup = 1;
inline constexpr std::uint32_t kWorkgroup = 2;
inline constexpr std::uint32_t kQueueFamily = 3;
inline constexpr std::array<LevelName, 5> kLevelNames = {
    {{"inv", kThreadLevel}, {"sg", kSubgroup}, {"wg", kWorkgroup}, {"qf", kQueueFamily}, {"dv", 4}}};
inline constexpr std::uint32_t kSharedFrom = kQueueFamily;
inline constexpr std::array<LevelName, 3> kIds = {
    {{"tid", kThreadLevel}, {"sg", kSubgroup}, {"wg", kWorkgroup}}};

/// Which operations may carry an order.
enum Carrier : unsigned { kLoad = 1, kStore = 2, kRmw = 4, kBarrier = 8 };

inline constexpr std::array<OrderWord, 3> kOrders = {{
    {"acq", Order::Acquire, kLoad | kRmw | kBarrier},
    {"rel", Order::Release, kStore | kRmw | kBarrier},
    {"acq_rel", Order::AcquireRelease, kRmw | kBarrier},
}};

/// The forms of Vulkan instructions.
enum class Form { Load, Store, Rmw, MemoryBarrier, ControlBarrier, DeviceWide };

/// A row of the table of Vulkan instructions.
struct Mnemonic {
  std::string_view name;
  Form form;
  std::string_view roles;   ///< Signature::roles
  std::string_view syntax;  ///< Signature::syntax
};

inline constexpr auto kMnemonics = std::to_array<Mnemonic>({
    {"ld", Form::Load, "ta",
     "ld[.nonpriv|.vis.SCOPE].scN r, a or ld.atom[.acq].SCOPE.scN[.semscM...][.semvis] r, a"},
    {"st", Form::Store, "av",
     "st[.nonpriv|.av.SCOPE].scN a, v or st.atom[.rel].SCOPE.scN[.semscM...][.semav] a, v"},
    {"rmw", Form::Rmw, "dav",
     "rmw.atom[.acq|.rel|.acq_rel].SCOPE.scN[.semscM...][.semav][.semvis][.OP] r, a, v"},
    {"membar", Form::MemoryBarrier, "", "membar.{acq,rel,acq_rel}.SCOPE.semscM...[.semav][.semvis]"},
    {"cbar", Form::ControlBarrier, "roo", "cbar[.ORDER].SCOPE[.semscM...] instance[, id[, count]]"},
    {"avdevice", Form::DeviceWide, "", "avdevice"},
    {"visdevice", Form::DeviceWide, "", "visdevice"},
});

static_assert(mnemonicsAreSound(kMnemonics), "names are unique, roles known");
static_assert(std::ranges::all_of(kLevelNames, [](const LevelName& n) { return kLevels[n.level] == n.name; }),
              "levels are named as they are");

}  // namespace hrfcheck::frontend::vulkan
