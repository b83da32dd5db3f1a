#pragma once

#include <string_view>
#include <vector>

#include "frontend/columns/mnemonic_table.h"
#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// The instructions of PTX and Vulkan columns that touch no memory: arithmetic, branches, `mov`, `exit`,
/// `nop`. They take no suffix.
enum class PlainForm { Arithmetic, Move, Branch, Jump, Exit, Nop };

/// A row of the table of instructions that all dialects in columns share.
struct PlainMnemonic {
  std::string_view name;
  PlainForm form;
  BinaryOp operation;
  std::string_view roles;   ///< Signature::roles
  std::string_view syntax;  ///< Signature::syntax
};

/// Null for other words.
const PlainMnemonic* findPlain(std::string_view name);
/// The first row that says it, or null. `operation` counts for arithmetic and branches only.
const PlainMnemonic* findPlain(PlainForm form, BinaryOp operation = BinaryOp::Add);
void addPlainNames(std::vector<std::string>& names);
/// The words of a dialect's own table, and the plain ones.
template <typename Table>
std::vector<std::string> namesWithPlain(const Table& table) {
  std::vector<std::string> names = namesIn(table);
  addPlainNames(names);
  return names;
}
Meaning buildPlain(const PlainMnemonic& mnemonic, const RowInstruction& row,
                   const std::vector<ResolvedOperand>& operands, const SourcePtr& source,
                   Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend
