// Threads as formulas: one pass over the nodes of an unrolled thread, in execution order.
//
// A node's guard is the disjunction of the edges into it, so a thread's path is exact: exactly one of its
// ends (completed, bound, fault, blocked, spinning) holds. Edges that go round a spin loop once more end the
// thread; where nothing can result from such runs they are forbidden.
// Registers are guarded values, meaningful where the guard is true; at a join they become choices between the
// edges (thread_state.cpp), and a predicated instruction is a small branch of its own: one edge that
// executes, one that skips. A read is a fresh choice among the values that its location can hold; the rest of
// the program is a function of the reads, the view of axiomatic models (Alglave, Maranget, Tautschnig 2014,
// section 3) and of Dartagnan's encoding (Gavrilenko et al., CAV 2019).
//
// Dependencies are followed exactly, not per structure: a register carries the set of reads its value came
// from, each with a literal for "on this path". The rules are those of docs/cat.md, "Events".

#include "engine/smt/encode/thread_encoder.h"

#include <algorithm>
#include <set>

#include "execution/barriers.h"
#include "program/expr/operators.h"
#include "program/flow/control_flow.h"
#include "program/flow/outside_models.h"
#include "program/ir/operands.h"

namespace hrfcheck::inline engine::smt {
ThreadEncoder::ThreadEncoder(Formula& formula, const EventStructure& structure, ThreadId thread,
                             SpinningRuns spinning, const FreeReads* free, ProgramCode& code)
    : formula_(formula),
      structure_(structure),
      program_(structure.program()),
      thread_(thread),
      spinning_(spinning),
      free_(free),
      unrolled_(structure.threads()[thread]),
      code_(code),
      result_(code.threads[thread]),
      incoming_(unrolled_.nodes.size()) {}

void ThreadEncoder::run() {
  ThreadState start;
  for (Value v : program_.threads[thread_].initialRegisters) {
    start.registers.emplace_back(v);
  }
  start.taints.resize(start.registers.size());
  auto& entry = unrolled_.start == kEndNode ? atEnd_ : incoming_[unrolled_.start];
  entry.push_back({kTrue, std::move(start)});
  for (NodeId n = 0; n < unrolled_.nodes.size(); ++n) {
    if (!incoming_[n].empty()) {
      node(n);
    }
  }
  if (!atEnd_.empty()) {
    ThreadState end = joinStates(formula_, std::move(atEnd_));
    result_.completed = end.guard;
    result_.finalRegisters = std::move(end.registers);
  }
}

void ThreadEncoder::node(NodeId n) {
  const UnrolledNode& unrolled = unrolled_.nodes[n];
  const Instruction& instruction = program_.threads[thread_].instructions[unrolled.instruction];
  Step step{n, unrolled, instruction, joinStates(formula_, std::move(incoming_[n])), {}};
  if (const auto& p = instruction.predicate) {
    const GuardedValues& value = step.state.registers[p->reg];
    const Lit holds = value.open() == nullptr
                          ? value.where(formula_, [&](Value v) { return (v != 0) != p->negated; })
                          : (p->negated ? -1 : 1) * isNotZero(formula_, value);
    decide(step.state.guard, holds);
    step.predicate = step.state.taints[p->reg];
    if (transfersControl(instruction.operation)) {
      addTaint(formula_, step.state.control, step.predicate);
    }
    skip(step, formula_.andOf(step.state.guard, -holds));
    step.state.guard = formula_.andOf(step.state.guard, holds);
  }
  if (step.state.guard != kFalse) {
    execute(step);
    leave(step);
  }
}

void ThreadEncoder::skip(const Step& step, Lit edge) {
  ThreadState state = step.state;
  for (const RegisterId target : targetsOf(step.instruction.operation)) {
    addTaint(formula_, state.taints[target], step.predicate);
  }
  flow(step.unrolled.next, step, edge, std::move(state));
}

void ThreadEncoder::execute(Step& step) {
  std::visit(Overloaded{[&](const LoadOp& o) { load(step, o); }, [&](const StoreOp& o) { store(step, o); },
                        [&](const RmwOperation& o) { readModifyWrite(step, o); },
                        [&](const FenceOp&) {
                          happen(step, structure_.eventsOf(thread_, step.node).first, step.state.guard);
                        },
                        [&](const BarrierOp&) { barrier(step); },
                        [&](const AssignOp& o) {
                          Operand value = operand(step, *o.value);
                          assign(step, o.target, std::move(value.values), std::move(value.taint));
                        },
                        NoValuesMove{}},
             step.instruction.operation);
}

void ThreadEncoder::leave(Step& step) {
  const auto* branch = std::get_if<BranchOp>(&step.instruction.operation);
  if (branch == nullptr) {
    const Lit edge = step.state.guard;
    flow(step.unrolled.taken, step, edge, std::move(step.state));
    return;
  }
  const Operand condition = operand(step, *branch->condition);
  addTaint(formula_, step.state.control, condition.taint);
  const Lit holds = isNotZero(formula_, condition.values);
  decide(step.state.guard, holds);
  flow(step.unrolled.taken, step, formula_.andOf(step.state.guard, holds), step.state);
  flow(step.unrolled.next, step, formula_.andOf(step.state.guard, -holds), std::move(step.state));
}

void ThreadEncoder::flow(NodeId to, const Step& step, Lit edge, ThreadState state) {
  if (edge == kFalse) {
    return;
  }
  if (to == kSpinNode) {
    if (spinning_ == SpinningRuns::Included) {
      result_.spinning.push_back({step.node, edge});
    } else {
      formula_.clause({-edge});
    }
    return;
  }
  if (to == kBoundNode) {
    result_.bound.push_back({step.unrolled.instruction, edge});
    return;
  }
  (to == kEndNode ? atEnd_ : incoming_[to]).push_back({edge, std::move(state)});
}

void ThreadEncoder::faultWhen(Step& step, Lit condition) {
  decide(step.state.guard, condition);
  const Lit faults = formula_.andOf(step.state.guard, condition);
  if (faults != kFalse) {
    result_.fault.push_back({step.unrolled.instruction, faults});
    step.state.guard = formula_.andOf(step.state.guard, -condition);
  }
}

Taint ThreadEncoder::taintOf(const ThreadState& state, const Expr& expr) const {
  Taint taint;
  for (RegisterId r : registersOf(expr)) {
    addTaint(formula_, taint, state.taints[r]);
  }
  return taint;
}

ThreadEncoder::Operand ThreadEncoder::operand(Step& step, const Expr& expr) {
  Evaluated value = evaluate(formula_, expr, step.state.registers);
  noteInexact(step, value.inexact);
  faultWhen(step, value.fault);
  return {std::move(value.values), taintOf(step.state, expr)};
}

ThreadEncoder::Operand ThreadEncoder::location(Step& step, const Expr& address) {
  Operand value = operand(step, address);
  std::vector<GuardedValues::Entry> locations;
  std::vector<Lit> nowhere;
  for (const auto& [v, literal] : value.values.entries()) {
    if (const auto location = program_.locationAt(v)) {
      locations.emplace_back(static_cast<Value>(*location), literal);
    } else {
      nowhere.push_back(literal);
    }
  }
  if (const OpenValue* open = value.values.open()) {
    const std::vector<GuardedValues::Entry> more = openLocations(*open, nowhere);
    locations.insert(locations.end(), more.begin(), more.end());
  }
  faultWhen(step, formula_.orOf(std::move(nowhere)));
  if (free_ != nullptr) {
    leaveWhereUnknown(step, locations);
  }
  return {GuardedValues(formula_, std::move(locations)), std::move(value.taint)};
}

EventCode& ThreadEncoder::happen(const Step& step, EventId e, Lit exec) {
  code_.events[e].exec = exec;
  if (exec != kFalse) {
    depend(code_.ctrl, step.state.control, e);
    depend(code_.ctrl, step.predicate, e);
  }
  return code_.events[e];
}

void ThreadEncoder::depend(std::vector<Dependency>& on, const Taint& taint, EventId e) {
  for (const auto& [read, when] : taint) {
    on.emplace_back(read, e, when);
  }
}

void ThreadEncoder::assign(Step& step, RegisterId target, GuardedValues values, Taint taint) {
  addTaint(formula_, taint, step.predicate);
  step.state.registers[target] = std::move(values);
  step.state.taints[target] = std::move(taint);
}

GuardedValues ThreadEncoder::chooseValue(EventId read, Lit exec, const GuardedValues& locations) {
  std::set<Value> domain;
  for (const auto& [l, here] : locations.entries()) {
    const auto& values = structure_.domain(read, static_cast<LocationId>(l));
    domain.insert(values.begin(), values.end());
  }
  std::vector<GuardedValues::Entry> entries;
  std::vector<Lit> literals;
  for (Value v : domain) {
    // Of two values one is the negation of the other, and a lone one is certain.
    const bool second = domain.size() == 2 && !literals.empty();
    const Lit literal = domain.size() == 1 ? kTrue
                        : second           ? -literals[0]
                                           : formula_.fresh({"value", read, v < 0 ? -1 : v});
    literals.push_back(literal);
    entries.emplace_back(v, literal);
  }
  if (domain.size() > 2) {
    formula_.exactlyOneIf(exec, literals);
  }
  for (const auto& [l, here] : locations.entries()) {
    const auto& values = structure_.domain(read, static_cast<LocationId>(l));
    for (const auto& [v, literal] : entries) {
      if (!std::binary_search(values.begin(), values.end(), v)) {
        formula_.clause({-exec, -here, -literal});
      }
    }
  }
  return {formula_, std::move(entries)};
}

GuardedValues ThreadEncoder::valueOf(EventId read, Lit exec, const GuardedValues& locations) {
  return free_ != nullptr && free_->contains(read)
             ? freeValue(formula_, structure_, *free_, read, exec, locations)
             : chooseValue(read, exec, locations);
}

void ThreadEncoder::load(Step& step, const LoadOp& o) {
  const Operand where = location(step, *o.address);
  if (step.state.guard == kFalse) {
    return;
  }
  const EventId read = structure_.eventsOf(thread_, step.node).first;
  EventCode& event = happen(step, read, step.state.guard);
  event.locations = where.values;
  event.values = valueOf(read, event.exec, where.values);
  depend(code_.addr, where.taint, read);
  assign(step, o.target, event.values, {{read, kTrue}});
}

void ThreadEncoder::store(Step& step, const StoreOp& o) {
  const Operand where = location(step, *o.address);
  const Operand what = operand(step, *o.value);
  if (step.state.guard == kFalse) {
    return;
  }
  const EventId write = structure_.eventsOf(thread_, step.node).first;
  EventCode& event = happen(step, write, step.state.guard);
  event.locations = where.values;
  event.values = what.values;
  checkStored(step, what.values);
  depend(code_.addr, where.taint, write);
  depend(code_.data, what.taint, write);
}

void ThreadEncoder::readModifyWrite(Step& step, const RmwOperation& o) {
  const Operand where = location(step, *o.address);
  Operand what = operand(step, *o.operand);
  std::optional<Operand> expected;
  if (o.expected) {
    expected = operand(step, *o.expected);
    addTaint(formula_, what.taint, expected->taint);
  }
  if (step.state.guard == kFalse) {
    return;
  }
  const auto [read, write] = structure_.eventsOf(thread_, step.node);
  EventCode& before = happen(step, read, step.state.guard);
  before.locations = where.values;
  before.values = valueOf(read, before.exec, where.values);
  depend(code_.addr, where.taint, read);
  const Lit succeeds = expected ? equal(formula_, before.values, expected->values) : kTrue;
  decide(before.exec, succeeds);
  Evaluated result = updated(formula_, o, before.values, what.values);
  noteInexact(step, formula_.andOf(succeeds, result.inexact));
  faultWhen(step, formula_.andOf(succeeds, result.fault));
  if (step.state.guard == kFalse) {
    return;
  }
  EventCode& after = happen(step, write, formula_.andOf(step.state.guard, succeeds));
  after.locations = where.values;
  after.values = std::move(result.values);
  after.operand = what.values;
  checkStored(step, after.values);
  depend(code_.addr, where.taint, write);
  depend(code_.data, what.taint, write);
  if (o.op == RmwOp::CompareSwap) {
    depend(code_.ctrl, {{read, kTrue}}, write);
  } else if (combinesOld(o.op)) {
    depend(code_.data, {{read, kTrue}}, write);
  }
  if (o.target) {
    assign(step, *o.target, before.values, {{read, kTrue}});
  }
}

void ThreadEncoder::barrier(Step& step) {
  const auto [arrive, depart] = structure_.eventsOf(thread_, step.node);
  GuardedValues& passed = step.state.passed[structure_.events()[arrive].barrier];
  if (passed.empty()) {
    passed = GuardedValues(Value{0});
  }
  const Barrier& barrier = barrierOf(structure_, arrive);
  const bool alone = barrier.opens() && barrier.arrivals == 1;
  const Lit passes = alone ? kTrue : formula_.fresh({"passes", arrive});
  happen(step, arrive, step.state.guard).occurrence = passed;
  happen(step, depart, formula_.andOf(step.state.guard, passes)).occurrence = passed;
  code_.passes.emplace(arrive, passes);
  decide(step.state.guard, passes);
  const Lit blocked = formula_.andOf(step.state.guard, -passes);
  if (blocked != kFalse) {
    result_.blocked.push_back({step.unrolled.instruction, blocked});
  }
  step.state.guard = formula_.andOf(step.state.guard, passes);
  passed = combine(formula_, passed, GuardedValues(Value{1}), [](Value a, Value b) {
             return std::optional(a + b);
           }).values;
}

ProgramCode encodeThreads(Formula& formula, const EventStructure& structure, SpinningRuns spinning,
                          const FreeReads* free) {
  ProgramCode code;
  code.events.resize(structure.size());
  code.threads.resize(structure.threads().size());
  for (EventId e = 0; e < structure.size(); ++e) {
    const Event& event = structure.events()[e];
    if (event.kind == EventKind::InitialWrite) {
      const MemoryLocation& location = structure.program().locations[event.initialOf];
      code.events[e] = {
          kTrue, GuardedValues(location.initial), GuardedValues(Value{event.initialOf}), {}, {}};
    }
  }
  for (ThreadId t = 0; t < structure.threads().size(); ++t) {
    ThreadEncoder(formula, structure, t, spinning, free, code).run();
  }
  return code;
}

}  // namespace hrfcheck::inline engine::smt
