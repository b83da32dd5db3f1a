// Arrays of a thread: a register for each element. An element whose index is computed is a choice among all
// of them, behind a check of the index.

#include <fmt/format.h>

#include "frontend/c/folding.h"
#include "frontend/c/lowerer.h"
#include "util/text.h"

namespace hrfcheck::frontend::c {

void Lowerer::declareThreadArray(const Declarator& declarator, const ValueType& type) {
  const Token& name = declarator.name;
  auto size = static_cast<Value>(declarator.initialList.size());
  if (declarator.arraySize) {
    const TypedValue count = value(*declarator.arraySize);
    const Value* known = constantOf(count.expr);
    size = known == nullptr ? 0 : *known;
  }
  if (size < 1 || size > kMaxThreadArray) {
    declareRegister(name, type);
    fail(name.span, fmt::format("an array of a thread has 1 to {} elements", kMaxThreadArray),
         "make it a parameter, or declare it outside functions");
  }
  if (static_cast<Value>(declarator.initialList.size()) > size) {
    diagnostics_.error(placeOf(name.span), fmt::format("'{}' has {}, but {} values", name.text,
                                                       counted(static_cast<std::size_t>(size), "element"),
                                                       declarator.initialList.size()));
  }
  ArrayVariable array;
  const unsigned number = ++temporaries_;
  for (Value i = 0; i < size; ++i) {
    const std::string element = fmt::format("{}{}#{}#{}", frame().prefix, name.text, number, i);
    array.elements.push_back(names_.addRegister(thread_, element));
  }
  for (std::size_t i = 0; i < array.elements.size() && !declarator.initialList.empty(); ++i) {
    const bool given = i < declarator.initialList.size();
    const TypedValue initial = given ? value(*declarator.initialList[i]) : TypedValue{constant(0), {}};
    const Span span = given ? declarator.initialList[i]->span : name.span;
    emit(AssignOp{array.elements[i], converted(initial, type)}, originOf(span));
  }
  frame().scopes.add(name.text, {std::move(array), type});
}

Variable* Lowerer::threadArray(const Expr& expr) {
  const auto* index = std::get_if<IndexExpr>(&expr.node);
  if (index == nullptr || nameOf(*index->base) == nullptr) {
    return nullptr;
  }
  Variable* variable = find(index->base->token.text);
  const bool array = variable != nullptr && std::holds_alternative<ArrayVariable>(variable->what);
  return array ? variable : nullptr;
}

Lvalue Lowerer::threadElement(Variable& array, const IndexExpr& index) {
  const std::vector<RegisterId>& elements = std::get<ArrayVariable>(array.what).elements;
  const hrfcheck::ExprPtr checked =
      folded(BinaryOp::Index, value(*index.index).expr, constant(static_cast<Value>(elements.size())));
  if (const Value* known = constantOf(checked)) {
    return RegisterLvalue{elements[static_cast<std::size_t>(*known)], &array};
  }
  const RegisterId reg = temporary();
  emit(AssignOp{reg, checked}, originOf(*index.index));
  return ElementLvalue{elements, reg, array.type};
}

TypedValue Lowerer::elementValue(const ElementLvalue& element) {
  hrfcheck::ExprPtr chosen = registerRef(element.elements.back());
  for (std::size_t i = element.elements.size() - 1; i-- > 0;) {
    const hrfcheck::ExprPtr here =
        binary(BinaryOp::Eq, registerRef(element.index), constant(static_cast<Value>(i)));
    chosen = select(here, registerRef(element.elements[i]), chosen);
  }
  return {chosen, element.type};
}

void Lowerer::setElement(const ElementLvalue& element, const TypedValue& value, const Origin& origin) {
  for (std::size_t i = 0; i < element.elements.size(); ++i) {
    const hrfcheck::ExprPtr here =
        binary(BinaryOp::Eq, registerRef(element.index), constant(static_cast<Value>(i)));
    emit(AssignOp{element.elements[i], select(here, value.expr, registerRef(element.elements[i]))}, origin);
  }
}

TypedValue Lowerer::assignElement(const ElementLvalue& element, const AssignExpr& assign,
                                  const Origin& origin) {
  TypedValue result = value(*assign.value);
  if (assign.compound) {
    result = arithmetic(*assign.compound, elementValue(element), result, *assign.target);
  }
  const RegisterId reg = temporary();
  emit(AssignOp{reg, converted(result, element.type)}, origin);
  const TypedValue stored{registerRef(reg), element.type};
  setElement(element, stored, origin);
  return stored;
}

TypedValue Lowerer::stepElement(const ElementLvalue& element, BinaryOp op, bool wantOld, const Expr& operand,
                                const Origin& origin) {
  const RegisterId old = temporary();
  const RegisterId stepped = temporary();
  emit(AssignOp{old, elementValue(element).expr}, origin);
  const TypedValue before{registerRef(old), element.type};
  emit(AssignOp{stepped, converted(arithmetic(op, before, {constant(1), {}}, operand), element.type)},
       origin);
  const TypedValue after{registerRef(stepped), element.type};
  setElement(element, after, origin);
  return wantOld ? before : after;
}

}  // namespace hrfcheck::frontend::c
