#include "check/races/annotation_edit.h"

#include "frontend/edit/spelling.h"
#include "program/ir/operands.h"
#include "program/ir/scope_levels.h"
#include "util/characters.h"
#include "util/invariant.h"

namespace hrfcheck::inline check {
const Atomicity* atomicityOf(const Instruction& instruction) {
  return atomicityOf(instruction.operation);
}

const Instruction& instructionAt(const Program& program, InstructionRef where) {
  return program.threads[where.thread].instructions[where.instruction];
}

std::optional<ScopeInstanceId> scopeOf(const Program& program, InstructionRef where) {
  const Instruction& instruction = instructionAt(program, where);
  if (const Atomicity* atomicity = atomicityOf(instruction)) {
    return program.scopes.instanceOf(where.thread, atomicity->level);
  }
  if (const auto* barrier = std::get_if<BarrierOp>(&instruction.operation)) {
    return program.scopes.instanceOf(where.thread, barrier->level);
  }
  return std::nullopt;
}

std::string scopeText(const ScopeTree& scopes, ScopeInstanceId instance) {
  const ScopeInstance& scope = scopes.instances()[instance];
  if (scope.level == kThreadLevel) {
    return scopes.levels()[kThreadLevel] + " " + scope.name;
  }
  std::string text;
  for (const char c : scope.name) {
    const bool digit = isDigit(c);
    if (digit && !text.empty() && isLetter(text.back())) {
      text += ' ';
    }
    text += c;
  }
  return text;
}

std::vector<InstructionRef> scopedInstructions(const Program& program) {
  std::vector<InstructionRef> result;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const auto& instructions = program.threads[t].instructions;
    for (std::uint32_t i = 0; i < instructions.size(); ++i) {
      if (atomicityOf(instructions[i]) != nullptr && !instructions[i].scopeIsFixed) {
        result.push_back({t, i});
      }
    }
  }
  return result;
}

unsigned strengthOf(Order order) {
  switch (order) {
    case Order::Relaxed:
      return 0;
    case Order::Consume:
    case Order::Acquire:
    case Order::Release:
      return 1;
    case Order::AcquireRelease:
      return 2;
    case Order::SeqCst:
      return 3;
  }
  return 0;
}

std::vector<Order> strongerOrders(const Program& program, InstructionRef where, std::uint32_t level) {
  const Atomicity* now = atomicityOf(instructionAt(program, where));
  std::vector<Order> orders;
  for (const Order order : {Order::Acquire, Order::Release, Order::AcquireRelease, Order::SeqCst}) {
    const bool acquires = now != nullptr && now->order == Order::Consume && order == Order::Acquire;
    const bool stronger = now != nullptr && (strengthOf(order) > strengthOf(now->order) || acquires);
    if (stronger &&
        !writable(program, where.thread, where.instruction, {order, level, now->remote}).empty()) {
      orders.push_back(order);
    }
  }
  return orders;
}

bool changesScope(const Program& program, const AnnotationEdit& edit) {
  return atomicityOf(instructionAt(program, edit.where))->level != edit.level;
}

std::shared_ptr<const Program> withEdits(const Program& program, const std::vector<AnnotationEdit>& edits) {
  auto copy = std::make_shared<Program>(program);
  for (const AnnotationEdit& edit : edits) {
    Atomicity* atomicity =
        atomicityOf(copy->threads[edit.where.thread].instructions[edit.where.instruction].operation);
    INVARIANT(atomicity != nullptr, "only atomics and fences have a scope to change");
    if (edit.order) {
      const auto said = writable(program, edit.where.thread, edit.where.instruction,
                                 {*edit.order, edit.level, atomicity->remote});
      INVARIANT(!said.empty(), "orders are changed to what can be written");
      annotate(*copy, edit.where.thread, edit.where.instruction, said.front());
    } else {
      atomicity->level = edit.level;
    }
  }
  return copy;
}

}  // namespace hrfcheck::inline check
