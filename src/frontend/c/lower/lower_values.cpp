// Expressions. What has no effect becomes an expression over registers; what touches memory becomes an
// instruction with a register of its own, or the register that the statement wants the value in. Operands are
// evaluated left to right. An operand that is only an expression is evaluated where it is used, that is,
// after the effects of the operands behind it: where one of those changes a register that it reads, its value
// is saved first.

#include <fmt/format.h>

#include "frontend/c/language/folding.h"
#include "frontend/c/lower/lowerer.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::c {
namespace {

bool isRegister(const hrfcheck::ExprPtr& expr, RegisterId reg) {
  const auto* ref = std::get_if<RegisterExpr>(&expr->node);
  return ref != nullptr && ref->reg == reg;
}

}  // namespace

TypedValue Lowerer::value(const Expr& expr, const Target* target) {
  const auto steps = [&](const ExprPtr& operand, bool up, bool wantOld) {
    return step(*operand, up, wantOld, originOf(expr));
  };
  return std::visit(
      Overloaded{[&](const Number& e) {
                   return TypedValue{constant(e.value), ValueType::of(e.kind)};
                 },
                 [&](const Name&) { return nameValue(expr); },
                 [&](const PrefixExpr& e) { return prefixValue(expr, e, target); },
                 [&](const PostfixExpr& e) { return steps(e.operand, e.op == Postfix::Increment, true); },
                 [&](const IndexExpr&) { return read(lvalue(expr), expr, target); },
                 [&](const MemberExpr&) { return read(lvalue(expr), expr, target); },
                 [&](const BinaryExpr& e) { return binaryValue(expr, e); },
                 [&](const ConditionalExpr& e) { return conditionalValue(expr, e, target); },
                 [&](const AssignExpr& e) { return assignment(expr, e, originOf(expr)); },
                 [&](const CallExpr& e) {
                   const std::optional<TypedValue> result = call(expr, e, target, true);
                   if (!result) {
                     fail(expr.span, fmt::format("'{}' returns no value", expr.token.text));
                   }
                   return *result;
                 },
                 [&](const CastExpr& e) { return castValue(expr, e, target); },
                 [&](const CommaExpr& e) {
                   discard(*e.left, originOf(*e.left));
                   return value(*e.right, target);
                 }},
      expr.node);
}

TypedValue Lowerer::nameValue(const Expr& expr) {
  Variable& variable = lookUp(expr.token);
  const std::string_view name = expr.token.text;
  return std::visit(
      Overloaded{[&](const RegisterVariable& v) {
                   readFirst_.emplace(v.reg, expr.token);
                   return TypedValue{registerRef(v.reg), variable.type};
                 },
                 [&](const ValueVariable& v) {
                   return TypedValue{v.value, variable.type};
                 },
                 [&](const ReferenceVariable&) -> TypedValue {
                   fail(expr.span, fmt::format("'{}' is the address of a variable of the thread here", name),
                        "only *" + std::string(name) + " and passing it on are supported");
                 },
                 [&](const ArrayVariable&) -> TypedValue {
                   fail(expr.span, fmt::format("'{}' is an array of the thread", name),
                        "only its elements can be used, and it can be passed to a function");
                 },
                 [&](const StructVariable&) -> TypedValue {
                   fail(expr.span, fmt::format("'{}' is a struct", name),
                        "its fields can be used, and it can be assigned, passed and returned as a whole");
                 },
                 [&](const ObjectReference&) -> TypedValue {
                   fail(expr.span, fmt::format("'{}' is the address of an object of the thread here", name),
                        "only what it points to can be used, and it can be passed on");
                 },
                 [&](const WordVariable&) -> TypedValue {
                   fail(expr.span, fmt::format("'{}' is an order, a scope, or flags of a fence", name),
                        "only operations and functions take it");
                 },
                 [&](const MemoryVariable& v) {
                   return read(MemoryLvalue{v.address, variable.type, v.array}, expr, nullptr);
                 },
                 [&](const BareLocation&) -> TypedValue {
                   fail(expr.span, fmt::format("'{}' is a location", name),
                        fmt::format("write *{} for the value stored there, &{} for its address", name, name));
                 }},
      variable.what);
}

TypedValue Lowerer::prefixValue(const Expr& expr, const PrefixExpr& prefix, const Target* target) {
  switch (prefix.op) {
    case Prefix::Minus:
      return unaryArithmetic(UnaryOp::Minus, value(*prefix.operand));
    case Prefix::BitNot:
      return unaryArithmetic(UnaryOp::BitNot, value(*prefix.operand));
    case Prefix::LogicalNot:
      return unaryArithmetic(UnaryOp::LogicalNot, value(*prefix.operand));
    case Prefix::Dereference:
      return read(lvalue(expr), expr, target);
    case Prefix::AddressOf:
      return addressOf(expr, *prefix.operand);
    case Prefix::Increment:
    case Prefix::Decrement:
      return step(*prefix.operand, prefix.op == Prefix::Increment, false, originOf(expr));
  }
  fail(expr.span, "not an expression");
}

namespace {

/// The name that a place begins with: `t` of `t[1]` and of `t.x`.
const Token& variableIn(const Expr& expr) {
  const Token* name = std::holds_alternative<Name>(expr.node) ? &expr.token : nullptr;
  forEachChild(expr, [&](const Expr& child) { name = name == nullptr ? &variableIn(child) : name; });
  return name == nullptr ? expr.token : *name;
}

}  // namespace

TypedValue Lowerer::read(const Lvalue& lvalue, const Expr& expr, const Target* target) {
  return std::visit(Overloaded{[&](const RegisterLvalue& l) {
                                 readFirst_.emplace(l.reg, variableIn(expr));
                                 return TypedValue{registerRef(l.reg), l.variable->type};
                               },
                               [&](const MemoryLvalue& l) {
                                 if (l.array) {
                                   return TypedValue{l.address, l.type.pointer()};
                                 }
                                 if (l.type.isStruct()) {
                                   fail(expr.span, "a struct is not a value here",
                                        "use its fields, or assign it as a whole");
                                 }
                                 const RegisterId reg = target != nullptr ? target->reg : temporary();
                                 emit(LoadOp{reg, l.address, accessOf(l.type)}, originOf(expr, target));
                                 return loaded(reg, l.type);
                               },
                               [&](const ElementLvalue& l) { return elementValue(l); }},
                    lvalue);
}

TypedValue Lowerer::addressOf(const Expr& expr, const Expr& operand) {
  if (nameOf(operand) != nullptr) {
    const Variable& variable = lookUp(operand.token);
    const std::string_view name = operand.token.text;
    if (std::holds_alternative<RegisterVariable>(variable.what)) {
      fail(expr.span, fmt::format("'{}' is a variable of the thread and has no address", name));
    }
    if (const auto* bare = std::get_if<BareLocation>(&variable.what)) {
      return {bare->address, variable.type};
    }
    if (const auto* passed = std::get_if<ValueVariable>(&variable.what)) {
      if (!variable.type.isPointer()) {
        fail(expr.span, fmt::format("'{}' has no address", name));
      }
      warn(expr.span, fmt::format("'{}' is a pointer already: '&{}' is read as '{}'", name, name, name));
      return {passed->value, variable.type};
    }
  }
  const Lvalue place = lvalue(operand);
  const auto* memory = std::get_if<MemoryLvalue>(&place);
  if (memory == nullptr) {
    fail(expr.span, "a variable of the thread has no address");
  }
  return {memory->address, memory->type.pointer()};
}

TypedValue Lowerer::binaryValue(const Expr& expr, const BinaryExpr& binary) {
  const bool logical = binary.op == BinaryOp::LogicalAnd || binary.op == BinaryOp::LogicalOr;
  if (logical && !isPure(*binary.right)) {
    return shortCircuitValue(expr, binary);
  }
  const TypedValue left = kept(value(*binary.left), *binary.right);
  const TypedValue right = value(*binary.right);
  return arithmetic(binary.op, left, right, expr);
}

TypedValue Lowerer::shortCircuitValue(const Expr& expr, const BinaryExpr& binary) {
  const Origin origin = originOf(expr);
  const RegisterId result = temporary();
  const Label end = code_.newLabel();
  emit(AssignOp{result, truth(value(*binary.left).expr)}, origin);
  const hrfcheck::ExprPtr decided = registerRef(result);
  code_.branch(binary.op == BinaryOp::LogicalOr ? decided : unary(UnaryOp::LogicalNot, decided), end, origin);
  emit(AssignOp{result, truth(value(*binary.right).expr)}, origin);
  code_.bind(end);
  return {registerRef(result), {}};
}

TypedValue Lowerer::conditionalValue(const Expr& expr, const ConditionalExpr& conditional,
                                     const Target* target) {
  if (isPure(*conditional.whenTrue) && isPure(*conditional.whenFalse)) {
    const hrfcheck::ExprPtr condition = value(*conditional.condition).expr;
    const TypedValue whenTrue = value(*conditional.whenTrue);
    const TypedValue whenFalse = value(*conditional.whenFalse);
    checkBoth(whenTrue.type, whenFalse.type, expr);
    if (const Value* known = constantOf(condition)) {
      return chosen(*known != 0 ? whenTrue.expr : whenFalse.expr, whenTrue.type, whenFalse.type);
    }
    return chosen(select(condition, whenTrue.expr, whenFalse.expr), whenTrue.type, whenFalse.type);
  }
  const Target result = target != nullptr ? *target : Target{temporary(), originOf(expr)};
  const Label otherwise = code_.newLabel();
  const Label end = code_.newLabel();
  branchIf(*conditional.condition, false, otherwise, originOf(*conditional.condition));
  const TypedValue whenTrue = value(*conditional.whenTrue, &result);
  assignValue(whenTrue, result);
  code_.jump(end, result.origin);
  code_.bind(otherwise);
  const TypedValue whenFalse = value(*conditional.whenFalse, &result);
  assignValue(whenFalse, result);
  checkBoth(whenTrue.type, whenFalse.type, expr);
  code_.bind(end);
  return chosen(registerRef(result.reg), whenTrue.type, whenFalse.type);
}

void Lowerer::discard(const Expr& expr, const Origin& origin) {
  if (const auto* assign = std::get_if<AssignExpr>(&expr.node)) {
    assignment(expr, *assign, origin);
  } else if (const auto* postfix = std::get_if<PostfixExpr>(&expr.node)) {
    step(*postfix->operand, postfix->op == Postfix::Increment, false, origin);
  } else if (const auto* callee = std::get_if<CallExpr>(&expr.node)) {
    call(expr, *callee, nullptr, false);
  } else if (const auto* cast = std::get_if<CastExpr>(&expr.node)) {
    discard(*cast->operand, origin);
  } else if (const auto* comma = std::get_if<CommaExpr>(&expr.node)) {
    discard(*comma->left, originOf(*comma->left));
    discard(*comma->right, originOf(*comma->right));
  } else {
    value(expr);
  }
}

void Lowerer::assignValue(const TypedValue& value, const Target& target) {
  if (!isRegister(value.expr, target.reg)) {
    emit(AssignOp{target.reg, value.expr}, target.origin);
  }
}

void Lowerer::assignValue(const TypedValue& value, Variable& variable, const Target& target, const Expr& at) {
  TypedValue given = value;
  pointTo(variable.type, given, at);
  assignValue({converted(given, variable.type), variable.type}, target);
}

TypedValue Lowerer::kept(TypedValue value, const Expr& later) {
  value.expr = kept(std::move(value.expr), later);
  return value;
}

hrfcheck::ExprPtr Lowerer::kept(hrfcheck::ExprPtr value, const Expr& later) {
  const std::vector<RegisterId> registers = registersOf(*value);
  if (registers.empty() || !changes(later, registers)) {
    return value;
  }
  const RegisterId reg = temporary();
  emit(AssignOp{reg, std::move(value)}, originOf(later));
  return registerRef(reg);
}

}  // namespace hrfcheck::frontend::c
