#include "program/ir/reserved_number.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/ir/constants_in.h"
#include "program/ir/further_operators.h"
#include "program/ir/operands.h"
#include "util/diagnostic.h"
#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

bool names(const ExprPtr& expr) {
  return hasConstant(expr, isUnknown);
}

bool names(const ConditionTerm& term) {
  const Value* value = std::get_if<Value>(&term);
  return value != nullptr && isUnknown(*value);
}

bool names(const Condition& condition) {
  return std::visit(Overloaded{[](const TrueCondition&) { return false; },
                               [](const CompareCondition& c) { return names(c.left) || names(c.right); },
                               [](const NotCondition& c) { return names(*c.operand); },
                               [](const AndCondition& c) { return names(*c.left) || names(*c.right); },
                               [](const OrCondition& c) { return names(*c.left) || names(*c.right); }},
                    condition.node);
}

bool names(const Instruction& instruction) {
  const Operands operands = operandsOf(instruction.operation);
  return names(operands.address) ||
         std::ranges::any_of(operands.values, [](const ExprPtr& expr) { return names(expr); });
}

[[noreturn]] void refuse(const Place& place) {
  throw UserError(place,
                  fmt::format("{} (0x{:x}) cannot be used: it stands for contents that nobody knows",
                              kUnknown, static_cast<std::uint64_t>(kUnknown)),
                  "take another number");
}

}  // namespace

void refuseReservedNumber(const Program& program, bool compiled) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (!compiled && names(instruction)) {
        refuse(instruction.place);
      }
    }
  }
  const bool begins = std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.initialRegisters, isUnknown);
  });
  const bool holds = !compiled && std::ranges::any_of(program.locations, isUnknown, &MemoryLocation::initial);
  if (begins || holds || names(*program.condition) || (program.filter != nullptr && names(*program.filter))) {
    refuse(Place{program.source, {}});
  }
}

}  // namespace hrfcheck::inline program
