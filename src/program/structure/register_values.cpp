// Values flow from instruction to register without regard to where in the code a register is looked at: each
// holds its initial value or what some instruction may set it to. That is coarse, but small and fast, and
// enough for what it is for: an index that comes from memory stays inside of its array. A register that may
// have more than a few values is given up, so counting loops end soon.

#include "program/structure/register_values.h"

#include <algorithm>

#include "program/ir/operands.h"

namespace hrfcheck::inline program {
namespace {

constexpr std::size_t kMostValues = 16;         // of a register
constexpr std::size_t kMostCombinations = 256;  // of the registers of an expression

}  // namespace

RegisterValues::RegisterValues(const EventStructure& structure, ThreadId thread) {
  const Thread& code = structure.program().threads[thread];
  for (RegisterId reg = 0; reg < code.registers.size(); ++reg) {
    values_.push_back(std::vector{reg < code.initialRegisters.size() ? code.initialRegisters[reg] : 0});
  }
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::uint32_t i = 0; i < code.instructions.size(); ++i) {
      for (const RegisterId target : targetsOf(code.instructions[i].operation)) {
        changed = (values_[target] && add(target, assigned(structure, thread, i))) || changed;
      }
    }
  }
}

bool RegisterValues::allOf(const Expr& expr, const std::function<bool(std::optional<Value>)>& test) const {
  const std::vector<RegisterId> mentioned = registersOf(expr);
  std::size_t combinations = 1;
  for (const RegisterId reg : mentioned) {
    combinations *= values_[reg] ? values_[reg]->size() : kMostCombinations + 1;
    if (combinations > kMostCombinations) {
      return false;
    }
  }
  for (std::size_t c = 0; c < combinations; ++c) {
    const auto value = evaluate(expr, [&](RegisterId wanted) {
      std::size_t rest = c;  // the digits of c choose the values
      for (const RegisterId reg : mentioned) {
        if (reg == wanted) {
          break;
        }
        rest /= values_[reg]->size();
      }
      return (*values_[wanted])[rest % values_[wanted]->size()];
    });
    if (!test(value)) {
      return false;
    }
  }
  return true;
}

RegisterValues::Values RegisterValues::assigned(const EventStructure& structure, ThreadId thread,
                                                std::uint32_t instruction) const {
  const auto& operation = structure.program().threads[thread].instructions[instruction].operation;
  const auto* assign = std::get_if<AssignOp>(&operation);
  if (assign == nullptr) {
    return readBy(structure, thread, instruction);
  }
  std::vector<Value> result;
  const bool known = allOf(*assign->value, [&](std::optional<Value> value) {
    if (value) {  // a run that divides by zero ends there
      result.push_back(*value);
    }
    return true;
  });
  return known ? Values(std::move(result)) : std::nullopt;
}

/// The domains of the locations that the instruction's reads may touch.
RegisterValues::Values RegisterValues::readBy(const EventStructure& structure, ThreadId thread,
                                              std::uint32_t instruction) const {
  std::vector<Value> result;
  const std::vector<UnrolledNode>& nodes = structure.threads()[thread].nodes;
  for (NodeId n = 0; n < nodes.size(); ++n) {
    if (nodes[n].instruction != instruction) {
      continue;
    }
    const EventId read = structure.eventsOf(thread, n).first;
    for (const LocationId location : structure.mayLocations()[read]) {
      const std::vector<Value>& domain = structure.domain(read, location);
      if (domain.size() > kMostValues) {
        return std::nullopt;
      }
      result.insert(result.end(), domain.begin(), domain.end());
    }
  }
  return result;
}

/// Whether that made a difference.
bool RegisterValues::add(RegisterId reg, const Values& more) {
  Values& values = values_[reg];
  if (!more) {
    values.reset();
    return true;
  }
  std::vector<Value> all = *values;
  all.insert(all.end(), more->begin(), more->end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all.size() == values->size()) {
    return false;
  }
  if (all.size() > kMostValues) {
    values.reset();
  } else {
    values = std::move(all);
  }
  return true;
}

}  // namespace hrfcheck::inline program
