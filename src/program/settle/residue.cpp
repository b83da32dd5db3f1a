#include "program/settle/residue.h"

#include <algorithm>

#include "program/expr/further_operators.h"
#include "program/flow/control_flow.h"
#include "program/flow/copied_instructions.h"
#include "program/ir/operation_parts.h"

namespace hrfcheck::inline program {

Residue::Residue(const Thread& thread, std::vector<RegisterId> observed)
    : thread_(thread),
      observed_(std::move(observed)),
      known_(thread.registers.size()),
      inCode_(thread.registers.size(), true),
      assignedAt_(thread.registers.size(), 0),
      unused_(thread.registers.size()) {
  for (RegisterId r = 0; r < known_.size(); ++r) {
    if (!isUnknown(thread.initialRegisters[r])) {
      known_[r] = thread.initialRegisters[r];
    }
  }
}

void Residue::set(RegisterId reg, Value value, std::uint32_t instruction) {
  inCode_[reg] = inCode_[reg] && known_[reg] == value;
  known_[reg] = value;
  assignedAt_[reg] = instruction;
  unused_[reg].reset();
}

void Residue::expectUnused(RegisterId reg, LocationId updated) {
  forget(reg);
  unused_[reg] = updated;
}

void Residue::use(RegisterId reg) {
  if (unused_[reg]) {
    usedAfterAll_.push_back(*unused_[reg]);
  }
}

void Residue::useAll(const Operation& operation) {
  forEachExpr(operation, [&](const ExprPtr& expr) {
    for (const RegisterId reg : registersOf(*expr)) {
      use(reg);
    }
  });
}

void Residue::forget(RegisterId reg) {
  unused_[reg].reset();
  known_[reg].reset();
  inCode_[reg] = true;
}

ResidualInstruction& Residue::write(std::uint32_t instruction, Operation operation, bool predicated) {
  forEachExpr(operation, [&](ExprPtr& expr) { expr = withKnown(expr, known_); });
  useAll(operation);
  visitParts(operation,
             Overloaded{[&](TargetPart<RegisterId> part) { forget(part.reg); }, [](const auto&) {}});
  return code_.emplace_back(ResidualInstruction{instruction, std::move(operation), predicated});
}

void Residue::materialise(RegisterId reg) {
  if (known_[reg] && !inCode_[reg]) {
    inCode_[reg] = true;
    code_.push_back({assignedAt_[reg], AssignOp{reg, constant(*known_[reg])}});
  }
}

void Residue::materialiseAll(const Operation& operation) {
  forEachExpr(operation, [&](const ExprPtr& expr) {
    for (const RegisterId reg : registersOf(*expr)) {
      materialise(reg);
    }
  });
  visitParts(operation, Overloaded{[&](TargetPart<const RegisterId> part) {
                                     use(part.reg);  // it may stay as it was
                                     materialise(part.reg);
                                   },
                                   [](const auto&) {}});
}

void Residue::writePart(const std::vector<std::uint32_t>& instructions, std::uint32_t from,
                        std::uint32_t end) {
  const auto whole = static_cast<std::uint32_t>(thread_.instructions.size());
  for (const std::uint32_t i : instructions) {
    const Instruction& instruction = thread_.instructions[i];
    if (instruction.predicate) {
      use(instruction.predicate->reg);
      materialise(instruction.predicate->reg);
    }
    useAll(instruction.operation);
    materialiseAll(instruction.operation);
  }
  if (end == whole) {
    finish();
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;  // by instruction
  std::vector<std::uint32_t> jumps;                             // whose targets are still instructions
  const auto jumpTo = [&](std::uint32_t number, std::uint32_t target) {
    jumps.push_back(here());
    code_.push_back({number, JumpOp{target}});
  };
  if (instructions.front() != from) {
    jumpTo(from, from);
  }
  for (std::size_t at = 0; at < instructions.size(); ++at) {
    const std::uint32_t i = instructions[at];
    const Instruction& instruction = thread_.instructions[i];
    places.emplace_back(i, here());
    if (jumpTarget(instruction.operation)) {
      jumps.push_back(here());
    }
    code_.push_back({i, instruction.operation, instruction.predicate.has_value()});
    const Exits exits = exitsOf(thread_, i);
    const bool fallsThrough = exits.next == i + 1;
    const std::uint32_t following = at + 1 < instructions.size() ? instructions[at + 1] : end;
    if (fallsThrough && exits.next != following) {
      jumpTo(i, exits.next);
    }
  }
  places.emplace_back(end, here());
  for (const std::uint32_t jump : jumps) {
    const auto place = [&](std::uint32_t& target) {
      const auto found = std::ranges::find(places, target, &std::pair<std::uint32_t, std::uint32_t>::first);
      INVARIANT(found != places.end(), "control leaves a part of the code for its end");
      target = found->second;
    };
    forEachLabel(code_[jump].operation, place);
  }
  for (const std::uint32_t i : instructions) {
    visitParts(thread_.instructions[i].operation,
               Overloaded{[&](TargetPart<const RegisterId> part) { forget(part.reg); }, [](const auto&) {}});
  }
}

void Residue::finish() {
  for (const RegisterId reg : observed_) {
    use(reg);
    materialise(reg);
  }
}

std::vector<Instruction> Residue::instructions() const {
  std::vector<std::uint32_t> places;
  std::uint32_t size = 0;
  for (const ResidualInstruction& left : code_) {
    places.push_back(size);
    size += left.leftOut ? 0 : 1;
  }
  places.push_back(size);
  std::vector<Instruction> result;
  for (const ResidualInstruction& left : code_) {
    if (left.leftOut) {
      continue;
    }
    Instruction& copy = result.emplace_back(thread_.instructions[left.number]);
    copy.operation = left.operation;
    forEachLabel(copy.operation, [&](std::uint32_t& target) { target = places[target]; });
    if (!left.predicated) {
      copy.predicate.reset();
    }
    keepNumber(copy, left.number);
  }
  return result;
}

}  // namespace hrfcheck::inline program
