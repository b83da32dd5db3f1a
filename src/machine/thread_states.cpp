#include "machine/thread_states.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/control_flow.h"
#include "program/local_faults.h"
#include "program/operands.h"
#include "util/diagnostic.h"

namespace hrfcheck {
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

ThreadStates::ThreadStates(const Program& program, ThreadId thread, LocalRunner::Fences fences)
    : program_(&program), thread_(thread), runner_(program, thread, fences) {
  findReads();
}

void ThreadStates::findReads() {
  const Thread& thread = program_->threads[thread_];
  const std::vector<Instruction>& code = thread.instructions;
  readsFrom_.assign(code.size() + 1, 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto i = static_cast<std::uint32_t>(code.size()); i-- > 0;) {
      std::uint64_t reads = readsOf(*program_, code[i].operation);
      const Exits exits = exitsOf(thread, i);
      reads |= readsFrom_[exits.next] | readsFrom_[exits.taken];
      changed = changed || reads != readsFrom_[i];
      readsFrom_[i] = reads;
    }
  }
}

std::uint16_t ThreadStates::start() {
  return intern(runner_.start());
}

std::uint16_t ThreadStates::intern(LocalState state) {
  const Action action = runner_.next(state);
  if (action.kind == Action::Kind::Fault) {
    const Instruction& instruction = program_->threads[thread_].instructions[action.instruction];
    throw UserError(instruction.place, fmt::format("'{}' {} in an execution of the machine", instruction.text,
                                                   whatIsWrong(*program_, instruction, state)));
  }
  const auto [it, fresh] = known_.try_emplace(state, static_cast<std::uint16_t>(entries_.size()));
  if (fresh) {
    if (entries_.size() >= 0xFFFFU) {
      throw TableFull("more than 65535 states of one thread");
    }
    const std::size_t at = std::min<std::size_t>(state.at, readsFrom_.size() - 1);
    entries_.push_back({std::move(state), action, readsFrom_[at], {}, std::nullopt});
  }
  return it->second;
}

std::uint16_t ThreadStates::after(std::uint16_t id, std::optional<ValueIndex> read,
                                  const ValueTable& values) {
  const Entry& entry = entries_[id];
  if (!read && entry.nextWithout) {
    return *entry.nextWithout;
  }
  for (const auto& [value, next] : entry.next) {
    if (read == value) {
      return next;
    }
  }
  LocalState state = entry.state;
  const Action action = entry.action;
  runner_.complete(state, action, read ? std::optional<Value>(values[*read]) : std::nullopt);
  const std::uint16_t next = intern(std::move(state));
  if (read) {
    entries_[id].next.emplace_back(*read, next);
  } else {
    entries_[id].nextWithout = next;
  }
  return next;
}

}  // namespace hrfcheck
