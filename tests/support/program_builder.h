#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "program/ir/program.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::test {

/// Scope levels of the programs built here.
inline constexpr std::uint32_t kWi = 0, kWv = 1, kWg = 2, kCmp = 3, kSys = 4;

inline Atomicity atomic(Order order, std::uint32_t level = kSys, bool remote = false) {
  return {order, level, remote};
}

/// A value or a location's address where an expression is wanted.
struct Operand {
  ExprPtr expr;
  Operand(Value value) : expr(constant(value)) {}
  Operand(ExprPtr e) : expr(std::move(e)) {}
};

/// One thread, instruction by instruction; registers are declared by their first use.
class ThreadBuilder {
 public:
  explicit ThreadBuilder(std::string name) { thread_.name = std::move(name); }

  RegisterId reg(const std::string& name, Value initial = 0) {
    for (RegisterId r = 0; r < thread_.registers.size(); ++r) {
      if (thread_.registers[r] == name) {
        return r;
      }
    }
    thread_.registers.push_back(name);
    thread_.initialRegisters.push_back(initial);
    return static_cast<RegisterId>(thread_.registers.size() - 1);
  }
  ExprPtr get(const std::string& name) { return registerRef(reg(name)); }

  ThreadBuilder& load(const std::string& target, Operand address, std::optional<Atomicity> a = {}) {
    return add(LoadOp{reg(target), address.expr, a});
  }
  ThreadBuilder& store(Operand address, Operand value, std::optional<Atomicity> a = {}) {
    return add(StoreOp{address.expr, value.expr, a});
  }
  ThreadBuilder& rmw(RmwOp op, const std::string& target, Operand address, Operand operand,
                     Atomicity a = atomic(Order::Relaxed)) {
    return add(RmwOperation{reg(target), op, address.expr, operand.expr, nullptr, a});
  }
  ThreadBuilder& cas(const std::string& target, Operand address, Operand expected, Operand desired,
                     Atomicity a = atomic(Order::Relaxed)) {
    return add(RmwOperation{reg(target), RmwOp::CompareSwap, address.expr, desired.expr, expected.expr, a});
  }
  ThreadBuilder& fence(Atomicity a) { return add(FenceOp{a}); }
  ThreadBuilder& barrier(std::uint32_t level = kWg, Value id = 0) { return add(BarrierOp{level, id}); }
  /// It opens after `count` arrivals.
  ThreadBuilder& countedBarrier(Value count, std::uint32_t level = kWg, Value id = 0) {
    BarrierOp barrier{level, id};
    barrier.count = count;
    return add(barrier);
  }
  ThreadBuilder& assign(const std::string& target, Operand value) {
    return add(AssignOp{reg(target), value.expr});
  }
  ThreadBuilder& branch(Operand condition, std::uint32_t target) {
    return add(BranchOp{condition.expr, target});
  }
  ThreadBuilder& jump(std::uint32_t target) { return add(JumpOp{target}); }
  ThreadBuilder& exit() { return add(ExitOp{}); }
  ThreadBuilder& nop() { return add(NopOp{}); }
  /// Makes the last instruction run only when the register is not 0 (is 0).
  ThreadBuilder& onlyIf(const std::string& name, bool negated = false) {
    thread_.instructions.back().predicate = Predicate{reg(name), negated};
    return *this;
  }

  const Thread& thread() const { return thread_; }

 private:
  ThreadBuilder& add(Operation operation) {
    const std::string text = "instruction " + std::to_string(thread_.instructions.size());
    thread_.instructions.push_back({std::move(operation), std::nullopt, {}, text});
    return *this;
  }

  Thread thread_;
};

/// A test program written down in C++; every register and location is observed.
class ProgramBuilder {
 public:
  /// Declares a location and returns its address, an expression.
  ExprPtr location(const std::string& name, Value initial = 0) {
    const Value address = kAddressBase + static_cast<Value>(program_.locations.size()) * kAddressStride;
    program_.locations.push_back({name, address, initial, AddressSpace::Generic, std::nullopt});
    return constant(address);
  }
  ThreadBuilder& thread(std::uint32_t wg = 0, std::uint32_t cmp = 0) {
    ids_.push_back({0, static_cast<std::uint32_t>(ids_.size()), wg, cmp, 0});
    return threads_.emplace_back("P" + std::to_string(threads_.size()));
  }
  Program& program() { return program_; }

  std::shared_ptr<const Program> build() const {
    auto result = std::make_shared<Program>(program_);
    result->dialect = "HSA";
    result->scopes = ScopeTree({"wi", "wv", "wg", "cmp", "sys"}, ids_);
    for (const ThreadBuilder& builder : threads_) {
      const auto t = static_cast<ThreadId>(result->threads.size());
      result->threads.push_back(builder.thread());
      for (RegisterId r = 0; r < builder.thread().registers.size(); ++r) {
        result->observed.push_back({t, r, kNoLocation});
      }
    }
    for (LocationId l = 0; l < result->locations.size(); ++l) {
      result->observed.push_back({kNoThread, 0, l});
    }
    if (!result->condition) {
      result->condition = std::make_shared<Condition>(Condition{TrueCondition{}});
    }
    return result;
  }
  std::shared_ptr<const EventStructure> structure(unsigned bound = 2) const {
    return std::make_shared<const EventStructure>(build(), bound);
  }

 private:
  Program program_;
  std::deque<ThreadBuilder> threads_;
  std::vector<std::vector<std::uint32_t>> ids_;
};

/// `variable == value`, for conditions and filters.
inline ConditionPtr equals(StateVariable variable, Value value) {
  return std::make_shared<Condition>(Condition{CompareCondition{variable, CompareOp::Eq, value}});
}

}  // namespace hrfcheck::test
