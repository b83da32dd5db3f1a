#include "frontend/convert/flatten.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "frontend/columns/plain_rows.h"
#include "frontend/convert/unsayable_here.h"
#include "frontend/print/operand_text.h"
#include "program/ir/substitute.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend {
namespace {

bool isComparison(BinaryOp op) {
  return findPlain(PlainForm::Branch, op) != nullptr;
}

bool isName(std::string_view name) {
  const auto inside = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::ranges::all_of(name, inside);
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

BinaryOp oppositeOf(BinaryOp op) {
  constexpr auto kOpposites = std::to_array<std::pair<BinaryOp, BinaryOp>>(
      {{BinaryOp::Eq, BinaryOp::Ne}, {BinaryOp::Lt, BinaryOp::Ge}, {BinaryOp::Le, BinaryOp::Gt}});
  for (const auto& [one, other] : kOpposites) {
    if (op == one || op == other) {
      return op == one ? other : one;
    }
  }
  return op;
}

}  // namespace

std::vector<Operation> Flattening::run(const Operation& operation) {
  before_.clear();
  Operation result = std::visit(Overloaded{[&](LoadOp o) -> Operation {
                                             o.address = address(o.address);
                                             return o;
                                           },
                                           [&](StoreOp o) -> Operation {
                                             o.address = address(o.address);
                                             o.value = operand(o.value);
                                             return o;
                                           },
                                           [&](RmwOperation o) -> Operation {
                                             o.address = address(o.address);
                                             o.operand = operand(o.operand);
                                             o.expected = o.expected ? operand(o.expected) : nullptr;
                                             return o;
                                           },
                                           [&](AssignOp o) -> Operation {
                                             o.value = assignable(o.value);
                                             return o;
                                           },
                                           [&](BranchOp o) -> Operation {
                                             o.condition = condition(o.condition);
                                             return o;
                                           },
                                           [](const FenceOp& o) -> Operation { return o; },
                                           [](const BarrierOp& o) -> Operation { return o; },
                                           [](const JumpOp& o) -> Operation { return o; },
                                           [](const ExitOp& o) -> Operation { return o; },
                                           [](const NopOp& o) -> Operation { return o; },
                                           [&](LockLoadOp o) -> Operation {
                                             o.address = address(o.address);
                                             return o;
                                           },
                                           [&](UnlockStoreOp o) -> Operation {
                                             o.address = address(o.address);
                                             o.value = operand(o.value);
                                             return o;
                                           },
                                           [&](VoteOp o) -> Operation {
                                             o.ballot = operand(o.ballot);
                                             return o;
                                           },
                                           [](const ReconvergenceOp& o) -> Operation { return o; }},
                                operation);
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
      return binary(BinaryOp::Sub, constant(0), operand(expr.operand));
    case UnaryOp::BitNot:
      return binary(BinaryOp::Xor, operand(expr.operand), constant(-1));
    case UnaryOp::LogicalNot:
      return binaryValue({BinaryOp::Eq, expr.operand, constant(0)});
  }
  throw UnsayableHere("there is no instruction for its operator");
}

ExprPtr Flattening::binaryValue(const BinaryExpr& expr) {
  const bool compares = isComparison(expr.op);
  const bool logical = expr.op == BinaryOp::LogicalAnd || expr.op == BinaryOp::LogicalOr;
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
  const ExprPtr left = operand(expr.left);
  return binary(expr.op, left, operand(expr.right));
}

/// A comparison of two operands.
ExprPtr Flattening::condition(const ExprPtr& expr) {
  const Truth truth = truthOf(expr);
  const auto* compared = std::get_if<BinaryExpr>(&truth.expr->node);
  if (compared == nullptr || !isComparison(compared->op)) {
    return binary(truth.negated ? BinaryOp::Eq : BinaryOp::Ne, operand(truth.expr), constant(0));
  }
  const ExprPtr left = operand(compared->left);
  return binary(truth.negated ? oppositeOf(compared->op) : compared->op, left, operand(compared->right));
}

ExprPtr Flattening::inRegister(ExprPtr value) {
  const RegisterId reg = newRegister();
  before_.emplace_back(AssignOp{reg, std::move(value)});
  return registerRef(reg);
}

RegisterId Flattening::newRegister() {
  std::string name = freshName(program_, thread_);
  Thread& thread = program_.threads[thread_];
  thread.registers.push_back(std::move(name));
  thread.initialRegisters.push_back(0);
  return static_cast<RegisterId>(thread.registers.size() - 1);
}

bool nameRegisters(Program& program) {
  bool any = false;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (std::string& name : program.threads[t].registers) {
      if (!isName(name) ||
          std::ranges::any_of(program.locations, [&](const auto& l) { return objectName(l) == name; })) {
        name = freshName(program, t);
        any = true;
      }
    }
  }
  return any;
}

}  // namespace hrfcheck::frontend
