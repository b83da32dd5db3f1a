// Objects whose ordinary operators are atomic: those of type cuda::atomic<T, S>, sequentially consistent at
// their scope, and volatile ones where a language says so. And what `auto` is.

#include <fmt/format.h>

#include "frontend/c/language/folding.h"
#include "frontend/c/lower/lowerer.h"
#include "program/expr/operators.h"

namespace hrfcheck::frontend::c {
/// How `x` and `x = v` access an object of a type; ordinary accesses have no atomicity.
std::optional<Atomicity> Lowerer::accessOf(const ValueType& type) const {
  if (const std::optional<std::uint32_t> level = type.atomicLevel()) {
    return Atomicity{Order::SeqCst, *level};
  }
  const bool isVolatile = type.isVolatile && type.pointers == 0 && context_.language.volatileScope;
  return isVolatile ? std::optional(Atomicity{Order::Relaxed, *context_.language.volatileScope})
                    : std::nullopt;
}

/// `x += v` and `x++` of an atomic object: the new value, or the old one.
TypedValue Lowerer::updateObject(const MemoryLvalue& target, BinaryOp op, const TypedValue& operand,
                                 bool wantOld, const Origin& origin, const Expr& at) {
  const std::optional<RmwOp> update = updateBy(op);
  if (!update) {
    fail(at.span, "an atomic object has no such operator", "operators: =, +=, -=, &=, |=, ^=, ++, --");
  }
  const bool pointer = target.type.isPointer();
  const hrfcheck::ExprPtr value = pointer
                                      ? folded(BinaryOp::Mul, operand.expr, constant(strideOf(target.type)))
                                      : stored(operand, target.type);
  RmwOperation operation{temporary(), *update, target.address, value, nullptr, *accessOf(target.type)};
  operation.kind = kindOfUpdate(*update, target.type, at);
  emit(operation, origin);
  const TypedValue old = loaded(*operation.target, target.type);
  return wantOld ? old : TypedValue{folded(op, old.expr, value, operation.kind), old.type};
}

/// `auto x = e;`
void Lowerer::declareDeduced(const Declarator& declarator) {
  const Token& name = declarator.name;
  if (!declarator.initial) {
    fail(name.span, fmt::format("it is not specified what '{}' is", name.text));
  }
  const TypedValue initial = value(*declarator.initial);
  ValueType type = initial.type;
  type.atomic = type.isPointer() ? type.atomic : std::nullopt;
  type.isVolatile = type.isPointer() && type.isVolatile;
  Variable& variable = declareRegister(name, type);
  const Target target{std::get<RegisterVariable>(variable.what).reg,
                      originOf({name.span.begin, declarator.initial->span.end})};
  assignValue({initial.expr, type}, target);
}

/// The mask of a barrier of a warp: all threads of the warp that the launch has.
void Lowerer::checkMask(const Expr& expr, const CallExpr& call, const Builtin& builtin) {
  if (builtin.optionalValues == 0 || call.arguments.empty()) {
    return;
  }
  const TypedValue said = value(*call.arguments.front());
  const Value* mask = constantOf(said.expr);
  const Value lanes = context_.launched == nullptr
                          ? context_.language.warpSize
                          : context_.launched->idOf(thread_, IdKind::SubGroupSize, 0);
  const Value all = (Value{1} << std::min<Value>(lanes, 62)) - 1;
  if (mask == nullptr || (*mask & all) != all) {
    fail(call.arguments.front()->span,
         fmt::format("'{}' is supported for all threads of a warp only", expr.token.text),
         "omit the mask, or write 0xffffffff");
  }
}

}  // namespace hrfcheck::frontend::c
