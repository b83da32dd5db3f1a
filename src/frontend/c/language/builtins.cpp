#include "frontend/c/language/builtins.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "frontend/c/language/families.h"
#include "frontend/c/language/language.h"

namespace hrfcheck::frontend::c {
namespace {

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

/// Drops `_block` of `atomicAdd_block`, and says which scope it is.
std::optional<std::uint32_t> suffixedScope(std::string_view& base, const Language& language) {
  for (const auto& [suffix, level] : language.scopeSuffixes) {
    std::string_view shorter = base;
    const bool known =
        std::ranges::find(language.functions, base, &FunctionRow::name) != language.functions.end();
    if (!known && dropSuffix(shorter, suffix)) {
      base = shorter;
      return level;
    }
  }
  return std::nullopt;
}

std::size_t wordsIn(std::string_view list) {
  return list.empty() ? 0 : static_cast<std::size_t>(std::ranges::count(list, ',')) + 1;
}

/// How many orders and scopes follow the values.
void countOrders(Builtin& builtin, const FunctionRow& row, const Language& language) {
  if (builtin.explicitOrder) {
    builtin.orders = row.kind == BuiltinKind::CompareExchange ? 2 : 1;
    builtin.scopes = language.hasScopes() ? 1 : 0;
  } else if (row.kind == BuiltinKind::ThreadFence && row.forms == Forms::Fixed) {
    builtin.orders = 1;
    builtin.scopes = language.cpp ? 1 : 0;
    builtin.requiredScopes = row.scopeRequired ? 1 : 0;
  } else if (row.kind == BuiltinKind::WorkItemFence) {
    builtin.orders = 1;
    builtin.scopes = 1;
    builtin.requiredScopes = 1;
  } else if (row.kind == BuiltinKind::Barrier && !language.cpp) {
    builtin.scopes = 1;
  }
}

std::string syntaxOf(std::string_view name, const FunctionRow& row, const Builtin& builtin) {
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

std::optional<Builtin> findBuiltin(std::string_view name, const Language& language) {
  std::string_view base = name;
  const bool remote = !language.remoteSuffix.empty() && dropSuffix(base, language.remoteSuffix);
  const bool explicitOrder = dropSuffix(base, "_explicit");
  const std::optional<std::uint32_t> suffixed = suffixedScope(base, language);
  const auto row = std::ranges::find(language.functions, base, &FunctionRow::name);
  if (row == language.functions.end()) {
    return findInFamilies(name, language);
  }
  if (base.size() != name.size() && !remote && !explicitOrder && row->forms != Forms::Suffixed) {
    return std::nullopt;
  }
  if ((remote || explicitOrder) && row->forms != Forms::Ordered) {
    return std::nullopt;
  }
  Builtin result;
  result.kind = row->kind;
  result.op = row->op;
  result.weak = base.ends_with("_weak");
  result.explicitOrder = explicitOrder;
  result.remote = remote;
  result.legacy = row->forms == Forms::Legacy;
  result.order = row->order;
  if (row->forms == Forms::Suffixed) {
    result.scope = suffixed.value_or(language.suffixedScope);
  } else if (row->forms == Forms::Scoped) {
    result.scope = row->level;
  }
  result.optionalValues = row->arguments.starts_with('[') ? 1 : 0;
  result.values = wordsIn(row->arguments) - result.optionalValues;
  result.level = row->level;
  countOrders(result, *row, language);
  result.syntax = syntaxOf(name, *row, result);
  return result;
}

std::vector<std::string> builtinNames(const Language& language) {
  std::vector<std::string> names;
  for (const FunctionRow& row : language.functions) {
    if (row.forms == Forms::Legacy) {
      continue;  // nobody who mistypes a name of OpenCL 2.0 means one of OpenCL 1.x
    }
    names.emplace_back(row.name);
    if (row.forms == Forms::Ordered) {
      names.push_back(std::string(row.name) + "_explicit");
      if (const std::string remote(language.remoteSuffix); !remote.empty()) {
        names.push_back(std::string(row.name) + remote);
        names.push_back(std::string(row.name) + "_explicit" + remote);
      }
    }
    if (row.forms == Forms::Suffixed) {
      for (const auto& [suffix, level] : language.scopeSuffixes) {
        names.push_back(std::string(row.name) + std::string(suffix));
      }
    }
  }
  const std::vector<std::string> families = familyNames(language);
  names.insert(names.end(), families.begin(), families.end());
  return names;
}

std::optional<Order> findOrder(std::string_view name, const Language& language) {
  return findIn(language.orders, name);
}

std::vector<std::string> orderNames(const Language& language) {
  return namesIn(language.orders);
}

std::string_view nameOf(Order order, const Language& language) {
  return std::ranges::find(language.orders, order, &std::pair<std::string_view, Order>::second)->first;
}

std::optional<std::uint32_t> findScope(std::string_view name, const Language& language) {
  return findIn(language.scopes, name);
}

std::vector<std::string> scopeNames(const Language& language) {
  return namesIn(language.scopes);
}

std::optional<FenceSpaces> findFenceFlag(std::string_view name, const Language& language) {
  return findIn(language.fenceFlags, name);
}

std::vector<std::string> fenceFlagNames(const Language& language) {
  return namesIn(language.fenceFlags);
}

bool mayCarry(BuiltinKind kind, Order order) {
  switch (kind) {
    case BuiltinKind::Load:
      return order != Order::Release && order != Order::AcquireRelease;
    case BuiltinKind::Store:
      return order == Order::Relaxed || order == Order::Release || order == Order::SeqCst;
    case BuiltinKind::Initialise:
    case BuiltinKind::Barrier:
    case BuiltinKind::Step:
    case BuiltinKind::ExchangeIfEqual:
    case BuiltinKind::LegacyFence:
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

}  // namespace hrfcheck::frontend::c
