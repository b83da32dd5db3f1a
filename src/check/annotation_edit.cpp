#include "check/scope_edit.h"

#include <cctype>

#include "program/ir/operands.h"
#include "program/ir/scope_levels.h"
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
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (digit && !text.empty() && std::isalpha(static_cast<unsigned char>(text.back())) != 0) {
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

std::shared_ptr<const Program> withEdits(const Program& program, const std::vector<ScopeEdit>& edits) {
  auto copy = std::make_shared<Program>(program);
  for (const ScopeEdit& edit : edits) {
    Atomicity* atomicity =
        atomicityOf(copy->threads[edit.where.thread].instructions[edit.where.instruction].operation);
    INVARIANT(atomicity != nullptr, "only atomics and fences have a scope to change");
    atomicity->level = edit.level;
  }
  return copy;
}

}  // namespace hrfcheck::inline check
