#include <algorithm>

#include "program/ir/operation_parts.h"
#include "program/ir/program.h"
#include "util/invariant.h"

namespace hrfcheck::inline program {
namespace {

class Validator {
 public:
  explicit Validator(const Program& program) : program_(program) {}

  void run() {
    INVARIANT(program_.condition != nullptr, "a program always has a condition");
    INVARIANT(program_.scopes.threadCount() == program_.threads.size(), "every thread has its place");
    const bool sorted =
        std::ranges::is_sorted(program_.locations, std::ranges::less_equal{}, &MemoryLocation::address);
    INVARIANT(sorted || program_.locations.size() < 2, "locations come by address");
    for (const Thread& thread : program_.threads) {
      thread_ = &thread;
      INVARIANT(thread.initialRegisters.size() == thread.registers.size(), "every register has a value");
      for (const Instruction& instruction : thread.instructions) {
        checkInstruction(instruction);
      }
    }
    checkCondition(*program_.condition);
    if (program_.filter) {
      checkCondition(*program_.filter);
    }
    for (const StateVariable& v : program_.observed) {
      checkVariable(v);
    }
    for (const ProgressExpectation& expectation : program_.terminates) {
      for (const auto& [level, scheduler] : expectation.scheduler.levels) {
        checkLevel(level);
      }
    }
    for (const auto& [first, second] : program_.systemSynchronizesWith) {
      INVARIANT(std::max(first, second) < program_.threads.size(), "a thread of the program");
    }
  }

 private:
  void checkRegister(RegisterId reg) const {
    INVARIANT(reg < thread_->registers.size(), "a register of the thread");
  }
  void checkExpr(const ExprPtr& expr) const {
    INVARIANT(expr != nullptr, "an operand is there");
    for (RegisterId reg : registersOf(*expr)) {
      checkRegister(reg);
    }
  }
  void checkTarget(std::uint32_t target) const {
    INVARIANT(target <= thread_->instructions.size(), "a jump goes into its thread or to its end");
  }
  void checkLevel(std::uint32_t level) const {
    INVARIANT(level < program_.scopes.levels().size(), "a scope level of the dialect");
  }
  void checkInstruction(const Instruction& instruction) const {
    if (instruction.predicate) {
      checkRegister(instruction.predicate->reg);
    }
    visitParts(instruction.operation,
               Overloaded{[&](TargetPart<const RegisterId> part) { checkRegister(part.reg); },
                          [&](AddressPart<const ExprPtr> part) { checkExpr(part.expr); },
                          [&](ValuePart<const ExprPtr> part) { checkExpr(part.expr); },
                          [&](NumberPart<const BarrierNumber> part) { checkNumber(part.number); },
                          [&](AtomicityPart<const Atomicity> part) { checkLevel(part.atomicity.level); },
                          [&](LabelPart<const std::uint32_t> part) { checkTarget(part.instruction); }});
    if (const auto* rmw = std::get_if<RmwOperation>(&instruction.operation)) {
      INVARIANT((rmw->op == RmwOp::CompareSwap) == (rmw->expected != nullptr),
                "only compare-swap expects a value");
    }
    if (const auto* barrier = std::get_if<BarrierOp>(&instruction.operation)) {
      checkLevel(barrier->level);
      const BarrierNumber count = barrier->count.value_or(1);
      INVARIANT(count.reg || count.value > 0, "a barrier counts at least one arrival");
    }
  }
  void checkNumber(const BarrierNumber& number) const {
    if (number.reg) {
      checkRegister(*number.reg);
    }
  }
  void checkVariable(const StateVariable& v) const {
    if (v.isRegister()) {
      INVARIANT(v.thread < program_.threads.size(), "a thread of the program");
      INVARIANT(v.reg < program_.threads[v.thread].registers.size(), "a register of that thread");
    } else {
      INVARIANT(v.location < program_.locations.size(), "a location of the program");
    }
  }
  void checkCondition(const Condition& condition) const {
    for (const StateVariable& v : variablesOf(condition)) {
      checkVariable(v);
    }
  }

  const Program& program_;
  const Thread* thread_ = nullptr;
};

}  // namespace

void validate(const Program& program) {
  Validator(program).run();
}

}  // namespace hrfcheck::inline program
