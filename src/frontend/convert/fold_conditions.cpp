#include "frontend/convert/fold_conditions.h"

#include <algorithm>
#include <optional>

#include "program/expr/substitute.h"
#include "program/flow/control_flow.h"
#include "program/flow/live_registers.h"
#include "program/ir/operands.h"

namespace hrfcheck::frontend {
namespace {

bool givesTruth(const Expr& expr) {
  const auto* binary = std::get_if<BinaryExpr>(&expr.node);
  const auto* unary = std::get_if<UnaryExpr>(&expr.node);
  return (binary != nullptr && program::givesTruth(binary->op)) ||
         (unary != nullptr && unary->op == UnaryOp::LogicalNot);
}

bool reads(const Instruction& instruction, RegisterId reg) {
  const std::vector<RegisterId> read = registersReadBy(instruction);
  return std::ranges::find(read, reg) != read.end();
}

/// Whether an assignment changes one of these registers.
bool changes(const Instruction& instruction, const std::vector<RegisterId>& registers) {
  return std::ranges::any_of(targetsOf(instruction.operation), [&](RegisterId target) {
    return std::ranges::find(registers, target) != registers.end();
  });
}

class ConditionFolder {
 public:
  ConditionFolder(Thread& thread, const std::set<RegisterId>& observed)
      : thread_(thread), live_(thread, observed) {
    for (const Instruction& instruction : thread.instructions) {
      if (const auto target = labelOf(instruction.operation)) {
        labels_.insert(*target);
      }
    }
  }

  std::set<std::uint32_t> run() {
    std::set<std::uint32_t> folded;
    for (std::uint32_t i = 0; i < thread_.instructions.size(); ++i) {
      const auto* assign = std::get_if<AssignOp>(&thread_.instructions[i].operation);
      if (assign == nullptr || thread_.instructions[i].predicate || !givesTruth(*assign->value)) {
        continue;
      }
      if (const auto branch = branchOn(i, *assign)) {
        auto& condition = std::get<BranchOp>(thread_.instructions[*branch].operation).condition;
        condition = substitute(condition, {{assign->target, assign->value}});
        folded.insert(i);
      }
    }
    return folded;
  }

 private:
  /// The branch that alone takes what is assigned, if it is certain that nothing comes between.
  std::optional<std::uint32_t> branchOn(std::uint32_t at, const AssignOp& assign) const {
    std::vector<RegisterId> kept = registersOf(*assign.value);
    if (std::ranges::find(kept, assign.target) != kept.end()) {
      return std::nullopt;
    }
    kept.push_back(assign.target);
    for (std::uint32_t i = at + 1; i < thread_.instructions.size() && !labels_.contains(i); ++i) {
      const Instruction& instruction = thread_.instructions[i];
      if (std::holds_alternative<BranchOp>(instruction.operation)) {
        const Exits exits = exitsOf(thread_, i);
        const bool alone = !instruction.predicate && reads(instruction, assign.target) &&
                           !live_.live(exits.next, assign.target) && !live_.live(exits.taken, assign.target);
        return alone ? std::optional(i) : std::nullopt;
      }
      const bool passes = std::holds_alternative<AssignOp>(instruction.operation) ||
                          std::holds_alternative<NopOp>(instruction.operation);
      if (!passes || reads(instruction, assign.target) || changes(instruction, kept)) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  Thread& thread_;
  LiveRegisters live_;
  std::set<std::uint32_t> labels_;
};

}  // namespace

std::set<std::uint32_t> foldConditions(Thread& thread, const std::set<RegisterId>& observed) {
  return ConditionFolder(thread, observed).run();
}

}  // namespace hrfcheck::frontend
