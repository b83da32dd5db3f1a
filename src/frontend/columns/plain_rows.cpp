#include "frontend/columns/plain_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

Operation operationOf(const PlainMnemonic& m, const std::vector<ResolvedOperand>& operands) {
  switch (m.form) {
    case PlainForm::Arithmetic:
      return AssignOp{operands[0].target.value_or(0),
                      binary(m.operation, operands[1].expr, operands[2].expr)};
    case PlainForm::Move:
      return AssignOp{operands[0].target.value_or(0), operands[1].expr};
    case PlainForm::Branch:
      return BranchOp{binary(m.operation, operands[0].expr, operands[1].expr), operands[2].label};
    case PlainForm::Jump:
      return JumpOp{operands[0].label};
    case PlainForm::Exit:
      return ExitOp{};
    case PlainForm::Nop:
      return NopOp{};
  }
  INVARIANT(false, "an instruction without a meaning");
}

}  // namespace

const PlainMnemonic* findPlain(std::string_view name) {
  return findRow(kPlain, name);
}

const PlainMnemonic* findPlain(PlainForm form, BinaryOp operation) {
  const bool any = form != PlainForm::Arithmetic && form != PlainForm::Branch;
  const auto* row = std::ranges::find_if(
      kPlain, [&](const PlainMnemonic& m) { return m.form == form && (any || m.operation == operation); });
  return row == kPlain.end() ? nullptr : row;
}

void addPlainNames(std::vector<std::string>& names) {
  for (const PlainMnemonic& m : kPlain) {
    names.emplace_back(m.name);
  }
}

Meaning buildPlain(const PlainMnemonic& mnemonic, const RowInstruction& row,
                   const std::vector<ResolvedOperand>& operands, const SourcePtr& source,
                   Diagnostics& diagnostics) {
  if (row.mnemonic.size() > 1) {
    diagnostics.error({source, row.mnemonic[1].span}, fmt::format("'{}' takes no suffix", mnemonic.name),
                      fmt::format("write {}", mnemonic.syntax));
  }
  return {operationOf(mnemonic, operands), {}};
}

}  // namespace hrfcheck::frontend
