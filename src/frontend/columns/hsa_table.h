#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "frontend/columns/mnemonic_table.h"
#include "frontend/shared/dialect.h"
#include "program/ir/scope_levels.h"

/// The tables of the HSA dialect (docs/litmus.md, "Instructions"): levels, orders, instructions.
namespace hrfcheck::frontend::hsa {

inline constexpr std::array<std::string_view, kGpuLevels> kLevels = {"wi", "wv", "wg", "cmp", "sys"};
inline constexpr std::array<LevelName, 11> kLevelNames = {{{"wi", kThreadLevel},
                                                           {"wv", kWaveLevel},
                                                           {"wf", kWaveLevel},
                                                           {"wg", kGroupLevel},
                                                           {"cmp", kDeviceLevel},
                                                           {"agent", kDeviceLevel},
                                                           {"sys", kSystemLevel},
                                                           {"work_item", kThreadLevel},
                                                           {"work_group", kGroupLevel},
                                                           {"device", kDeviceLevel},
                                                           {"system", kSystemLevel}}};
inline constexpr std::uint32_t kSharedFrom = kDeviceLevel;
/// The id that is the number of the thread.
inline constexpr std::string_view kThreadId = "tid";
inline constexpr std::array<LevelName, 4> kIds = {
    {{kThreadId, kThreadLevel}, {"wf", kWaveLevel}, {"wv", kWaveLevel}, {"wg", kGroupLevel}}};

/// Which operations may carry an order.
enum Carrier : unsigned { kLoad = 1, kStore = 2, kRmw = 4, kFence = 8 };

/// A row of the table of orders.
struct OrderName {
  std::string_view name;
  Order order;
  bool remote;
  unsigned carriers;
};
inline constexpr std::array<OrderName, 8> kOrders = {{
    {"rlx", Order::Relaxed, false, kLoad | kStore | kRmw},
    {"acq", Order::Acquire, false, kLoad | kRmw | kFence},
    {"rel", Order::Release, false, kStore | kRmw | kFence},
    {"ar", Order::AcquireRelease, false, kRmw | kFence},
    {"sc", Order::SeqCst, false, kLoad | kStore | kRmw | kFence},
    {"rm_acq", Order::Acquire, true, kLoad | kRmw},
    {"rm_rel", Order::Release, true, kStore | kRmw},
    {"rm_ar", Order::AcquireRelease, true, kRmw},
}};

/// A row of the table of comparisons.
struct CompareName {
  std::string_view name;
  BinaryOp op;
};
inline constexpr std::array<CompareName, 6> kCompares = {{{"eq", BinaryOp::Eq},
                                                          {"ne", BinaryOp::Ne},
                                                          {"lt", BinaryOp::Lt},
                                                          {"le", BinaryOp::Le},
                                                          {"gt", BinaryOp::Gt},
                                                          {"ge", BinaryOp::Ge}}};

/// What `bar` does at a barrier with a number.
inline constexpr std::string_view kSync = "sync";
inline constexpr std::string_view kArrive = "arrive";

/// How lanes vote.
struct VoteName {
  std::string_view name;
  Vote vote;
};
inline constexpr std::array<VoteName, 2> kVotes = {{{"any", Vote::Any}, {"all", Vote::All}}};

/// The forms of HSA instructions, but for those that all dialects in columns share (plain_rows.h).
enum class Form {
  Load,
  Store,
  Rmw,
  Fence,
  Barrier,
  Bar,
  SetPredicate,
  Select,
  LockLoad,
  UnlockStore,
  Vote,
  Reconvergence
};
inline constexpr std::size_t kForms = static_cast<std::size_t>(Form::Reconvergence) + 1;

/// A row of the table of HSA instructions.
struct Mnemonic {
  std::string_view name;
  Form form;
  std::optional<RmwOp> operation;
  std::string_view roles;   ///< Signature::roles
  std::string_view syntax;  ///< Signature::syntax
};

inline constexpr auto kMnemonics = std::to_array<Mnemonic>({
    {"ld", Form::Load, {}, "ta", "ld[.ORDER.SCOPE] r, a"},
    {"lds", Form::Load, {}, "ta", "lds[.ORDER.SCOPE] r, a"},
    {"st", Form::Store, {}, "av", "st[.ORDER.SCOPE] a, v"},
    {"sts", Form::Store, {}, "av", "sts[.ORDER.SCOPE] a, v"},
    {"cas", Form::Rmw, RmwOp::CompareSwap, "davv", "cas[.ORDER.SCOPE] r, a, expected, desired"},
    {"exch", Form::Rmw, RmwOp::Exchange, "dav", "exch[.ORDER.SCOPE] r, a, v"},
    {"faa", Form::Rmw, RmwOp::Add, "dav", "faa[.ORDER.SCOPE] r, a, v"},
    {"fsub", Form::Rmw, RmwOp::Sub, "dav", "fsub[.ORDER.SCOPE] r, a, v"},
    {"fmax", Form::Rmw, RmwOp::Max, "dav", "fmax[.ORDER.SCOPE] r, a, v"},
    {"fmin", Form::Rmw, RmwOp::Min, "dav", "fmin[.ORDER.SCOPE] r, a, v"},
    {"fand", Form::Rmw, RmwOp::And, "dav", "fand[.ORDER.SCOPE] r, a, v"},
    {"for", Form::Rmw, RmwOp::Or, "dav", "for[.ORDER.SCOPE] r, a, v"},
    {"fxor", Form::Rmw, RmwOp::Xor, "dav", "fxor[.ORDER.SCOPE] r, a, v"},
    {"fence", Form::Fence, {}, "", "fence.ORDER.SCOPE"},
    {"barrier", Form::Barrier, {}, "n", "barrier.SCOPE [id]"},
    {"bar", Form::Bar, {}, "", "bar, bar.sync id[, n] or bar.arrive id, n"},
    {"setp", Form::SetPredicate, {}, "tvv", "setp.COMPARISON p, v, v"},
    {"sel", Form::Select, {}, "tvvv", "sel r, whenTrue, whenFalse, p"},
    {"ldslk", Form::LockLoad, {}, "dda", "ldslk p, r, a, ldslk p, a or ldslk a"},
    {"stsul", Form::UnlockStore, {}, "av", "stsul a, v"},
    {"vote", Form::Vote, {}, "tv", "vote.any p, q or vote.all p, q"},
    {"ssy", Form::Reconvergence, {}, "l", "ssy LABEL"},
});

// The tables are complete: nothing of the program representation is out of reach of the dialect.

constexpr bool hasForm(Form form) {
  return std::ranges::any_of(kMnemonics, [&](const Mnemonic& m) { return m.form == form; });
}
constexpr bool hasRmw(RmwOp op) {
  return std::ranges::any_of(kMnemonics, [&](const Mnemonic& m) { return m.operation == op; });
}
constexpr bool everyFormHasARow() {
  for (std::size_t f = 0; f < kForms; ++f) {
    if (!hasForm(static_cast<Form>(f))) {
      return false;
    }
  }
  return true;
}
constexpr bool everyRmwHasARow() {
  for (int op = 0; op <= static_cast<int>(RmwOp::Xor); ++op) {
    if (!hasRmw(static_cast<RmwOp>(op))) {
      return false;
    }
  }
  return true;
}
constexpr bool hasItsOperation(const Mnemonic& m) {
  return m.operation.has_value() == (m.form == Form::Rmw);
}
static_assert(mnemonicsAreSound(kMnemonics), "names are unique, roles known");
static_assert(std::ranges::all_of(kMnemonics, hasItsOperation), "operations fit the forms");
static_assert(everyFormHasARow(), "every form has a mnemonic");
static_assert(everyRmwHasARow(), "every read-modify-write has a mnemonic");
static_assert(std::ranges::all_of(kOrders, [](const OrderName& o) { return (o.carriers & kRmw) != 0; }),
              "a read-modify-write carries every order");
static_assert(std::ranges::all_of(kLevels,
                                  [](std::string_view level) {
                                    return std::ranges::any_of(kLevelNames, [&](const LevelName& n) {
                                      return n.name == level && kLevels[n.level] == level;
                                    });
                                  }),
              "every level can be named");

}  // namespace hrfcheck::frontend::hsa
