#include "frontend/convert/facts.h"

#include <algorithm>

#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "program/ir/orders.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend {
namespace {

void raise(std::optional<std::uint32_t>& level, std::uint32_t to) {
  level = std::max(level.value_or(to), to);
}

bool sameBarrier(const BarrierOp& a, const BarrierOp& b) {
  return a.level == b.level && a.instance == b.instance && a.id == b.id;
}

}  // namespace

ConversionFacts::ConversionFacts(const Program& program)
    : program_(program),
      releaseFence_(program.threads.size()),
      acquireFence_(program.threads.size()),
      releases_(program.threads.size()),
      acquires_(program.threads.size()) {
  local_ = std::ranges::any_of(program.locations,
                               [](const MemoryLocation& l) { return l.space == AddressSpace::Local; });
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (const Instruction& instruction : program.threads[t].instructions) {
      noteFences(t, instruction.operation);
    }
    for (const Instruction& instruction : program.threads[t].instructions) {
      note(instruction.operation);
      noteAccess(t, instruction.operation);
    }
  }
  const bool byInstance = std::ranges::all_of(numbers_, [](const auto& n) { return n.first.second == 0; });
  const bool byId = std::ranges::all_of(numbers_, [](const auto& n) { return n.first.first == 0; });
  Value next = 0;
  for (auto& [barrier, number] : numbers_) {
    number = byInstance ? barrier.first : byId ? barrier.second : next++;
  }
}

void ConversionFacts::note(const Operation& operation) {
  if (const Atomicity* atomicity = atomicityOf(operation)) {
    raise(widest_, atomicity->level);
  } else if (const auto* barrier = std::get_if<BarrierOp>(&operation)) {
    raise(widest_, barrier->memoryLevel.value_or(barrier->level));
    numbers_[{barrier->instance.value, barrier->id.value}];
  }
}

void ConversionFacts::noteFences(ThreadId thread, const Operation& operation) {
  const auto* fence = std::get_if<FenceOp>(&operation);
  if (fence != nullptr && fence->atomicity) {
    releaseFence_[thread] = releaseFence_[thread] || releases(fence->atomicity->order);
    acquireFence_[thread] = acquireFence_[thread] || acquires(fence->atomicity->order);
  }
}

void ConversionFacts::noteAccess(ThreadId thread, const Operation& operation) {
  const ExprPtr address = operandsOf(operation).address;
  const Atomicity* atomicity = atomicityOf(operation);
  if (address == nullptr || atomicity == nullptr) {
    return;
  }
  if (writesMemory(operation) && (releases(atomicity->order) || releaseFence_[thread])) {
    releases_[thread].push_back(whereOf(*address));
  }
  if (readsMemory(operation) && (acquires(atomicity->order) || acquireFence_[thread])) {
    acquires_[thread].push_back(whereOf(*address));
  }
}

ConversionFacts::Where ConversionFacts::whereOf(const Expr& address) const {
  const std::optional<Value> known = constantValue(address);
  return known ? program_.locationAt(*known) : std::nullopt;
}

std::size_t ConversionFacts::count(const std::vector<Where>& accesses, const Where& where) {
  return static_cast<std::size_t>(
      std::ranges::count_if(accesses, [&](const Where& other) { return maybeSame(other, where); }));
}

bool ConversionFacts::othersAcquire(ThreadId releasing, const Where& where) const {
  for (ThreadId t = 0; t < acquires_.size(); ++t) {
    if (t != releasing && count(acquires_[t], where) > 0) {
      return true;
    }
  }
  return false;
}

bool ConversionFacts::followsOthersRelease(ThreadId thread, const StoreOp& store) const {
  const Where where = whereOf(*store.address);
  for (ThreadId t = 0; t < releases_.size(); ++t) {
    if (t != thread && count(releases_[t], where) > 0 && othersAcquire(t, where)) {
      return true;
    }
  }
  return false;
}

/// A store that releases is one of the releases counted.
bool ConversionFacts::followsOwnRelease(ThreadId thread, const StoreOp& store) const {
  const Where where = whereOf(*store.address);
  const std::size_t itself = releases(store.atomicity->order) || releaseFence_[thread] ? 1 : 0;
  return count(releases_[thread], where) > itself && othersAcquire(thread, where);
}

std::optional<ThreadId> ConversionFacts::absentFrom(ThreadId thread, const BarrierOp& barrier) const {
  const ScopeInstanceId scope = program_.scopes.instanceOf(thread, barrier.level);
  for (const ThreadId other : program_.scopes.instances()[scope].agents) {
    const bool there = std::ranges::any_of(program_.threads[other].instructions, [&](const Instruction& i) {
      const auto* op = std::get_if<BarrierOp>(&i.operation);
      return op != nullptr && sameBarrier(*op, barrier);
    });
    if (!there) {
      return other;
    }
  }
  return std::nullopt;
}

Value ConversionFacts::numberOf(const BarrierOp& barrier) const {
  return numbers_.at({barrier.instance.value, barrier.id.value});
}

}  // namespace hrfcheck::frontend
