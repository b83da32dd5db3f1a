#include "frontend/c/language/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/c/language/language.h"

namespace hrfcheck::frontend::c {
namespace {

/// An operation on an atomic object, by its member function.
struct OperationRow {
  std::string_view member;  ///< with a dot before it
  BuiltinKind kind;
  RmwOp op;
  std::size_t values;  ///< the object among them
  std::string_view arguments;

  std::string_view name() const { return member.substr(1); }
};

constexpr auto kOperations = std::to_array<OperationRow>({
    {".load", BuiltinKind::Load, RmwOp::Exchange, 1, "object"},
    {".store", BuiltinKind::Store, RmwOp::Exchange, 2, "object, value"},
    {".exchange", BuiltinKind::Exchange, RmwOp::Exchange, 2, "object, value"},
    {".fetch_add", BuiltinKind::Fetch, RmwOp::Add, 2, "object, value"},
    {".fetch_sub", BuiltinKind::Fetch, RmwOp::Sub, 2, "object, value"},
    {".fetch_and", BuiltinKind::Fetch, RmwOp::And, 2, "object, value"},
    {".fetch_or", BuiltinKind::Fetch, RmwOp::Or, 2, "object, value"},
    {".fetch_xor", BuiltinKind::Fetch, RmwOp::Xor, 2, "object, value"},
    {".fetch_min", BuiltinKind::Fetch, RmwOp::Min, 2, "object, value"},
    {".fetch_max", BuiltinKind::Fetch, RmwOp::Max, 2, "object, value"},
    {".compare_exchange_strong", BuiltinKind::CompareExchange, RmwOp::CompareSwap, 3,
     "object, expected, desired"},
    {".compare_exchange_weak", BuiltinKind::CompareExchange, RmwOp::CompareSwap, 3,
     "object, expected, desired"},
    {".compare_exchange", BuiltinKind::CompareExchange, RmwOp::CompareSwap, 3, "object, expected, desired"},
});

constexpr std::string_view kMember = ".";

bool isCompareExchange(const OperationRow& row) {
  return row.kind == BuiltinKind::CompareExchange;
}

/// Whether a family has the operation: with an argument `weak`, there is one compare-exchange, and no more.
bool has(const Family& family, const OperationRow& row) {
  return !isCompareExchange(row) || family.saysWeak == (row.name() == "compare_exchange");
}

std::string nameIn(const Family& family, const OperationRow& row) {
  const bool suffix = row.kind != BuiltinKind::Fetch;
  return fmt::format("{}{}{}", family.prefix, row.name(), suffix ? family.suffix : "");
}

Builtin builtinOf(const Family& family, const OperationRow& row, std::string_view name) {
  Builtin result;
  result.kind = row.kind;
  result.op = row.op;
  result.weak = row.name().ends_with("_weak");
  result.explicitOrder = true;
  result.values = row.values + (family.saysWeak && isCompareExchange(row) ? 1 : 0);
  result.orders = isCompareExchange(row) ? 2 : 1;
  result.ordersOptional = family.ordersOptional;
  result.ofObject = family.scope == Family::Scope::OfObject;
  result.scopes = family.scope == Family::Scope::Required || family.scope == Family::Scope::Optional ? 1 : 0;
  result.requiredScopes = family.scope == Family::Scope::Required ? 1 : 0;
  std::string inside(result.ofObject ? row.arguments.substr(std::min(row.arguments.size(), std::size_t{8}))
                                     : row.arguments);
  inside += result.values > row.values ? ", weak" : "";
  const std::string orders = result.orders == 2 ? "success order, failure order" : "order";
  inside += family.ordersOptional ? fmt::format("[{}{}]", inside.empty() ? "" : ", ", orders) : ", " + orders;
  inside += result.requiredScopes > 0 ? ", scope" : result.scopes > 0 ? "[, scope]" : "";
  result.syntax = fmt::format("{}({})", name, inside);
  return result;
}

}  // namespace

std::optional<Builtin> findInFamilies(std::string_view name, const Language& language) {
  for (const Family& family : language.families) {
    if (!name.starts_with(family.prefix)) {
      continue;
    }
    for (const OperationRow& row : kOperations) {
      if (has(family, row) && nameIn(family, row) == name) {
        return builtinOf(family, row, name);
      }
    }
  }
  return std::nullopt;
}

std::vector<std::string> familyNames(const Language& language) {
  std::vector<std::string> names;
  for (const Family& family : language.families) {
    for (const OperationRow& row : kOperations) {
      if (family.prefix != kMember && has(family, row)) {
        names.push_back(nameIn(family, row));
      }
    }
  }
  return names;
}

std::string_view memberFunction(std::string_view name) {
  const auto row = std::ranges::find_if(kOperations, [&](const OperationRow& r) { return r.name() == name; });
  return row == kOperations.end() ? std::string_view{} : row->member;
}

}  // namespace hrfcheck::frontend::c
