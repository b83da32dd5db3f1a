// Compare-exchange. C passes the address of an object that holds the expected value and gets the old one
// where the exchange fails. In litmus tests the second argument is one of three things:
//   - a location (`zero`, `&q->head`): an ordinary load of it before; where the exchange fails, an ordinary
//   store
//     of the old value to it;
//   - `&r` of a variable of the thread: no event. The variable gets the old value in both cases, since where
//   the
//     exchange succeeds it holds that already;
//   - a value (`oldHead`, `0`), the habit of papers: no event, nothing is written.
// Types tell an address from a value: what is expected of an object of integers is an address if it is a
// pointer.

#include <fmt/format.h>

#include "frontend/c/lower/lowerer.h"
#include "program/ir/orders.h"

namespace hrfcheck::frontend::c {

struct Lowerer::Expected {
  hrfcheck::ExprPtr value;             ///< before the exchange, as the object holds it
  std::optional<RegisterId> variable;  ///< gets the old value
  ValueType type;                      ///< of the variable or the location
  hrfcheck::ExprPtr location;          ///< gets the old value where the exchange fails; or null
  std::string text;                    ///< of the location
};

Lowerer::Expected Lowerer::expectedArgument(const CallExpr& call, const ValueType& object) {
  const Expr& argument = *call.arguments[1];
  Expected expected;
  if (const Variable* variable = reference(argument)) {
    const auto* passed = std::get_if<ReferenceVariable>(&variable->what);
    const RegisterId reg = passed != nullptr ? passed->reg : std::get<RegisterVariable>(variable->what).reg;
    expected.variable = reg;
    const Expr* operand = addressOperand(argument);
    readFirst_.emplace(reg, operand != nullptr ? operand->token : argument.token);
    expected.type = variable->type;
    const TypedValue before{registerRef(reg), variable->type};
    expected.value = kept(stored(before, object.pointee()), *call.arguments[2]);
    return expected;
  }
  TypedValue given = kept(pointerValue(argument), *call.arguments[2]);
  const ValueType wanted = object.pointee();
  const bool structure = given.type.layout != nullptr && given.type.pointers == 1;
  if (given.type.pointers <= wanted.pointers || structure) {
    expected.value = stored(given, wanted);
    return expected;
  }
  const std::string text = foldedText(*context_.source, argument.span);
  expected.text = text.starts_with("&") ? text.substr(1) : "*" + text;
  expected.location = given.expr;
  const RegisterId reg = temporary();
  emit(LoadOp{reg, given.expr, std::nullopt}, {placeOf(argument.span), expected.text});
  expected.type = pointedTo(given.type);
  expected.value = stored(loaded(reg, expected.type), wanted);
  return expected;
}

std::optional<Order> Lowerer::failureOrder(const CallExpr& call, const Builtin& builtin, Order success) {
  if (builtin.orders < 2 || call.arguments.size() < builtin.values + 2) {
    return std::nullopt;
  }
  const Expr& argument = *call.arguments[builtin.values + 1];
  Order order = orderArgument(argument);
  if (order == Order::Release || order == Order::AcquireRelease) {
    const Order read = readOf(order);
    warn(argument.span, fmt::format("a failed compare-exchange stores nothing: {} is treated as {}",
                                    nameOf(order, context_.language), nameOf(read, context_.language)));
    order = read;
  }
  return order == success ? std::nullopt : std::optional(order);
}

std::optional<TypedValue> Lowerer::compareExchange(const Expr& expr, const CallExpr& call,
                                                   const Builtin& builtin, bool wanted) {
  if (builtin.weak) {
    warn(expr.token.span,
         fmt::format("'{}' is treated like the strong one: it never fails spuriously", expr.token.text));
  }
  const TypedValue object = objectArgument(call, 2);
  const Expected expected = expectedArgument(call, object.type);
  const ValueType type = pointedTo(object.type);
  const hrfcheck::ExprPtr desired = stored(value(*call.arguments[2]), type);
  RmwOperation operation{std::nullopt, RmwOp::CompareSwap, object.expr,
                         desired,      expected.value,     atomicity(call, builtin, &object.type),
                         std::nullopt};
  operation.failureOrder = failureOrder(call, builtin, operation.atomicity.order);
  const Origin origin = originOf(expr);
  if (expected.variable && !wanted) {
    operation.target = expected.variable;
    emit(operation, origin);
    assignValue({converted(loaded(*expected.variable, type), expected.type), expected.type},
                {*expected.variable, origin});
    return std::nullopt;
  }
  if (wanted || expected.location) {
    operation.target = temporary();
  }
  emit(operation, origin);
  if (!operation.target) {
    return std::nullopt;
  }
  const hrfcheck::ExprPtr old = registerRef(*operation.target);
  const TypedValue found = loaded(*operation.target, type);
  hrfcheck::ExprPtr success = binary(BinaryOp::Eq, old, expected.value);
  if (expected.location) {
    const Label end = code_.newLabel();
    code_.branch(success, end, origin);
    emit(StoreOp{expected.location, stored(found, expected.type), std::nullopt},
         {origin.place, expected.text + " = old value"});
    code_.bind(end);
  } else if (expected.variable) {
    const RegisterId succeeded = temporary();
    emit(AssignOp{succeeded, success}, origin);
    emit(AssignOp{*expected.variable, converted(found, expected.type)}, origin);
    success = registerRef(succeeded);
  }
  if (!wanted) {
    return std::nullopt;
  }
  return TypedValue{success, {}};
}

}  // namespace hrfcheck::frontend::c
