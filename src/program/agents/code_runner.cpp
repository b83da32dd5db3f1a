#include "program/agents/code_runner.h"

#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

/// Local steps between two actions; tests have tens.
constexpr unsigned kMostLocalSteps = 100'000;

}  // namespace

CodeRunner::CodeRunner(const Program& program, ThreadId thread, Fences fences)
    : program_(&program), thread_(&program.threads[thread]), fences_(fences) {}

LocalState CodeRunner::start() const {
  return {0, thread_->initialRegisters};
}

std::optional<Value> CodeRunner::valueOf(const ExprPtr& expr, const LocalState& state) const {
  if (expr == nullptr) {
    return 0;
  }
  if (const auto* c = std::get_if<ConstantExpr>(&expr->node)) {
    return c->value;
  }
  if (const auto* r = std::get_if<RegisterExpr>(&expr->node)) {
    return state.registers[r->reg];
  }
  return evaluate(*expr, [&](RegisterId reg) { return state.registers[reg]; });
}

Action CodeRunner::next(LocalState& state) const {
  for (unsigned steps = 0; steps < kMostLocalSteps; ++steps) {
    if (state.at >= thread_->instructions.size()) {
      return {};
    }
    if (const auto action = step(state)) {
      return *action;
    }
  }
  return {Action::Kind::Diverges, state.at};
}

/// One instruction, if it is local; else the action it is.
std::optional<Action> CodeRunner::step(LocalState& state) const {
  const Instruction& instruction = thread_->instructions[state.at];
  const auto& predicate = instruction.predicate;
  const bool passes = predicate && (state.registers[predicate->reg] != 0) == predicate->negated;
  if (passes && std::holds_alternative<VoteOp>(instruction.operation)) {
    return ballot(state, std::get<VoteOp>(instruction.operation), true);
  }
  if (passes) {
    ++state.at;
    return std::nullopt;
  }
  using Result = std::optional<Action>;
  const auto go = [&](std::uint32_t target) -> Result {
    state.at = target;
    return std::nullopt;
  };
  const std::uint32_t after = state.at + 1;
  return std::visit(
      Overloaded{[&](const LoadOp& o) -> Result {
                   return access(Action::Kind::Load, state, o.address, nullptr, nullptr);
                 },
                 [&](const StoreOp& o) -> Result {
                   return access(Action::Kind::Store, state, o.address, o.value, nullptr);
                 },
                 [&](const RmwOperation& o) -> Result {
                   return access(Action::Kind::Rmw, state, o.address, o.operand, o.expected);
                 },
                 [&](const FenceOp&) -> Result {
                   return fences_ == Fences::Stop ? Result(Action{Action::Kind::Fence, state.at}) : go(after);
                 },
                 [&](const BarrierOp& o) -> Result { return arrival(state, o); },
                 [&](const AssignOp& o) { return assign(state, o); },
                 [&](const BranchOp& o) { return branch(state, o); },
                 [&](const JumpOp& o) { return go(o.target); },
                 [&](const ExitOp&) { return go(static_cast<std::uint32_t>(thread_->instructions.size())); },
                 [&](const NopOp&) { return go(after); },
                 [&](const LockLoadOp& o) -> Result {
                   return access(Action::Kind::LockLoad, state, o.address, nullptr, nullptr);
                 },
                 [&](const UnlockStoreOp& o) -> Result {
                   return access(Action::Kind::UnlockStore, state, o.address, o.value, nullptr);
                 },
                 [&](const VoteOp& o) -> Result { return ballot(state, o, false); },
                 [&](const ReconvergenceOp&) { return go(after); }},
      instruction.operation);
}

Action CodeRunner::access(Action::Kind kind, const LocalState& state, const ExprPtr& address,
                          const ExprPtr& operand, const ExprPtr& expected) const {
  const std::optional<Value> at = valueOf(address, state);
  const std::optional<LocationId> location = at ? program_->locationAt(*at) : std::nullopt;
  const std::optional<Value> value = valueOf(operand, state);
  const std::optional<Value> compared = valueOf(expected, state);
  if (!location || !value || !compared) {
    return {Action::Kind::Fault, state.at};
  }
  return {kind, state.at, *location, *value, *compared};
}

Action CodeRunner::ballot(const LocalState& state, const VoteOp& o, bool abstains) const {
  Action action{Action::Kind::Vote, state.at};
  action.abstains = abstains;
  const std::optional<Value> value = abstains ? Value{0} : valueOf(o.ballot, state);
  if (!value) {
    return {Action::Kind::Fault, state.at};
  }
  action.operand = *value != 0 ? 1 : 0;
  return action;
}

Action CodeRunner::arrival(const LocalState& state, const BarrierOp& o) const {
  Action action{Action::Kind::Barrier, state.at};
  action.instance = o.instance.in(state.registers);
  action.id = o.id.in(state.registers);
  if (o.count) {
    action.count = o.count->in(state.registers);
    if (o.count->reg && *action.count < 1) {
      return {Action::Kind::Fault, state.at};
    }
  }
  return action;
}

std::optional<Action> CodeRunner::assign(LocalState& state, const AssignOp& o) const {
  const std::optional<Value> value = valueOf(o.value, state);
  if (!value) {
    return Action{Action::Kind::Fault, state.at};
  }
  state.registers[o.target] = *value;
  ++state.at;
  return std::nullopt;
}

std::optional<Action> CodeRunner::branch(LocalState& state, const BranchOp& o) const {
  const std::optional<Value> condition = valueOf(o.condition, state);
  if (!condition) {
    return Action{Action::Kind::Fault, state.at};
  }
  state.at = *condition != 0 ? o.target : state.at + 1;
  return std::nullopt;
}

void CodeRunner::complete(LocalState& state, const Action& action, const Seen& seen) const {
  const bool finds = action.reads() || (action.kind == Action::Kind::Vote && !action.abstains);
  INVARIANT(state.at == action.instruction, "the state stands before its action");
  INVARIANT(!finds || seen.value.has_value(), "what reads or votes gets a value");
  const Operation& operation = instruction(action).operation;
  if (const auto* load = std::get_if<LoadOp>(&operation)) {
    state.registers[load->target] = *seen.value;
  } else if (const auto* rmw = std::get_if<RmwOperation>(&operation); rmw != nullptr && rmw->target) {
    state.registers[*rmw->target] = *seen.value;
  } else if (const auto* vote = std::get_if<VoteOp>(&operation); vote != nullptr && !action.abstains) {
    state.registers[vote->target] = *seen.value;
  } else if (const auto* lock = std::get_if<LockLoadOp>(&operation)) {
    if (lock->target) {
      state.registers[*lock->target] = *seen.value;
    }
    if (lock->locked) {
      state.registers[*lock->locked] = seen.locked ? 1 : 0;
    }
  }
  ++state.at;
}

std::optional<Value> writtenBy(const Instruction& instruction, const Action& action, Value old) {
  if (action.kind == Action::Kind::Store || action.kind == Action::Kind::UnlockStore) {
    return action.operand;
  }
  const auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
  if (rmw == nullptr || (rmw->op == RmwOp::CompareSwap && old != action.expected)) {
    return std::nullopt;
  }
  return rmwResult(rmw->op, rmw->kind, old, action.operand);
}

}  // namespace hrfcheck::inline program
