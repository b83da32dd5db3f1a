#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/shared/operands.h"

/// What the tables of all dialects in columns have in common: their rows have a `name`, and those of
/// instructions `roles` and a `syntax`.
namespace hrfcheck::frontend {

/// The row of that name; null for other words.
template <typename Table>
constexpr const typename Table::value_type* findRow(const Table& table, std::string_view name) {
  const auto row = std::ranges::find(table, name, &Table::value_type::name);
  return row == table.end() ? nullptr : &*row;
}

template <typename Table>
std::vector<std::string> namesIn(const Table& table) {
  std::vector<std::string> names;
  for (const auto& row : table) {
    names.emplace_back(row.name);
  }
  return names;
}

/// Names are unique, roles are known, and a syntax begins with the name.
template <typename Table>
constexpr bool mnemonicsAreSound(const Table& table) {
  return std::ranges::all_of(table, [&](const auto& row) {
    const bool roles = std::ranges::all_of(
        row.roles, [](char c) { return kOperandRoles.find(c) != std::string_view::npos; });
    return roles && std::ranges::count(table, row.name, &Table::value_type::name) == 1 &&
           row.syntax.starts_with(row.name);
  });
}

}  // namespace hrfcheck::frontend
