#pragma once

#include <string_view>
#include <vector>

#include "frontend/columns/mnemonic_table.h"
#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// The instructions of HSA, PTX and Vulkan columns that touch no memory: arithmetic, branches, `mov`, `exit`,
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

/// The first row that says it, or null. `operation` counts for arithmetic and branches only.
const PlainMnemonic* findPlain(PlainForm form, BinaryOp operation = BinaryOp::Add);

// What a dialect's own table and, where the dialect has them, the plain instructions say.

/// Nothing for an unknown word.
std::optional<Signature> signatureOf(const Dialect& dialect, const RowInstruction& row);
std::vector<std::string> mnemonicsOf(const Dialect& dialect);
Meaning meaningOf(const Dialect& dialect, const ResolvedRow& row);

}  // namespace hrfcheck::frontend
