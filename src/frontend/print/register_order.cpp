#include "frontend/print/register_order.h"

#include <algorithm>

#include "util/overloaded.h"

namespace hrfcheck::frontend {
namespace {

/// The registers of code, in the order in which they are written.
class RegistersOfCode {
 public:
  std::vector<RegisterId> run(const Thread& thread) {
    for (const Instruction& instruction : thread.instructions) {
      if (instruction.predicate) {
        note(instruction.predicate->reg);
      }
      note(instruction.operation);
    }
    return std::move(found_);
  }

 private:
  void note(RegisterId reg) {
    if (std::ranges::find(found_, reg) == found_.end()) {
      found_.push_back(reg);
    }
  }

  void note(const ExprPtr& expr) {
    std::visit(Overloaded{[](const ConstantExpr&) {}, [&](const RegisterExpr& e) { note(e.reg); },
                          [&](const UnaryExpr& e) { note(e.operand); },
                          [&](const BinaryExpr& e) {
                            note(e.left);
                            note(e.right);
                          },
                          [&](const SelectExpr& e) {
                            note(e.whenTrue);
                            note(e.whenFalse);
                            note(e.condition);
                          }},
               expr->node);
  }

  void note(const RmwOperation& o) {
    if (o.target) {
      note(*o.target);
    }
    note(o.address);
    if (o.expected) {
      note(o.expected);
    }
    note(o.operand);
  }

  void note(const Operation& operation) {
    std::visit(
        Overloaded{[&](const LoadOp& o) {
                     note(o.target);
                     note(o.address);
                   },
                   [&](const StoreOp& o) {
                     note(o.address);
                     note(o.value);
                   },
                   [&](const RmwOperation& o) { note(o); },
                   [&](const AssignOp& o) {
                     note(o.target);
                     note(o.value);
                   },
                   [&](const BranchOp& o) { note(o.condition); }, [](const FenceOp&) {},
                   [](const BarrierOp&) {}, [](const JumpOp&) {}, [](const ExitOp&) {}, [](const NopOp&) {},
                   [&](const LockLoadOp& o) {
                     for (const std::optional<RegisterId>& reg : {o.locked, o.target}) {
                       if (reg) {
                         note(*reg);
                       }
                     }
                     note(o.address);
                   },
                   [&](const UnlockStoreOp& o) {
                     note(o.address);
                     note(o.value);
                   },
                   [&](const VoteOp& o) {
                     note(o.target);
                     note(o.ballot);
                   },
                   [](const ReconvergenceOp&) {}},
        operation);
  }

  std::vector<RegisterId> found_;
};

}  // namespace

RegisterId registersToList(const Thread& thread) {
  const std::vector<RegisterId> written = RegistersOfCode().run(thread);
  const auto total = static_cast<RegisterId>(thread.registers.size());
  RegisterId listed = total;
  while (listed > 0 && thread.initialRegisters[listed - 1] == 0) {
    --listed;
  }
  const auto codeGivesTheRest = [&] {
    RegisterId next = listed;
    const bool inOrder =
        std::ranges::all_of(written, [&](RegisterId reg) { return reg < listed || reg == next++; });
    return inOrder && next == total;
  };
  while (!codeGivesTheRest()) {
    ++listed;
  }
  return listed;
}

}  // namespace hrfcheck::frontend
