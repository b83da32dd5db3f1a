#pragma once

#include <coroutine>
#include <cstdint>
#include <deque>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "machine/timed/timed_code.h"

namespace hrfcheck::inline machine {

/// Words of a cache line of 64 bytes.
inline constexpr std::uint32_t kLineWords = 16;

/// What a work-item (or a wavefront that moves as one) of a workload is about to do. Its code is a coroutine
/// that awaits one access after the other: `const Value tail = co_await me.load(acquire, tailOf(queue));`
class WorkItem {
 public:
  /// Access, barrier or computation; awaiting it gives what was read.
  struct Awaited {
    WorkItem* me;
    TimedOp op;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiting) const {
      me->op_ = op;
      me->waiting_ = waiting;
    }
    Value await_resume() const { return me->read_; }
  };

  /// @param operation index of TimedCode::operations
  Awaited load(std::uint32_t operation, LocationId a, const std::vector<LocationId>* also = nullptr) {
    return {this, {TimedOp::Kind::Load, operation, a, 0, 0, 0, also}};
  }
  Awaited store(std::uint32_t operation, LocationId a, Value v,
                const std::vector<LocationId>* also = nullptr) {
    return {this, {TimedOp::Kind::Store, operation, a, v, 0, 0, also}};
  }
  /// Gives the old value.
  Awaited rmw(std::uint32_t operation, LocationId a, Value operand, Value expected = 0) {
    return {this, {TimedOp::Kind::Rmw, operation, a, operand, expected, 0, nullptr}};
  }
  Awaited compute(std::uint64_t cycles) {
    return {this, {TimedOp::Kind::Compute, 0, 0, 0, 0, cycles, nullptr}};
  }
  Awaited barrier(std::uint32_t id, std::size_t workItems) {
    return {this, {TimedOp::Kind::Barrier, 0, id, static_cast<Value>(workItems), 0, 0, nullptr}};
  }
  Awaited scratchpad(std::uint32_t id, std::uint64_t passes) {
    return {this, {TimedOp::Kind::Scratchpad, 0, id, 0, 0, passes, nullptr}};
  }
  /// Gives the cycle that it is.
  Awaited clock() { return {this, {TimedOp::Kind::Clock, 0, 0, 0, 0, 0, nullptr}}; }

  const TimedOp& op() const { return op_; }
  void goOn(Value read) {
    read_ = read;
    op_ = {};
    waiting_.resume();
  }
  /// Before its code begins.
  void begin(std::coroutine_handle<> code) {
    op_ = {};
    code.resume();
  }

 private:
  TimedOp op_;
  Value read_ = 0;
  std::coroutine_handle<> waiting_;
};

/// A part of a work-item's code that gives a value to the part that awaits it.
template <class Result>
class Part {
 public:
  struct promise_type {
    std::optional<Result> result;
    std::coroutine_handle<> caller;

    Part get_return_object() { return Part(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    auto final_suspend() const noexcept {
      struct BackToCaller {
        bool await_ready() const noexcept { return false; }
        std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> done) const noexcept {
          return done.promise().caller ? done.promise().caller : std::noop_coroutine();
        }
        void await_resume() const noexcept {}
      };
      return BackToCaller{};
    }
    void return_value(Result value) { result = std::move(value); }
    void unhandled_exception() const { std::terminate(); }
  };

  explicit Part(std::coroutine_handle<promise_type> code) : code_(code) {}
  Part(Part&& other) noexcept : code_(std::exchange(other.code_, {})) {}
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  Part& operator=(Part&&) = delete;
  ~Part() {
    if (code_) {
      code_.destroy();
    }
  }

  std::coroutine_handle<> code() const { return code_; }

  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
    code_.promise().caller = caller;
    return code_;
  }
  Result await_resume() { return std::move(*code_.promise().result); }

 private:
  std::coroutine_handle<promise_type> code_;
};

/// All the code of a work-item.
using WorkCode = Part<bool>;

/// How many wavefronts run where.
struct Placement {
  std::size_t groups = 8;  ///< work-groups, one on each compute unit (Orr et al. 2015, Table 1)
  std::size_t waves = 4;   ///< wavefronts of a work-group
};

/// Code for a timed machine that is written as coroutines, one for each wavefront.
class Workload : public TimedCode {
 public:
  const ScopeTree& scopes() const override { return scopes_; }
  const std::vector<Instruction>& operations() const override { return operations_; }
  TimedOp next(ThreadId t) override;
  void complete(ThreadId t, const TimedOp& op, Value read) override;
  std::optional<Value> written(ThreadId t, const TimedOp& op, Value old) override;

 protected:
  explicit Workload(const Placement& placement);

  /// An access that the code will make.
  std::uint32_t loads(std::optional<Atomicity> atomicity = std::nullopt);
  std::uint32_t stores(std::optional<Atomicity> atomicity = std::nullopt);
  std::uint32_t modifies(RmwOp op, const Atomicity& atomicity);
  /// The code of a wavefront; called before the first step of any.
  virtual WorkCode codeOf(WorkItem& me, ThreadId t) = 0;

  /// A wavefront's access to local memory takes effect.
  virtual void onScratchpad(ThreadId) {}

  const Placement& placement() const { return placement_; }
  std::size_t groupOf(ThreadId t) const { return t / placement_.waves; }
  std::size_t wavefrontOf(ThreadId t) const { return t % placement_.waves; }
  std::size_t wavefronts() const { return placement_.groups * placement_.waves; }

 private:
  std::uint32_t add(Operation operation);

  Placement placement_;
  ScopeTree scopes_;
  std::vector<Instruction> operations_;
  std::deque<WorkItem> items_;  ///< the code has references to them
  std::vector<WorkCode> code_;
};

}  // namespace hrfcheck::inline machine
