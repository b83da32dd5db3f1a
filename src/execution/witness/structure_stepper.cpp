// One thread, run alone: a small interpreter over the unrolled nodes that stops where it cannot go on by
// itself (the value of a read, whether a barrier opens) and is told there. Enumeration, search, replay of
// witnesses and tests all go through it, so what code means is said once.
//
// Where a thread stands is a value: a node, its registers and what they depend on. A search copies it at each
// question and goes on from the copy for the next answer; nothing is run twice. A thread that waits for a
// read stands at its node, having found that the instruction does not fault; when the value comes, address
// and operands are evaluated again, which gives the same.
//
// Dependencies are taints: every register carries the set of reads its value comes from (docs/cat.md,
// "Events"). Control is a set that only grows, since a branch orders everything after it, also where
// its two paths have met again. Only the thread's own reads can be in a set, and its events are numbered one
// after the other, so a set is a short row of bits, most often one word. Rows are joined word by word, and a
// word is written when all that goes into it has been read; so a row may be joined into itself.

#include "execution/witness/structure_stepper.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "program/expr/addresses.h"
#include "program/expr/operators.h"
#include "program/flow/outside_models.h"
#include "program/ir/operands.h"
#include "util/invariant.h"

namespace hrfcheck::inline execution {

/// What one call on a state does, up to the next question.
class EventStructureStepper::Step {
 public:
  Step(const EventStructureStepper& machine, ThreadState& state, RunSink& sink)
      : machine_(machine), state_(state), sink_(sink) {}

  Pause run() {
    while (!state_.ended && pause_.kind == Pause::Kind::End) {
      enter();
      step();
    }
    return pause_;
  }

  Pause giveValue(Value value) {
    enter();
    const Operation& operation = instruction_->operation;
    INVARIANT(readsMemory(operation), "a value is given to what reads");
    if (const auto* load = std::get_if<LoadOp>(&operation)) {
      loaded(*load, value);
    } else {
      updated(std::get<RmwOperation>(operation), value);
    }
    if (!state_.ended) {
      advance(false);
    }
    return run();
  }

  Pause passBarrier() {
    enter();
    std::uint32_t& passed = state_.passed[machine_.barriers_[state_.at]];
    happen(events_.second, 0, kNoLocation, passed);
    ++passed;
    advance(false);
    return run();
  }

 private:
  using Registers = std::vector<RegisterId>;
  using Dependency = RunSink::Dependency;

  void enter() {
    INVARIANT(!state_.ended, "a thread that has ended does not go on");
    node_ = &machine_.unrolled_->nodes[state_.at];
    events_ = machine_.structure_->eventsOf(machine_.id_, state_.at);
    instruction_ = &machine_.thread_->instructions[node_->instruction];
    code_ = &machine_.code_[node_->instruction];
  }

  void step() {
    const auto& predicate = instruction_->predicate;
    const bool executed = !predicate || (state_.registers[predicate->reg] != 0) != predicate->negated;
    std::visit(Overloaded{[&](const LoadOp& o) { executed ? read() : skip(o.target); },
                          [&](const StoreOp&) { executed ? store() : advance(false); },
                          [&](const RmwOperation& o) { executed ? read() : skip(o.target); },
                          [&](const FenceOp&) { executed ? fence() : advance(false); },
                          [&](const BarrierOp&) { executed ? arrive() : advance(false); },
                          [&](const AssignOp& o) { executed ? assign(o) : skip(o.target); },
                          [&](const BranchOp&) { branch(executed); }, [&](const JumpOp&) { jump(executed); },
                          [&](const ExitOp&) { jump(executed); }, [&](const NopOp&) { advance(false); },
                          OutsideModels<void>{}},
               instruction_->operation);
  }

  /// Goes to the node's `taken` exit (which is `next` for all but branches, and for jumps and exits without a
  /// predicate) or to its `next`.
  void advance(bool taken) {
    const NodeId here = state_.at;
    state_.at = taken ? node_->taken : node_->next;
    if (state_.at == kEndNode) {
      state_.ended = true;
    } else if (state_.at >= machine_.unrolled_->nodes.size()) {
      machine_.stop(state_, state_.at == kSpinNode ? ThreadEnd::Spinning : ThreadEnd::BoundReached, here);
    }
  }

  void stop(ThreadEnd end) { machine_.stop(state_, end, state_.at); }

  void skip(std::optional<RegisterId> target) {
    for (std::size_t w = 0; target && w < machine_.words_; ++w) {
      row(*target)[w] |= predicateWord(w);
    }
    advance(false);
  }

  void assign(const AssignOp& o) {
    const std::optional<Value> value = evaluated(code_->value);
    if (!value) {
      return stop(ThreadEnd::Fault);
    }
    write(o.target, *value, code_->value.registers);
    advance(false);
  }

  /// A load or an RMW, up to the value it reads.
  void read() {
    const std::optional<LocationId> location = located();
    if (!location || !evaluated(code_->value) || !evaluated(code_->expected)) {
      return stop(ThreadEnd::Fault);
    }
    INVARIANT(events_.first != kNoEvent, "an instruction without its event");
    pause_ = {Pause::Kind::Read, events_.first, *location};
  }

  void loaded(const LoadOp& o, Value value) {
    happen(events_.first, value, located().value());
    depend(Dependency::Addr, code_->address.registers, events_.first);
    write(o.target, value, {}, events_.first);
  }

  void updated(const RmwOperation& o, Value old) {
    const LocationId location = located().value();
    happen(events_.first, old, location);
    depend(Dependency::Addr, code_->address.registers, events_.first);
    if (!o.expected || old == evaluated(code_->expected)) {
      const Value operand = evaluated(code_->value).value();
      if (forgedByRmw(o.op, o.kind, old, operand)) {
        return stop(ThreadEnd::Fault);
      }
      happen(events_.second, rmwResult(o.op, o.kind, old, operand), location);
      depend(Dependency::Addr, code_->address.registers, events_.second);
      depend(Dependency::Data, code_->value.registers, events_.second, code_->expected.registers);
      if (o.op == RmwOp::CompareSwap) {
        sink_.depends(Dependency::Ctrl, events_.first, events_.second);
      } else if (combinesOld(o.op)) {
        sink_.depends(Dependency::Data, events_.first, events_.second);
      }
    }
    if (o.target) {
      write(*o.target, old, {}, events_.first);
    }
  }

  void store() {
    const std::optional<LocationId> location = located();
    const std::optional<Value> value = evaluated(code_->value);
    if (!location || !value) {
      return stop(ThreadEnd::Fault);
    }
    happen(events_.first, *value, *location);
    depend(Dependency::Addr, code_->address.registers, events_.first);
    depend(Dependency::Data, code_->value.registers, events_.first);
    advance(false);
  }

  void fence() {
    happen(events_.first, 0, kNoLocation);
    advance(false);
  }

  void arrive() {
    happen(events_.first, 0, kNoLocation, state_.passed[machine_.barriers_[state_.at]]);
    pause_ = {Pause::Kind::Barrier, events_.first, kNoLocation};
  }

  void branch(bool executed) {
    control({});
    if (!executed) {
      return advance(false);
    }
    const std::optional<Value> condition = evaluated(code_->value);
    if (!condition) {
      return stop(ThreadEnd::Fault);
    }
    control(code_->value.registers);
    advance(*condition != 0);
  }

  void jump(bool executed) {
    control({});
    advance(executed);
  }

  /// Tells the event and its control dependencies.
  void happen(EventId event, Value value, LocationId location, std::uint32_t occurrence = 0) {
    INVARIANT(event != kNoEvent, "an instruction without its event");
    sink_.happens(event, value, location, occurrence);
    const std::uint64_t* control = row(machine_.thread_->registers.size());
    for (std::size_t w = 0; w < machine_.words_; ++w) {
      tell(Dependency::Ctrl, w, control[w] | predicateWord(w), event);
    }
  }

  void depend(Dependency kind, const Registers& some, EventId on, const Registers& others = {}) {
    for (std::size_t w = 0; w < machine_.words_; ++w) {
      tell(kind, w, wordOf(some, w) | wordOf(others, w), on);
    }
  }

  void tell(Dependency kind, std::size_t word, std::uint64_t reads, EventId on) {
    for (; reads != 0; reads &= reads - 1) {
      const auto bit = word * 64 + static_cast<std::size_t>(std::countr_zero(reads));
      sink_.depends(kind, machine_.firstEvent_ + static_cast<EventId>(bit), on);
    }
  }

  /// Gives a register its value; it depends on `sources`, perhaps on a read, and on the predicate.
  void write(RegisterId target, Value value, const Registers& sources, EventId read = kNoEvent) {
    state_.registers[target] = value;
    std::uint64_t* into = row(target);
    const std::size_t bit = read - machine_.firstEvent_;
    for (std::size_t w = 0; w < machine_.words_; ++w) {
      const bool here = read != kNoEvent && bit / 64 == w;
      into[w] = wordOf(sources, w) | predicateWord(w) | (here ? std::uint64_t{1} << (bit % 64) : 0);
    }
  }

  /// Everything from here on is controlled by the predicate and these registers.
  void control(const Registers& registers) {
    std::uint64_t* into = row(machine_.thread_->registers.size());
    for (std::size_t w = 0; w < machine_.words_; ++w) {
      into[w] |= wordOf(registers, w) | predicateWord(w);
    }
  }

  std::uint64_t* row(std::size_t index) { return state_.taints.data() + index * machine_.words_; }
  std::uint64_t wordOf(const Registers& registers, std::size_t w) {
    std::uint64_t word = 0;
    for (const RegisterId reg : registers) {
      word |= row(reg)[w];
    }
    return word;
  }
  std::uint64_t predicateWord(std::size_t w) {
    return instruction_->predicate ? row(instruction_->predicate->reg)[w] : 0;
  }

  std::optional<Value> evaluated(const Operand& operand) const {
    switch (operand.kind) {
      case Operand::Kind::Constant:
        return operand.value;
      case Operand::Kind::Register:
        return state_.registers[operand.reg];
      case Operand::Kind::Compound:
        return evaluate(*operand.expr, [&](RegisterId reg) { return state_.registers[reg]; });
    }
    return std::nullopt;
  }

  std::optional<LocationId> located() const {
    if (code_->location != kNoLocation) {
      return code_->location;
    }
    const std::optional<Value> address = evaluated(code_->address);
    return address ? machine_.structure_->program().locationAt(*address) : std::nullopt;
  }

  const EventStructureStepper& machine_;
  ThreadState& state_;
  RunSink& sink_;
  Pause pause_;
  // Of the node at hand:
  const UnrolledNode* node_ = nullptr;
  const Instruction* instruction_ = nullptr;
  const Code* code_ = nullptr;
  EventStructure::NodeEvents events_;
};

EventStructureStepper::EventStructureStepper(const EventStructure& structure, ThreadId thread)
    : structure_(&structure),
      thread_(&structure.program().threads[thread]),
      unrolled_(&structure.threads()[thread]),
      id_(thread) {
  code_.reserve(thread_->instructions.size());
  for (const Instruction& instruction : thread_->instructions) {
    code_.push_back(codeOf(instruction));
  }
  numberEvents();
  numberBarriers();
}

EventStructureStepper::Operand EventStructureStepper::operandOf(const ExprPtr& expr) {
  Operand result;
  if (!expr) {
    return result;
  }
  if (const auto* c = std::get_if<ConstantExpr>(&expr->node)) {
    result.value = c->value;
  } else if (const auto* r = std::get_if<RegisterExpr>(&expr->node)) {
    result.kind = Operand::Kind::Register;
    result.reg = r->reg;
  } else {
    result.kind = Operand::Kind::Compound;
  }
  result.expr = expr.get();
  result.registers = registersOf(*expr);
  return result;
}

EventStructureStepper::Code EventStructureStepper::codeOf(const Instruction& instruction) const {
  Code code;
  visitParts(instruction.operation,
             Overloaded{[&](AddressPart<const ExprPtr> part) { code.address = operandOf(part.expr); },
                        [&](ValuePart<const ExprPtr> part) {
                          (code.value.expr == nullptr ? code.value : code.expected) = operandOf(part.expr);
                        },
                        [](const auto&) {}});
  if (code.address.expr != nullptr && code.address.kind == Operand::Kind::Constant) {
    code.location = structure_->program().locationAt(code.address.value).value_or(kNoLocation);
  }
  return code;
}

/// A thread's events are numbered one after the other (EventStructure).
void EventStructureStepper::numberEvents() {
  EventId first = kNoEvent;
  EventId last = 0;
  for (NodeId n = 0; n < unrolled_->nodes.size(); ++n) {
    const EventStructure::NodeEvents events = structure_->eventsOf(id_, n);
    for (const EventId event : {events.first, events.second}) {
      if (event != kNoEvent) {
        first = std::min(first, event);
        last = std::max(last, event);
      }
    }
  }
  if (first != kNoEvent) {
    firstEvent_ = first;
    words_ = (last - first) / 64 + 1;
  }
}

void EventStructureStepper::numberBarriers() {
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (NodeId n = 0; n < unrolled_->nodes.size(); ++n) {
    const Instruction& instruction = thread_->instructions[unrolled_->nodes[n].instruction];
    if (std::holds_alternative<BarrierOp>(instruction.operation)) {
      barriers_.resize(unrolled_->nodes.size(), 0);
      const EventId arrival = structure_->eventsOf(id_, n).first;
      const std::uint32_t barrier = structure_->events()[arrival].barrier;
      barriers_[n] = numbers.try_emplace(barrier, barrierCount_).first->second;
      barrierCount_ = static_cast<std::uint32_t>(numbers.size());
    }
  }
}

ThreadState EventStructureStepper::start() const {
  ThreadState state;
  state.at = unrolled_->start;
  state.ended = state.at == kEndNode;
  state.registers = thread_->initialRegisters;
  state.registers.resize(thread_->registers.size(), 0);
  state.taints.assign((thread_->registers.size() + 1) * words_, 0);
  state.passed.assign(barrierCount_, 0);
  return state;
}

Pause EventStructureStepper::run(ThreadState& state, RunSink& sink) const {
  return Step(*this, state, sink).run();
}

Pause EventStructureStepper::giveValue(ThreadState& state, Value value, RunSink& sink) const {
  return Step(*this, state, sink).giveValue(value);
}

Pause EventStructureStepper::passBarrier(ThreadState& state, RunSink& sink) const {
  return Step(*this, state, sink).passBarrier();
}

void EventStructureStepper::block(ThreadState& state) const {
  stop(state, ThreadEnd::Blocked, state.at);
}

void EventStructureStepper::stop(ThreadState& state, ThreadEnd end, NodeId node) const {
  state.ended = true;
  state.end = end;
  state.lastInstruction = unrolled_->nodes[node].instruction;
  state.lastNode = node;
}

}  // namespace hrfcheck::inline execution
