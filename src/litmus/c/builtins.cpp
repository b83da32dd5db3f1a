#include "litmus/c/builtins.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace hrfcheck::litmus::c {
namespace {

/// How a name may be lengthened.
enum class Forms { Fixed, Ordered };

struct Row {
  std::string_view name;
  BuiltinKind kind;
  RmwOp op;
  Forms forms;
  std::string_view arguments;  ///< one word for each value
  std::uint32_t level;         ///< barriers
  bool scopedOnly;
};

constexpr std::uint32_t kSubGroup = 1;
constexpr std::uint32_t kWorkGroup = 2;

constexpr auto kRows = std::to_array<Row>({
    {"atomic_load", BuiltinKind::Load, RmwOp::Exchange, Forms::Ordered, "object", 0, false},
    {"atomic_store", BuiltinKind::Store, RmwOp::Exchange, Forms::Ordered, "object, value", 0, false},
    {"atomic_init", BuiltinKind::Initialise, RmwOp::Exchange, Forms::Fixed, "object, value", 0, false},
    {"atomic_exchange", BuiltinKind::Exchange, RmwOp::Exchange, Forms::Ordered, "object, value", 0, false},
    {"atomic_fetch_add", BuiltinKind::Fetch, RmwOp::Add, Forms::Ordered, "object, value", 0, false},
    {"atomic_fetch_sub", BuiltinKind::Fetch, RmwOp::Sub, Forms::Ordered, "object, value", 0, false},
    {"atomic_fetch_or", BuiltinKind::Fetch, RmwOp::Or, Forms::Ordered, "object, value", 0, false},
    {"atomic_fetch_xor", BuiltinKind::Fetch, RmwOp::Xor, Forms::Ordered, "object, value", 0, false},
    {"atomic_fetch_and", BuiltinKind::Fetch, RmwOp::And, Forms::Ordered, "object, value", 0, false},
    {"atomic_fetch_min", BuiltinKind::Fetch, RmwOp::Min, Forms::Ordered, "object, value", 0, false},
    {"atomic_fetch_max", BuiltinKind::Fetch, RmwOp::Max, Forms::Ordered, "object, value", 0, false},
    {"atomic_compare_exchange_strong", BuiltinKind::CompareExchange, RmwOp::CompareSwap, Forms::Ordered,
     "object, expected, desired", 0, false},
    {"atomic_compare_exchange_weak", BuiltinKind::CompareExchange, RmwOp::CompareSwap, Forms::Ordered,
     "object, expected, desired", 0, false},
    {"atomic_thread_fence", BuiltinKind::ThreadFence, RmwOp::Exchange, Forms::Fixed, "", 0, false},
    {"atomic_work_item_fence", BuiltinKind::WorkItemFence, RmwOp::Exchange, Forms::Fixed, "flags", 0, true},
    {"barrier", BuiltinKind::Barrier, RmwOp::Exchange, Forms::Fixed, "flags", kWorkGroup, true},
    {"work_group_barrier", BuiltinKind::Barrier, RmwOp::Exchange, Forms::Fixed, "flags", kWorkGroup, true},
    {"sub_group_barrier", BuiltinKind::Barrier, RmwOp::Exchange, Forms::Fixed, "flags", kSubGroup, true},
});

constexpr auto kOrders = std::to_array<std::pair<std::string_view, Order>>({
    {"memory_order_relaxed", Order::Relaxed},
    {"memory_order_consume", Order::Consume},
    {"memory_order_acquire", Order::Acquire},
    {"memory_order_release", Order::Release},
    {"memory_order_acq_rel", Order::AcquireRelease},
    {"memory_order_seq_cst", Order::SeqCst},
});

constexpr auto kScopes = std::to_array<std::pair<std::string_view, std::uint32_t>>({
    {"memory_scope_work_item", 0},
    {"memory_scope_sub_group", kSubGroup},
    {"memory_scope_work_group", kWorkGroup},
    {"memory_scope_device", kDefaultScope},
    {"memory_scope_all_svm_devices", 4},
    {"memory_scope_all_devices", 4},
});

constexpr auto kFenceFlags = std::to_array<std::pair<std::string_view, FenceSpaces>>({
    {"CLK_GLOBAL_MEM_FENCE", {true, false}},
    {"CLK_LOCAL_MEM_FENCE", {false, true}},
    {"CLK_IMAGE_MEM_FENCE", {false, false}},
});

template <typename Table>
std::optional<typename Table::value_type::second_type> findIn(const Table& table, std::string_view name) {
  for (const auto& [known, value] : table) {
    if (known == name) {
      return value;
    }
  }
  return std::nullopt;
}

template <typename Table>
std::vector<std::string> namesIn(const Table& table) {
  std::vector<std::string> names;
  for (const auto& entry : table) {
    names.emplace_back(entry.first);
  }
  return names;
}

bool dropSuffix(std::string_view& name, std::string_view suffix) {
  if (!name.ends_with(suffix)) {
    return false;
  }
  name.remove_suffix(suffix.size());
  return true;
}

std::size_t wordsIn(std::string_view list) {
  return list.empty() ? 0 : static_cast<std::size_t>(std::ranges::count(list, ',')) + 1;
}

/// How many orders and scopes follow the values.
void countOrders(Builtin& builtin, const Row& row, bool scoped) {
  if (builtin.explicitOrder) {
    builtin.orders = row.kind == BuiltinKind::CompareExchange ? 2 : 1;
    builtin.scopes = scoped ? 1 : 0;
  } else if (row.kind == BuiltinKind::ThreadFence) {
    builtin.orders = 1;
  } else if (row.kind == BuiltinKind::WorkItemFence) {
    builtin.orders = 1;
    builtin.scopes = 1;
    builtin.requiredScopes = 1;
  } else if (row.kind == BuiltinKind::Barrier) {
    builtin.scopes = 1;
  }
}

std::string syntaxOf(std::string_view name, const Row& row, const Builtin& builtin) {
  std::vector<std::string> parts;
  if (!row.arguments.empty()) {
    parts.emplace_back(row.arguments);
  }
  if (builtin.orders == 2) {
    parts.emplace_back("success order, failure order");
  } else if (builtin.orders == 1) {
    parts.emplace_back("order");
  }
  std::string inside = fmt::format("{}", fmt::join(parts, ", "));
  if (builtin.scopes > 0) {
    inside += builtin.requiredScopes > 0 ? ", scope" : "[, scope]";
  }
  return fmt::format("{}({})", name, inside);
}

}  // namespace

std::optional<Builtin> findBuiltin(std::string_view name, bool scoped) {
  std::string_view base = name;
  const bool remote = scoped && dropSuffix(base, "_remote");
  const bool explicitOrder = dropSuffix(base, "_explicit");
  const auto row = std::ranges::find(kRows, base, &Row::name);
  if (row == kRows.end() || (row->scopedOnly && !scoped)) {
    return std::nullopt;
  }
  if ((remote || explicitOrder) && row->forms == Forms::Fixed) {
    return std::nullopt;
  }
  Builtin result;
  result.kind = row->kind;
  result.op = row->op;
  result.weak = base.ends_with("_weak");
  result.explicitOrder = explicitOrder;
  result.remote = remote;
  result.values = wordsIn(row->arguments);
  result.level = row->level;
  countOrders(result, *row, scoped);
  result.syntax = syntaxOf(name, *row, result);
  return result;
}

std::vector<std::string> builtinNames(bool scoped) {
  std::vector<std::string> names;
  for (const Row& row : kRows) {
    if (row.scopedOnly && !scoped) {
      continue;
    }
    names.emplace_back(row.name);
    if (row.forms == Forms::Ordered) {
      for (const std::string_view suffix : {"_explicit", "_remote", "_explicit_remote"}) {
        if (scoped || suffix == "_explicit") {
          names.push_back(std::string(row.name) + std::string(suffix));
        }
      }
    }
  }
  return names;
}

std::optional<Order> findOrder(std::string_view name) {
  return findIn(kOrders, name);
}

std::vector<std::string> orderNames() {
  return namesIn(kOrders);
}

std::string_view nameOf(Order order) {
  return std::ranges::find(kOrders, order, &std::pair<std::string_view, Order>::second)->first;
}

std::optional<std::uint32_t> findScope(std::string_view name) {
  return findIn(kScopes, name);
}

std::vector<std::string> scopeNames() {
  return namesIn(kScopes);
}

std::optional<FenceSpaces> findFenceFlag(std::string_view name) {
  return findIn(kFenceFlags, name);
}

std::vector<std::string> fenceFlagNames() {
  return namesIn(kFenceFlags);
}

bool mayCarry(BuiltinKind kind, Order order) {
  switch (kind) {
    case BuiltinKind::Load:
      return order != Order::Release && order != Order::AcquireRelease;
    case BuiltinKind::Store:
      return order == Order::Relaxed || order == Order::Release || order == Order::SeqCst;
    case BuiltinKind::Initialise:
    case BuiltinKind::Barrier:
      return false;
    case BuiltinKind::Exchange:
    case BuiltinKind::Fetch:
    case BuiltinKind::CompareExchange:
    case BuiltinKind::ThreadFence:
    case BuiltinKind::WorkItemFence:
      return true;
  }
  return false;
}

}  // namespace hrfcheck::litmus::c
