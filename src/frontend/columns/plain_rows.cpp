#include "frontend/columns/plain_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "util/invariant.h"

namespace hrfcheck::frontend {
namespace {

constexpr auto kPlain = std::to_array<PlainMnemonic>({
    {"mov", PlainForm::Move, {}, "tv", "mov r, v"},
    {"add", PlainForm::Arithmetic, BinaryOp::Add, "tvv", "add r, v, v"},
    {"sub", PlainForm::Arithmetic, BinaryOp::Sub, "tvv", "sub r, v, v"},
    {"mul", PlainForm::Arithmetic, BinaryOp::Mul, "tvv", "mul r, v, v"},
    {"div", PlainForm::Arithmetic, BinaryOp::Div, "tvv", "div r, v, v"},
    {"rem", PlainForm::Arithmetic, BinaryOp::Rem, "tvv", "rem r, v, v"},
    {"and", PlainForm::Arithmetic, BinaryOp::And, "tvv", "and r, v, v"},
    {"or", PlainForm::Arithmetic, BinaryOp::Or, "tvv", "or r, v, v"},
    {"xor", PlainForm::Arithmetic, BinaryOp::Xor, "tvv", "xor r, v, v"},
    {"min", PlainForm::Arithmetic, BinaryOp::Min, "tvv", "min r, v, v"},
    {"max", PlainForm::Arithmetic, BinaryOp::Max, "tvv", "max r, v, v"},
    {"beq", PlainForm::Branch, BinaryOp::Eq, "vvl", "beq v, v, LABEL"},
    {"bne", PlainForm::Branch, BinaryOp::Ne, "vvl", "bne v, v, LABEL"},
    {"blt", PlainForm::Branch, BinaryOp::Lt, "vvl", "blt v, v, LABEL"},
    {"ble", PlainForm::Branch, BinaryOp::Le, "vvl", "ble v, v, LABEL"},
    {"bgt", PlainForm::Branch, BinaryOp::Gt, "vvl", "bgt v, v, LABEL"},
    {"bge", PlainForm::Branch, BinaryOp::Ge, "vvl", "bge v, v, LABEL"},
    {"goto", PlainForm::Jump, {}, "l", "goto LABEL"},
    {"bra", PlainForm::Jump, {}, "l", "bra LABEL"},
    {"exit", PlainForm::Exit, {}, "", "exit"},
    {"nop", PlainForm::Nop, {}, "", "nop"},
});

static_assert(mnemonicsAreSound(kPlain), "names are unique, roles known");

/// Null for what is none.
const PlainMnemonic* plainOf(const Dialect& dialect, const RowInstruction& row) {
  return dialect.plainRows ? findRow(kPlain, row.mnemonic[0].text) : nullptr;
}

Operation operationOf(const PlainMnemonic& m, const ResolvedRow& row) {
  switch (m.form) {
    case PlainForm::Arithmetic:
      return AssignOp{row.target(0), binary(m.operation, row.expr(1), row.expr(2))};
    case PlainForm::Move:
      return AssignOp{row.target(0), row.expr(1)};
    case PlainForm::Branch:
      return BranchOp{binary(m.operation, row.expr(0), row.expr(1)), row.operands[2].label};
    case PlainForm::Jump:
      return JumpOp{row.operands[0].label};
    case PlainForm::Exit:
      return ExitOp{};
    case PlainForm::Nop:
      return NopOp{};
  }
  INVARIANT(false, "an instruction without a meaning");
}

}  // namespace

const PlainMnemonic* findPlain(PlainForm form, BinaryOp operation) {
  const bool any = form != PlainForm::Arithmetic && form != PlainForm::Branch;
  const auto* row = std::ranges::find_if(
      kPlain, [&](const PlainMnemonic& m) { return m.form == form && (any || m.operation == operation); });
  return row == kPlain.end() ? nullptr : row;
}

std::optional<Signature> signatureOf(const Dialect& dialect, const RowInstruction& row) {
  const PlainMnemonic* plain = plainOf(dialect, row);
  return plain != nullptr ? Signature{plain->roles, plain->syntax, ""} : dialect.signature(row);
}

std::vector<std::string> mnemonicsOf(const Dialect& dialect) {
  std::vector<std::string> names = dialect.mnemonics();
  if (dialect.plainRows) {
    std::ranges::move(namesIn(kPlain), std::back_inserter(names));
  }
  return names;
}

Meaning meaningOf(const Dialect& dialect, const ResolvedRow& row) {
  const PlainMnemonic* plain = plainOf(dialect, row.row);
  if (plain == nullptr) {
    return dialect.build(row);
  }
  if (const std::vector<Token>& words = row.row.mnemonic; words.size() > 1) {
    row.error(words[1], fmt::format("'{}' takes no suffix", plain->name),
              fmt::format("write {}", plain->syntax));
  }
  return {operationOf(*plain, row), {}};
}

}  // namespace hrfcheck::frontend
