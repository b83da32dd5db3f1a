#include "machine/agent_states.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/agents/local_faults.h"
#include "program/flow/control_flow.h"
#include "program/flow/divided_accesses.h"
#include "program/ir/operands.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

std::uint64_t readsAt(const Program& program, const ExprPtr& address) {
  const auto* c = std::get_if<ConstantExpr>(&address->node);
  const std::optional<LocationId> location = c != nullptr ? program.locationAt(c->value) : std::nullopt;
  return location && *location < 64 ? std::uint64_t{1} << *location : kAll;
}

std::uint64_t readsOf(const Program& program, const Operation& operation) {
  return readsMemory(operation) ? readsAt(program, operandsOf(operation).address) : 0;
}

}  // namespace

ValueIndex ValueTable::indexOf(Value value) {
  const auto it = std::find(values_.begin(), values_.end(), value);
  if (it == values_.end()) {
    if (values_.size() >= kMostValues) {
      throw TableFull("more than " + std::to_string(kMostValues) + " different values");
    }
    values_.push_back(value);
    return static_cast<ValueIndex>(values_.size() - 1);
  }
  return static_cast<ValueIndex>(it - values_.begin());
}

AgentStates::AgentStates(const Program& program, std::shared_ptr<const Agent> agent)
    : program_(&program), agent_(std::move(agent)) {
  refuseDividedAtomics(program);
  for (const ThreadId lane : agent_->lanes()) {
    findReads(lane);
  }
}

void AgentStates::findReads(ThreadId lane) {
  const Thread& thread = program_->threads[lane];
  const std::vector<Instruction>& code = thread.instructions;
  std::vector<std::uint64_t>& readsFrom = readsFrom_.emplace_back(code.size() + 1, 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto i = static_cast<std::uint32_t>(code.size()); i-- > 0;) {
      const Exits exits = exitsOf(thread, i);
      const std::uint64_t reads =
          readsOf(*program_, code[i].operation) | readsFrom[exits.next] | readsFrom[exits.taken];
      changed = changed || reads != readsFrom[i];
      readsFrom[i] = reads;
    }
  }
}

std::uint16_t AgentStates::start() {
  return intern(agent_->start());
}

std::uint16_t AgentStates::intern(AgentState state) {
  const std::vector<Action> actions = agent_->next(state);
  INVARIANT(actions.size() == 1, "machines run agents that have no choice of actions");
  const Action& action = actions.front();
  if (action.kind == Action::Kind::Fault) {
    const Thread& thread = program_->threads[agent_->lanes()[action.lane()]];
    const Instruction& instruction = thread.instructions[action.instruction];
    throw UserError(instruction.place,
                    fmt::format("'{}': {} in an execution of the machine", instruction.text,
                                whatIsWrong(*program_, instruction, state.lanes[action.lane()])));
  }
  if (action.isOfLockUnit() || action.kind == Action::Kind::Vote) {
    const Instruction& instruction =
        program_->threads[agent_->lanes()[action.lane()]].instructions[action.instruction];
    throw UserError(instruction.place,
                    fmt::format("machines have no lock unit and no wavefronts: '{}'", instruction.text));
  }
  const auto [it, fresh] = known_.try_emplace(state, static_cast<std::uint16_t>(entries_.size()));
  if (fresh) {
    if (entries_.size() >= 0xFFFFU) {
      throw TableFull("more than 65535 states of one thread");
    }
    std::uint64_t mayRead = 0;
    for (std::size_t lane = 0; lane < state.lanes.size(); ++lane) {
      mayRead |= readsFrom_[lane][std::min<std::size_t>(state.lanes[lane].at, readsFrom_[lane].size() - 1)];
    }
    entries_.push_back({std::move(state), action, mayRead, {}, std::nullopt});
  }
  return it->second;
}

std::uint16_t AgentStates::after(std::uint16_t id, std::optional<ValueIndex> read, const ValueTable& values) {
  const Entry& entry = entries_[id];
  if (!read && entry.nextWithout) {
    return *entry.nextWithout;
  }
  for (const auto& [value, next] : entry.next) {
    if (read == value) {
      return next;
    }
  }
  AgentState state = entry.state;
  const Action action = entry.action;
  agent_->complete(state, action, read ? std::optional<Value>(values[*read]) : std::nullopt);
  const std::uint16_t next = intern(std::move(state));
  if (read) {
    entries_[id].next.emplace_back(*read, next);
  } else {
    entries_[id].nextWithout = next;
  }
  return next;
}

}  // namespace hrfcheck::inline machine
