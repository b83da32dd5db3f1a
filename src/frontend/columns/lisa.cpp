#include "frontend/columns/lisa.h"

#include <fmt/format.h>

#include "frontend/columns/lisa_cells.h"
#include "frontend/columns/lisa_table.h"
#include "program/ir/operators.h"
#include "program/ir/scope_levels.h"
#include "util/invariant.h"

namespace hrfcheck::frontend {
namespace lisa {
namespace {

bool hasOperation(const RowInstruction& row) {
  return row.mnemonic.size() > 1;
}

std::optional<Signature> signature(const RowInstruction& row) {
  const lisa::Mnemonic& m = *findRow(lisa::kMnemonics, row.mnemonic[0].text);
  switch (m.form) {
    case Form::Rmw:
      return Signature{hasOperation(row) ? "tvva" : m.roles, m.syntax, ""};
    case Form::Move:
      return Signature{hasOperation(row) ? "tvv" : m.roles, m.syntax, ""};
    case Form::Branch:
      return Signature{row.operands.size() == 1 ? "l" : m.roles, m.syntax, ""};
    case Form::Load:
    case Form::Store:
    case Form::Fence:
    case Form::Call:
      return Signature{m.roles, m.syntax, ""};
  }
  INVARIANT(false, "an instruction without a form");
}

std::vector<std::string> mnemonics() {
  return namesIn(lisa::kMnemonics);
}

BinaryOp operatorOf(const RowInstruction& row) {
  return findRow(lisa::kOperators, row.mnemonic[1].text)->op;
}

/// What `mov` and `rmw` compute from the operands behind the target.
ExprPtr computed(const RowInstruction& row, const std::vector<ResolvedOperand>& operands) {
  return hasOperation(row) ? binary(operatorOf(row), operands[1].expr, operands[2].expr) : operands[1].expr;
}

/// A read-modify-write. Where the operation speaks of the target, it means the value that was read.
class RmwBuilder {
 public:
  RmwBuilder(const RowInstruction& row, const std::vector<ResolvedOperand>& operands, const SourcePtr& source,
             Diagnostics& diagnostics)
      : row_(row), operands_(operands), source_(source), diagnostics_(diagnostics) {}

  Operation build() const {
    const bool first = isTarget(row_.operands[1]);
    const bool second = hasOperation(row_) && isTarget(row_.operands[2]);
    if (!first && !second) {
      return operation(RmwOp::Exchange, computed(row_, operands_));
    }
    if (!hasOperation(row_)) {
      return operation(RmwOp::Or, constant(0));
    }
    const std::optional<RmwOp> op = updateBy(operatorOf(row_));
    if (!op || (first && second)) {
      diagnostics_.error(
          {source_, row_.mnemonic[1].span},
          fmt::format("'{}' of what the read-modify-write reads {} is not supported", row_.mnemonic[1].text,
                      first && second ? "and of the same once more" : "and another value"),
          "supported: (add r v), (and r v), (xor r v), with r the register that is read into");
      return NopOp{};
    }
    return operation(*op, operands_[first ? 2 : 1].expr);
  }

 private:
  bool isTarget(const Operand& operand) const {
    return isSingleName(operand) && operand.terms[0].token.text == row_.operands[0].terms[0].token.text;
  }

  /// herd's read-modify-writes have no order of their own, and no scope.
  Operation operation(RmwOp op, ExprPtr operand) const {
    return RmwOperation{operands_[0].target, op,      operands_.back().expr,
                        std::move(operand),  nullptr, {Order::Relaxed, kThreadLevel, false}};
  }

  const RowInstruction& row_;
  const std::vector<ResolvedOperand>& operands_;
  const SourcePtr& source_;
  Diagnostics& diagnostics_;
};

Operation operationOf(const RowInstruction& row, const std::vector<ResolvedOperand>& operands,
                      const SourcePtr& source, Diagnostics& diagnostics) {
  switch (findRow(lisa::kMnemonics, row.mnemonic[0].text)->form) {
    case Form::Load:
      return LoadOp{operands[0].target.value_or(0), operands[1].expr, std::nullopt};
    case Form::Store:
      return StoreOp{operands[0].expr, operands[1].expr, std::nullopt};
    case Form::Fence:
      return FenceOp{};
    case Form::Rmw:
      return RmwBuilder(row, operands, source, diagnostics).build();
    case Form::Branch:
      if (operands.size() == 1) {
        return JumpOp{operands[0].label};
      }
      return BranchOp{binary(BinaryOp::Ne, operands[0].expr, constant(0)), operands[1].label};
    case Form::Move:
      return AssignOp{operands[0].target.value_or(0), computed(row, operands)};
    case Form::Call:
      break;
  }
  INVARIANT(false, "an instruction without a meaning");
}

Meaning build(const RowInstruction& row, const std::vector<ResolvedOperand>& operands,
              const SourcePtr& source, Diagnostics& diagnostics) {
  std::vector<std::string> marks;
  for (const Token& annotation : row.annotations) {
    marks.push_back(fmt::format("'{}", annotation.text));
  }
  return {operationOf(row, operands, source, diagnostics), std::move(marks)};
}

}  // namespace
}  // namespace lisa

const Dialect kLisaDialect = {
    .name = "LISA",
    .summary = "herd's annotated accesses and fences in columns, for models of one's own with bell files",
    .layout = Layout::Columns,
    .levels = lisa::kLevels,
    .levelNames = {},
    .sharedFrom = 1,
    .signature = lisa::signature,
    .mnemonics = lisa::mnemonics,
    .build = lisa::build,
    .readCell = readLisaCell,
    .sections = lisa::kSections,
    .levelsFromTree = true,
};

}  // namespace hrfcheck::frontend
