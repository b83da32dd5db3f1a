#include "frontend/convert/flatten.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/columns/plain_rows.h"
#include "frontend/convert/unsayable_here.h"
#include "frontend/print/operand_text.h"
#include "program/expr/operators.h"
#include "program/expr/substitute.h"
#include "program/ir/operation_parts.h"
#include "util/characters.h"

namespace hrfcheck::frontend {
namespace {

bool isName(std::string_view name) {
  return !name.empty() && !isDigit(name.front()) && std::ranges::all_of(name, isWordPart);
}

bool isTaken(const Program& program, ThreadId thread, const std::string& name) {
  const std::vector<std::string>& registers = program.threads[thread].registers;
  return std::ranges::find(registers, name) != registers.end() ||
         std::ranges::any_of(program.locations, [&](const auto& l) { return objectName(l) == name; });
}

std::string freshName(const Program& program, ThreadId thread) {
  for (unsigned number = 1;; ++number) {
    std::string name = fmt::format("t{}", number);
    if (!isTaken(program, thread, name)) {
      return name;
    }
  }
}

}  // namespace

std::vector<Operation> Flattening::run(const Operation& operation) {
  before_.clear();
  Operation result = operation;
  if (auto* assign = std::get_if<AssignOp>(&result)) {
    assign->value = assignable(assign->value);
  } else if (auto* branch = std::get_if<BranchOp>(&result)) {
    branch->condition = condition(branch->condition);
  } else {
    visitParts(result, Overloaded{[&](AddressPart<ExprPtr> part) { part.expr = address(part.expr); },
                                  [&](ValuePart<ExprPtr> part) { part.expr = operand(part.expr); },
                                  [](const auto&) {}});
  }
  before_.push_back(std::move(result));
  return std::move(before_);
}

ExprPtr Flattening::address(const ExprPtr& expr) {
  const bool sayable = OperandText(program_, thread_, dialect_).address(*expr).has_value();
  return sayable ? expr : inRegister(assignable(expr));
}

ExprPtr Flattening::operand(const ExprPtr& expr) {
  const bool sayable = OperandText(program_, thread_, dialect_).value(*expr).has_value();
  return sayable ? expr : inRegister(assignable(expr));
}

/// What one instruction computes.
ExprPtr Flattening::assignable(const ExprPtr& expr) {
  if (OperandText(program_, thread_, dialect_).value(*expr)) {
    return expr;
  }
  return std::visit(
      Overloaded{[&](const ConstantExpr&) { return expr; }, [&](const RegisterExpr&) { return expr; },
                 [&](const UnaryExpr& e) { return unaryValue(e); },
                 [&](const BinaryExpr& e) { return binaryValue(e); },
                 [&](const SelectExpr& e) {
                   if (!comparesValues_) {
                     throw UnsayableHere("there is no instruction that selects a value");
                   }
                   return select(operand(e.condition), operand(e.whenTrue), operand(e.whenFalse));
                 }},
      expr->node);
}

ExprPtr Flattening::unaryValue(const UnaryExpr& expr) {
  switch (expr.op) {
    case UnaryOp::Minus:
      return binaryValue({BinaryOp::Sub, constant(0), expr.operand, expr.kind});
    case UnaryOp::BitNot:
      return binaryValue({BinaryOp::Xor, expr.operand, constant(-1), expr.kind});
    case UnaryOp::LogicalNot:
      return binaryValue({BinaryOp::Eq, expr.operand, constant(0), {}});
    case UnaryOp::Convert:
      return narrowed(operand(expr.operand), expr.kind);
    case UnaryOp::Undefined:
      throw UnsayableHere("there are no undefined values");
    case UnaryOp::Assert:
      throw UnsayableHere("there are no assertions");
  }
  throw UnsayableHere("there is no instruction for its operator");
}

/// The number of this kind that has the same lowest bits, by operators that there are instructions for.
ExprPtr Flattening::narrowed(const ExprPtr& expr, IntegerKind kind) {
  if (kind.bits >= 64) {
    return expr;
  }
  const Value largest = (Value{1} << kind.bits) - 1;
  const ExprPtr low = binary(BinaryOp::And, expr, constant(largest));
  if (!kind.isSigned) {
    return low;
  }
  const ExprPtr sign = constant(Value{1} << (kind.bits - 1U));
  return binary(BinaryOp::Sub, inRegister(binary(BinaryOp::Xor, inRegister(low), sign)), sign);
}

/// Computed with 64 bits, whether what comes out is what an operator of this kind gives but for the highest
/// bits. (Where C does not define the result, it is.)
bool Flattening::isSayable(const BinaryExpr& expr) const {
  const bool unsignedNumbers = !expr.kind.isSigned;
  if (!unsignedNumbers || expr.kind == IntegerKind{}) {
    return true;
  }
  const bool order = expr.op == BinaryOp::Add || expr.op == BinaryOp::Sub || expr.op == BinaryOp::And ||
                     expr.op == BinaryOp::Or || expr.op == BinaryOp::Xor;
  const bool product = expr.op == BinaryOp::Mul;
  return expr.kind.bits >= 64 ? order || product : !product;
}

ExprPtr Flattening::binaryValue(const BinaryExpr& expr) {
  const bool compares = isComparison(expr.op);
  const bool logical = groupOf(expr.op) == OperatorGroup::Logical;
  if ((compares || logical) && !comparesValues_) {
    throw UnsayableHere("there is no instruction that gives a comparison as a value");
  }
  if (logical) {
    const auto truth = [&](const ExprPtr& e) {
      return inRegister(binary(BinaryOp::Ne, operand(e), constant(0)));
    };
    const ExprPtr left = truth(expr.left);
    return binary(expr.op == BinaryOp::LogicalAnd ? BinaryOp::And : BinaryOp::Or, left, truth(expr.right));
  }
  if (!compares && findPlain(PlainForm::Arithmetic, expr.op) == nullptr) {
    throw UnsayableHere("there is no instruction for its operator");
  }
  if (!isSayable(expr)) {
    throw UnsayableHere("there is no instruction for its operator on unsigned integers");
  }
  const ExprPtr left = operand(expr.left);
  const ExprPtr result = binary(expr.op, left, operand(expr.right));
  const bool wraps = !expr.kind.isSigned && expr.kind.bits < 64 && !compares;
  return wraps ? narrowed(inRegister(result), expr.kind) : result;
}

/// A comparison of two operands.
ExprPtr Flattening::condition(const ExprPtr& expr) {
  const Truth truth = truthOf(expr);
  if (const auto* unsignedOnes = std::get_if<BinaryExpr>(&truth.expr->node);
      unsignedOnes != nullptr && isComparison(unsignedOnes->op) && !isSayable(*unsignedOnes)) {
    throw UnsayableHere("there is no instruction for its operator on unsigned integers");
  }
  const auto* compared = std::get_if<BinaryExpr>(&truth.expr->node);
  if (compared == nullptr || !isComparison(compared->op)) {
    return binary(truth.negated ? BinaryOp::Eq : BinaryOp::Ne, operand(truth.expr), constant(0));
  }
  const ExprPtr left = operand(compared->left);
  return binary(truth.negated ? traitsOf(compared->op).opposite : compared->op, left,
                operand(compared->right));
}

ExprPtr Flattening::inRegister(ExprPtr value) {
  const RegisterId reg = newRegister();
  before_.emplace_back(AssignOp{reg, std::move(value)});
  return registerRef(reg);
}

RegisterId Flattening::newRegister() {
  return addRegister(program_, thread_);
}

RegisterId addRegister(Program& program, ThreadId t) {
  std::string name = freshName(program, t);
  Thread& thread = program.threads[t];
  thread.registers.push_back(std::move(name));
  thread.initialRegisters.push_back(0);
  return static_cast<RegisterId>(thread.registers.size() - 1);
}

bool nameRegisters(Program& program) {
  bool any = false;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    std::set<std::string> before;
    for (std::string& name : program.threads[t].registers) {
      if (!isName(name) || !before.insert(name).second ||
          std::ranges::any_of(program.locations, [&](const auto& l) { return objectName(l) == name; })) {
        name = freshName(program, t);
        any = true;
      }
    }
  }
  return any;
}

}  // namespace hrfcheck::frontend
