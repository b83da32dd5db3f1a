#include "program/ir/register_uses.h"

#include <algorithm>
#include <initializer_list>
#include <optional>

#include "program/ir/operands.h"
#include "util/overloaded.h"

namespace hrfcheck::inline program {

std::vector<RegisterId> targetsOf(const Operation& operation) {
  using Targets = std::vector<RegisterId>;
  const auto present = [](std::initializer_list<std::optional<RegisterId>> registers) {
    Targets targets;
    for (const std::optional<RegisterId>& reg : registers) {
      if (reg) {
        targets.push_back(*reg);
      }
    }
    return targets;
  };
  return std::visit(
      Overloaded{[](const LoadOp& o) { return Targets{o.target}; },
                 [](const AssignOp& o) { return Targets{o.target}; },
                 [&](const RmwOperation& o) { return present({o.target}); },
                 [&](const LockLoadOp& o) {
                   return present({o.locked, o.target});
                 },
                 [](const VoteOp& o) { return Targets{o.target}; }, [](const StoreOp&) { return Targets{}; },
                 [](const FenceOp&) { return Targets{}; }, [](const BarrierOp&) { return Targets{}; },
                 [](const BranchOp&) { return Targets{}; }, [](const JumpOp&) { return Targets{}; },
                 [](const ExitOp&) { return Targets{}; }, [](const NopOp&) { return Targets{}; },
                 [](const UnlockStoreOp&) { return Targets{}; },
                 [](const ReconvergenceOp&) { return Targets{}; }},
      operation);
}

std::vector<RegisterId> registersReadBy(const Instruction& instruction) {
  std::vector<RegisterId> read;
  const auto reads = [&](const ExprPtr& expr) {
    if (expr) {
      const std::vector<RegisterId> registers = registersOf(*expr);
      read.insert(read.end(), registers.begin(), registers.end());
    }
  };
  if (instruction.predicate) {
    read.push_back(instruction.predicate->reg);
  }
  const Operands operands = operandsOf(instruction.operation);
  reads(operands.address);
  std::ranges::for_each(operands.values, reads);
  return read;
}

}  // namespace hrfcheck::inline program
