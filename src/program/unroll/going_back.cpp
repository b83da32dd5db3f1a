#include "program/unroll/going_back.h"

#include "program/expr/operators.h"
#include "program/expr/substitute.h"
#include "program/flow/control_flow.h"
#include "program/ir/operands.h"
#include "program/unroll/round_shape.h"

namespace hrfcheck::inline program {
namespace {

/// What registers are known to hold; nothing is known of the others, so that more may go back than do.
using KnownRegisters = std::map<RegisterId, Value>;

/// Of a round that has more ways than can be walked in so many steps, any may go back.
constexpr std::size_t kMostSteps = 512;

class WayBack {
 public:
  WayBack(const Thread& thread, const Loop& loop) : thread_(thread), loop_(loop) {}

  /// Whether some way on from where an instruction was executed comes to the head.
  bool comesBackFrom(std::uint32_t instruction, const KnownRegisters& known) {
    const Exits exits = exitsOf(thread_, instruction);
    const std::optional<bool> taken = isTaken(instruction, known);
    return (taken != true && comesBack(exits.next, known)) ||
           (taken != false && comesBack(exits.taken, known));
  }

 private:
  bool comesBack(std::uint32_t instruction, KnownRegisters known) {
    if (instruction == loop_.head || ++steps_ > kMostSteps) {
      return true;
    }
    if (!loop_.contains(instruction) || instruction >= thread_.instructions.size()) {
      return false;
    }
    execute(thread_.instructions[instruction], known);
    return comesBackFrom(instruction, known);
  }

  void execute(const Instruction& instruction, KnownRegisters& known) const {
    const auto* assign = std::get_if<AssignOp>(&instruction.operation);
    const std::optional<Value> value =
        assign != nullptr && !instruction.predicate ? valueOf(*assign->value, known) : std::nullopt;
    for (const RegisterId target : targetsOf(instruction.operation)) {
      known.erase(target);
    }
    if (value) {
      known[assign->target] = *value;
    }
  }

  /// Nothing where that is not known.
  std::optional<bool> isTaken(std::uint32_t i, const KnownRegisters& known) const {
    const Instruction& instruction = thread_.instructions[i];
    const auto* branch = std::get_if<BranchOp>(&instruction.operation);
    if (branch == nullptr || instruction.predicate) {
      return std::nullopt;
    }
    const std::optional<Value> value = valueOf(*branch->condition, known);
    return value ? std::optional(*value != 0) : std::nullopt;
  }

  static std::optional<Value> valueOf(const Expr& expr, const KnownRegisters& known) {
    for (const RegisterId r : registersOf(expr)) {
      if (!known.contains(r)) {
        return std::nullopt;
      }
    }
    return evaluate(expr, [&](RegisterId r) { return known.at(r); });
  }

  const Thread& thread_;
  const Loop& loop_;
  std::size_t steps_ = 0;
};

}  // namespace

std::optional<Value> knownInitially(const MemoryLocation& location) {
  return location.open ? std::nullopt : std::optional(location.initial);
}

std::optional<Value> constantStored(const Operation& operation) {
  if (const auto* store = std::get_if<StoreOp>(&operation)) {
    return constantValue(*store->value);
  }
  const auto* rmw = std::get_if<RmwOperation>(&operation);
  return rmw != nullptr && !combinesOld(rmw->op) ? constantValue(*rmw->operand) : std::nullopt;
}

ReadsBeforeGoingBack::ReadsBeforeGoingBack(const Thread& thread, const Loop& loop)
    : thread_(thread), loop_(loop) {
  for (const std::uint32_t i : instructionsOfRounds(thread, loop)) {
    if (readsMemory(thread.instructions[i].operation)) {
      ++reads_;
      read_ = i;
    }
  }
}

bool ReadsBeforeGoingBack::mayBe(std::optional<Value> value) {
  if (!known() || !value) {
    return true;
  }
  const auto [found, fresh] = goesBack_.try_emplace(*value, true);
  if (fresh) {
    KnownRegisters registers;
    for (const RegisterId target : targetsOf(thread_.instructions[read_].operation)) {
      registers[target] = *value;
    }
    found->second = WayBack(thread_, loop_).comesBackFrom(read_, registers);
  }
  return found->second;
}

}  // namespace hrfcheck::inline program
