#include "program/ir/register_uses.h"

#include <algorithm>

#include "program/ir/operands.h"
#include "util/overloaded.h"

namespace hrfcheck::inline program {

std::optional<RegisterId> targetOf(const Operation& operation) {
  using Target = std::optional<RegisterId>;
  return std::visit(
      Overloaded{[](const LoadOp& o) -> Target { return o.target; },
                 [](const AssignOp& o) -> Target { return o.target; },
                 [](const RmwOperation& o) -> Target { return o.target; },
                 [](const StoreOp&) -> Target { return {}; }, [](const FenceOp&) -> Target { return {}; },
                 [](const BarrierOp&) -> Target { return {}; }, [](const BranchOp&) -> Target { return {}; },
                 [](const JumpOp&) -> Target { return {}; }, [](const ExitOp&) -> Target { return {}; },
                 [](const NopOp&) -> Target { return {}; }},
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
