// One thread, run alone: a small interpreter over the unrolled nodes that asks an oracle for what it cannot
// know (the value of a read, whether a barrier opens). Enumeration, replay of witnesses and tests all go
// through it, so what code means is said once.
//
// Dependencies are taints: every register carries the set of reads its value comes from (cat.md, "Events,
// once and for all"). Control is a set that only grows, since a branch orders everything after it, also where
// its two paths have met again.

#include "execution/run.h"

#include <algorithm>
#include <map>

#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck {
namespace {

class ThreadRunner {
 public:
  ThreadRunner(const Skeleton& skeleton, ThreadId thread, const ReadOracle& read, const BarrierOracle& passes)
      : skeleton_(skeleton),
        thread_(skeleton.program().threads[thread]),
        id_(thread),
        read_(read),
        passes_(passes),
        taint_(thread_.registers.size(), EventSet(skeleton.size())),
        control_(skeleton.size()),
        predicate_(skeleton.size()) {
    run_.registers = thread_.initialRegisters;
    run_.registers.resize(thread_.registers.size(), 0);
  }

  ThreadRun run() {
    const UnrolledThread& unrolled = skeleton_.threads()[id_];
    NodeId at = unrolled.start;
    while (at < unrolled.nodes.size() && !stopped_) {
      const UnrolledNode& node = unrolled.nodes[at];
      events_ = skeleton_.eventsOf(id_, at);
      current_ = node.instruction;
      at = step(thread_.instructions[current_]) ? node.taken : node.next;
    }
    if (!stopped_ && at != kEndNode) {
      stop(at == kSpinNode ? ThreadEnd::Spinning : ThreadEnd::BoundReached);
    }
    for (auto* dependency : {&run_.addr, &run_.data, &run_.ctrl}) {
      std::sort(dependency->begin(), dependency->end());
    }
    return std::move(run_);
  }

 private:
  using Registers = std::vector<RegisterId>;

  /// Whether control goes to the node's `taken` exit (which is `next` for all but branches, and for jumps
  /// and exits without a predicate).
  bool step(const Instruction& instruction) {
    predicate_ = EventSet(skeleton_.size());
    bool executed = true;
    if (instruction.predicate) {
      predicate_ = taint_[instruction.predicate->reg];
      executed = (run_.registers[instruction.predicate->reg] != 0) != instruction.predicate->negated;
    }
    return std::visit(
        Overloaded{[&](const LoadOp& o) { return executed ? load(o) : skip(o.target); },
                   [&](const StoreOp& o) { return executed && store(o); },
                   [&](const RmwOperation& o) { return executed ? rmw(o) : skip(o.target); },
                   [&](const FenceOp&) { return executed && happen(events_.first, 0, kNoLocation); },
                   [&](const BarrierOp& o) { return executed && barrier(o); },
                   [&](const AssignOp& o) { return executed ? assign(o) : skip(o.target); },
                   [&](const BranchOp& o) { return branch(o, executed); },
                   [&](const JumpOp&) { return jump(executed); },
                   [&](const ExitOp&) { return jump(executed); }, [&](const NopOp&) { return false; }},
        instruction.operation);
  }

  bool skip(std::optional<RegisterId> target) {
    if (target) {
      taint_[*target] |= predicate_;
    }
    return false;
  }

  bool assign(const AssignOp& o) {
    const std::optional<Value> value = evaluated(o.value);
    if (!value) {
      return stop(ThreadEnd::Fault);
    }
    write(o.target, *value, taintOf(registersOf(*o.value)));
    return false;
  }

  bool load(const LoadOp& o) {
    const std::optional<LocationId> location = located(o.address);
    if (!location) {
      return stop(ThreadEnd::Fault);
    }
    const EventId event = events_.first;
    const Value value = read_(event, *location);
    happen(event, value, *location);
    depend(run_.addr, taintOf(registersOf(*o.address)), event);
    write(o.target, value, only(event));
    return false;
  }

  bool store(const StoreOp& o) {
    const std::optional<LocationId> location = located(o.address);
    const std::optional<Value> value = evaluated(o.value);
    if (!location || !value) {
      return stop(ThreadEnd::Fault);
    }
    const EventId event = events_.first;
    happen(event, *value, *location);
    depend(run_.addr, taintOf(registersOf(*o.address)), event);
    depend(run_.data, taintOf(registersOf(*o.value)), event);
    return false;
  }

  bool rmw(const RmwOperation& o) {
    const std::optional<LocationId> location = located(o.address);
    const std::optional<Value> operand = evaluated(o.operand);
    const std::optional<Value> expected = o.expected ? evaluated(o.expected) : Value{0};
    if (!location || !operand || !expected) {
      return stop(ThreadEnd::Fault);
    }
    const EventSet address = taintOf(registersOf(*o.address));
    EventSet operands = taintOf(registersOf(*o.operand));
    if (o.expected) {
      operands |= taintOf(registersOf(*o.expected));
    }
    const EventId read = events_.first;
    const Value old = read_(read, *location);
    happen(read, old, *location);
    depend(run_.addr, address, read);
    if (!o.expected || old == *expected) {
      const EventId event = events_.second;
      happen(event, rmwResult(o.op, old, *operand), *location);
      depend(run_.addr, address, event);
      depend(run_.data, operands, event);
      if (o.op == RmwOp::CompareSwap) {
        depend(run_.ctrl, only(read), event);
      } else if (o.op != RmwOp::Exchange) {
        depend(run_.data, only(read), event);
      }
    }
    if (o.target) {
      write(*o.target, old, only(read));
    }
    return false;
  }

  bool barrier(const BarrierOp& o) {
    const ScopeInstanceId scope = skeleton_.events()[events_.first].meeting;
    std::uint32_t& passed = passed_[{scope, o.id}];
    happen(events_.first, 0, kNoLocation, passed);
    if (!passes_(events_.first)) {
      return stop(ThreadEnd::Blocked);
    }
    happen(events_.second, 0, kNoLocation, passed);
    ++passed;
    return false;
  }

  bool branch(const BranchOp& o, bool executed) {
    control_ |= predicate_;
    if (!executed) {
      return false;
    }
    const std::optional<Value> condition = evaluated(o.condition);
    if (!condition) {
      return stop(ThreadEnd::Fault);
    }
    control_ |= taintOf(registersOf(*o.condition));
    return *condition != 0;
  }

  bool jump(bool executed) {
    control_ |= predicate_;
    return executed;
  }

  /// Appends the event to the run, with its control dependencies.
  bool happen(EventId event, Value value, LocationId location, std::uint32_t occurrence = 0) {
    INVARIANT(event != kNoEvent, "an instruction without its event");
    run_.events.push_back(event);
    run_.values.push_back(value);
    run_.locations.push_back(location);
    run_.occurrences.push_back(occurrence);
    depend(run_.ctrl, control_ | predicate_, event);
    return false;
  }

  bool stop(ThreadEnd end) {
    run_.end = end;
    run_.lastInstruction = current_;
    stopped_ = true;
    return false;
  }

  static void depend(std::vector<std::pair<EventId, EventId>>& relation, const EventSet& reads, EventId on) {
    reads.forEach([&](EventId read) { relation.emplace_back(read, on); });
  }

  void write(RegisterId target, Value value, EventSet taint) {
    run_.registers[target] = value;
    taint_[target] = std::move(taint |= predicate_);
  }

  EventSet only(EventId event) const {
    EventSet set(skeleton_.size());
    set.insert(event);
    return set;
  }

  EventSet taintOf(const Registers& registers) const {
    EventSet set(skeleton_.size());
    for (const RegisterId reg : registers) {
      set |= taint_[reg];
    }
    return set;
  }

  std::optional<Value> evaluated(const ExprPtr& expr) const {
    return evaluate(*expr, [&](RegisterId reg) { return run_.registers[reg]; });
  }

  std::optional<LocationId> located(const ExprPtr& address) const {
    const std::optional<Value> value = evaluated(address);
    return value ? skeleton_.program().locationAt(*value) : std::nullopt;
  }

  const Skeleton& skeleton_;
  const Thread& thread_;
  ThreadId id_;
  const ReadOracle& read_;
  const BarrierOracle& passes_;

  ThreadRun run_;
  bool stopped_ = false;
  std::uint32_t current_ = 0;    ///< instruction
  Skeleton::NodeEvents events_;  ///< of the current node
  std::vector<EventSet> taint_;  ///< by register
  EventSet control_;             ///< reads that branches so far depend on
  EventSet predicate_;           ///< reads the current predicate depends on
  std::map<std::pair<ScopeInstanceId, Value>, std::uint32_t> passed_;
};

/// The decisions of one run, counted through like the digits of a number: `next` gives the digit at hand,
/// `advance` turns to the following combination. A run is simply repeated with other digits.
class Odometer {
 public:
  void restart() { at_ = 0; }

  std::size_t next(std::size_t options) {
    if (at_ == digits_.size()) {
      digits_.push_back({0, options});
    }
    INVARIANT(digits_[at_].options == options, "a run must repeat its decisions");
    return digits_[at_++].value;
  }

  bool advance() {
    while (!digits_.empty() && digits_.back().value + 1 >= digits_.back().options) {
      digits_.pop_back();
    }
    if (digits_.empty()) {
      return false;
    }
    ++digits_.back().value;
    return true;
  }

 private:
  struct Digit {
    std::size_t value;
    std::size_t options;
  };
  std::vector<Digit> digits_;
  std::size_t at_ = 0;
};

}  // namespace

ThreadRun runThread(const Skeleton& skeleton, ThreadId thread, const ReadOracle& read,
                    const BarrierOracle& passes) {
  return ThreadRunner(skeleton, thread, read, passes).run();
}

void forEachRun(const Skeleton& skeleton, ThreadId thread,
                const std::function<bool(const ThreadRun&)>& visit) {
  Odometer odometer;
  const ReadOracle read = [&](EventId, LocationId location) {
    const std::vector<Value>& domain = skeleton.domains()[location];
    INVARIANT(!domain.empty(), "a location holds at least its initial value");
    return domain[odometer.next(domain.size())];
  };
  const BarrierOracle passes = [&](EventId) { return odometer.next(2) == 0; };
  do {
    odometer.restart();
    const ThreadRun run = runThread(skeleton, thread, read, passes);
    if (run.end != ThreadEnd::Spinning && !visit(run)) {
      return;
    }
  } while (odometer.advance());
}

}  // namespace hrfcheck
