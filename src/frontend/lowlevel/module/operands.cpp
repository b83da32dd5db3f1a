#include "frontend/lowlevel/module/operands.h"

namespace hrfcheck::frontend::lowlevel {

std::vector<std::uint32_t> registersRead(const Operation& operation) {
  std::vector<std::uint32_t> registers;
  forEachNumber(operation, [&](const Number& number) {
    forEachRegister(number, [&](std::uint32_t reg) { registers.push_back(reg); });
  });
  if (const auto* compute = std::get_if<Compute>(&operation);
      compute != nullptr && compute->guard != nullptr) {
    registers.push_back(compute->reg);
  }
  return registers;
}

std::vector<std::uint32_t> registersSet(const Operation& operation) {
  std::vector<std::uint32_t> registers;
  const auto set = [&](const std::optional<std::uint32_t>& reg) {
    if (reg) {
      registers.push_back(*reg);
    }
  };
  std::visit(
      Overloaded{
          [&](const Compute& o) { set(o.reg); }, [&](const MapAddress& o) { set(o.reg); },
          [&](const Access& o) {
            for (const auto& target : o.targets) {
              set(target);
            }
          },
          [&](const BlockVote& o) { set(o.reg); },
          [&](const LaneExchange& o) {
            set(o.target);
            set(o.inRange);
          },
          []<OneOf<Nothing, Require, AsyncCopy, AsyncStore, CommitCopies, AwaitCopies, ArriveBehindCopies,
                   Fence, WrittenOrder, BlockBarrier, ScopeBarrier, WarpBarrier, ClusterArrive, ClusterWait,
                   Jump, Branch, Call, Return, Exit, Fault, Forget, Refused>
                 O>(const O&) {}},
      operation);
  return registers;
}

}  // namespace hrfcheck::frontend::lowlevel
