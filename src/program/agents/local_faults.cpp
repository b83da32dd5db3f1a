#include "program/agents/local_faults.h"

#include "program/expr/addresses.h"
#include "program/expr/arithmetic.h"
#include "program/ir/operands.h"
#include "util/enum_names.h"

namespace hrfcheck::inline program {

bool faultsOn(const Instruction& instruction, const Action& action, Value old) {
  const auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
  return rmw != nullptr && action.kind == Action::Kind::Rmw &&
         forgedByRmw(rmw->op, rmw->kind, old, action.operand);
}

namespace {

constexpr std::array kNoValueWhyNames{
    EnumName{NoValue::Why::DividesByZero, "division by zero"},
    EnumName{NoValue::Why::OverflowsAddress, "address computed from integers"},
    EnumName{NoValue::Why::Overflows, "signed overflow"},
    EnumName{NoValue::Why::ShiftCount, "shift by the width of the integer or more"},
    EnumName{NoValue::Why::AssertionFails, "failed assertion"},
    EnumName{NoValue::Why::Uninitialized, "use of a value that was never written"},
    EnumName{NoValue::Why::NotSaid, "use of an unspecified value"},
    EnumName{NoValue::Why::OutOfBounds, "index out of bounds"}};
static_assert(coversUpTo(kNoValueWhyNames, NoValue::Why::OutOfBounds));

const char* nameOf(NoValue::Why why) {
  return nameIn(kNoValueWhyNames, why);
}

}  // namespace

const char* whatIsWrong(const Program& program, const Instruction& instruction, const LocalState& state) {
  const auto read = [&](RegisterId reg) { return state.registers[reg]; };
  const Operands operands = operandsOf(instruction.operation);
  if (std::holds_alternative<BarrierOp>(instruction.operation)) {
    return "barrier with a count below one";
  }
  const auto address = operands.address ? evaluate(*operands.address, read) : std::nullopt;
  const bool outside = address && !program.locationAt(*address);
  if (outside) {
    return "out-of-bounds access";
  }
  std::vector<ExprPtr> evaluated = operands.values;
  if (operands.address) {
    evaluated.insert(evaluated.begin(), operands.address);
  }
  for (const ExprPtr& expr : evaluated) {
    if (const auto reason = whyNoValue(*expr, read)) {
      return nameOf(reason->why);
    }
  }
  return nameOf(NoValue::Why::OverflowsAddress);  // by what a read-modify-write would store
}

}  // namespace hrfcheck::inline program
