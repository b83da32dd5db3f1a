#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/columns/mnemonic_table.h"
#include "frontend/columns/suffixes.h"
#include "program/ir/scope_levels.h"

/// The tables of the PTX dialect (docs/litmus.md, "PTX"): levels, orders, instructions.
namespace hrfcheck::frontend::ptx {

inline constexpr std::array<std::string_view, 5> kLevels = {"thread", "cta", "cluster", "gpu", "sys"};
inline constexpr std::uint32_t kCta = 1;
inline constexpr std::uint32_t kCluster = 2;
inline constexpr std::uint32_t kGpu = 3;
inline constexpr std::array<LevelName, 5> kLevelNames = {
    {{"thread", kThreadLevel}, {"cta", kCta}, {"cluster", kCluster}, {"gpu", kGpu}, {"sys", 4}}};
inline constexpr std::uint32_t kSharedFrom = kGpu;
inline constexpr std::array<LevelName, 2> kIds = {{{"tid", kThreadLevel}, {"cta", kCta}}};

/// Which operations may carry an order.
enum Carrier : unsigned { kLoad = 1, kStore = 2, kAtom = 4, kFence = 8 };

inline constexpr std::array<OrderWord, 5> kOrders = {{
    {"relaxed", Order::Relaxed, kLoad | kStore | kAtom},
    {"acquire", Order::Acquire, kLoad | kAtom | kFence},
    {"release", Order::Release, kStore | kAtom | kFence},
    {"acq_rel", Order::AcquireRelease, kAtom | kFence},
    {"sc", Order::SeqCst, kFence},
}};

/// What `fence.proxy` may order, and where an alias may lie.
inline constexpr std::array<std::string_view, 5> kFenceProxies = {"alias", "surface", "texture", "constant",
                                                                  "async"};
inline constexpr std::array<std::string_view, 4> kProxies = {"generic", "surface", "texture", "constant"};

/// The forms of PTX instructions.
enum class Form { Load, Store, Atom, Reduce, Fence, Barrier };

/// A row of the table of PTX instructions.
struct Mnemonic {
  std::string_view name;
  Form form;
  std::string_view proxy;   ///< a mark; empty for the generic one
  std::string_view roles;   ///< Signature::roles
  std::string_view syntax;  ///< Signature::syntax
};

inline constexpr auto kMnemonics = std::to_array<Mnemonic>({
    {"ld", Form::Load, "", "ta", "ld.weak r, a or ld.{relaxed,acquire}.SCOPE r, a"},
    {"suld", Form::Load, "surface", "ta", "suld.weak r, a or suld.{relaxed,acquire}.SCOPE r, a"},
    {"tld", Form::Load, "texture", "ta", "tld.weak r, a or tld.{relaxed,acquire}.SCOPE r, a"},
    {"cold", Form::Load, "constant", "ta", "cold.weak r, a or cold.{relaxed,acquire}.SCOPE r, a"},
    {"st", Form::Store, "", "av", "st.weak a, v or st.{relaxed,release}.SCOPE a, v"},
    {"sust", Form::Store, "surface", "av", "sust.weak a, v or sust.{relaxed,release}.SCOPE a, v"},
    {"atom", Form::Atom, "", "dav", "atom.ORDER.SCOPE.OP r, a, v[, v]"},
    {"suatom", Form::Atom, "surface", "dav", "suatom.ORDER.SCOPE.OP r, a, v[, v]"},
    {"red", Form::Reduce, "", "av", "red.ORDER.SCOPE.OP a, v"},
    {"sured", Form::Reduce, "surface", "av", "sured.ORDER.SCOPE.OP a, v"},
    {"fence", Form::Fence, "", "", "fence.{acq_rel,sc,acquire,release}.SCOPE or fence.proxy.PROXY"},
    {"bar", Form::Barrier, "", "roo", "bar.cta.{sync,arrive} instance[, id[, count]]"},
    {"barrier", Form::Barrier, "", "roo", "barrier.cta.{sync,arrive} instance[, id[, count]]"},
});

static_assert(mnemonicsAreSound(kMnemonics), "names are unique, roles known");
static_assert(std::ranges::all_of(kLevelNames, [](const LevelName& n) { return kLevels[n.level] == n.name; }),
              "levels are named as they are");

}  // namespace hrfcheck::frontend::ptx
