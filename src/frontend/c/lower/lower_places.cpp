// Places that values are put into and taken from: registers, and memory by its address.

#include <fmt/format.h>

#include "frontend/c/language/folding.h"
#include "frontend/c/lower/lowerer.h"
#include "frontend/c/syntax/vector_types.h"
#include "frontend/shared/text/cursor.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::c {
namespace {

hrfcheck::ExprPtr moved(const hrfcheck::ExprPtr& address, Value distance) {
  if (distance == 0) {
    return address;
  }
  const auto* constantAddress = std::get_if<ConstantExpr>(&address->node);
  const auto known =
      constantAddress != nullptr ? apply(BinaryOp::Add, constantAddress->value, distance) : std::nullopt;
  if (known) {
    return constant(*known);
  }
  return binary(BinaryOp::Add, address, constant(distance));
}

}  // namespace

Lvalue Lowerer::lvalue(const Expr& expr) {
  if (const std::optional<ThreadPlace> place = threadPlace(expr)) {
    return threadLvalue(*place, expr);
  }
  if (nameOf(expr) != nullptr) {
    Variable& variable = lookUp(expr.token);
    if (const auto* reg = std::get_if<RegisterVariable>(&variable.what)) {
      return RegisterLvalue{reg->reg, &variable};
    }
    if (const auto* memory = std::get_if<MemoryVariable>(&variable.what)) {
      return MemoryLvalue{memory->address, variable.type, memory->array};
    }
    const bool location = std::holds_alternative<BareLocation>(variable.what) || variable.threadParameter;
    fail(expr.span,
         location ? fmt::format("'{}' is the address of a location", expr.token.text)
                  : fmt::format("'{}' cannot be assigned", expr.token.text),
         location ? fmt::format("write *{} for the value stored there", expr.token.text) : "");
  }
  if (const auto* prefix = std::get_if<PrefixExpr>(&expr.node); prefix && prefix->op == Prefix::Dereference) {
    return dereference(*prefix->operand);
  }
  if (const auto* index = std::get_if<IndexExpr>(&expr.node)) {
    const std::optional<MemoryLvalue> nested = nestedElement(expr);
    return nested ? *nested : element(expr, *index);
  }
  if (const auto* field = std::get_if<MemberExpr>(&expr.node)) {
    return member(expr, *field);
  }
  fail(expr.span, "this is neither a memory location nor a variable");
}

/// The register that a name passed as `&r` refers to, or that of `&r` itself.
Variable* Lowerer::reference(const Expr& expr) {
  const Expr* operand = addressOperand(expr);
  const Expr& name = operand != nullptr ? *operand : expr;
  if (nameOf(name) == nullptr) {
    const std::optional<ThreadPlace> place = operand != nullptr ? threadPlace(name) : std::nullopt;
    const bool one = place && std::holds_alternative<RegisterVariable>(place->object->what);
    return one ? place->object : nullptr;
  }
  Variable* variable = find(name.token.text);
  if (variable == nullptr) {
    return nullptr;
  }
  const bool refers = operand != nullptr ? std::holds_alternative<RegisterVariable>(variable->what)
                                         : std::holds_alternative<ReferenceVariable>(variable->what);
  return refers ? variable : nullptr;
}

Lvalue Lowerer::dereference(const Expr& operand) {
  if (Variable* found = reference(operand)) {
    const auto* passed = std::get_if<ReferenceVariable>(&found->what);
    return RegisterLvalue{passed != nullptr ? passed->reg : std::get<RegisterVariable>(found->what).reg,
                          found};
  }
  const TypedValue pointer = pointerValue(operand);
  return MemoryLvalue{pointer.expr, pointedTo(pointer.type), false};
}

TypedValue Lowerer::pointerValue(const Expr& expr) {
  if (nameOf(expr) != nullptr) {
    const Variable& variable = lookUp(expr.token);
    if (const auto* bare = std::get_if<BareLocation>(&variable.what)) {
      return {bare->address, variable.type};
    }
  }
  return value(expr);
}

MemoryLvalue Lowerer::element(const Expr& expr, const IndexExpr& index) {
  TypedValue base = kept(pointerValue(*index.base), *index.index);
  if (!base.type.isPointer() && base.type.known && std::holds_alternative<Number>(index.base->node)) {
    fail(expr.span, "a number has no elements");
  }
  if (!base.type.isPointer()) {
    const bool known = base.type.known;
    base.type = ValueType::undeclared(1);
    base.type.known = known;
  }
  const TypedValue position = value(*index.index);
  return {arithmetic(BinaryOp::Add, base, {position.expr, {}}, expr).expr, pointedTo(base.type), false};
}

/// `t[i]` and `t[i][j]` of an array of arrays in memory; nothing for everything else.
std::optional<MemoryLvalue> Lowerer::nestedElement(const Expr& expr) {
  if (nameOf(expr) != nullptr) {
    const Variable* variable = find(expr.token.text);
    const auto* memory = variable == nullptr ? nullptr : std::get_if<MemoryVariable>(&variable->what);
    const bool nested = memory != nullptr && !memory->sizes.empty();
    return nested ? std::optional(MemoryLvalue{memory->address, variable->type, true, memory->sizes})
                  : std::nullopt;
  }
  const auto* index = std::get_if<IndexExpr>(&expr.node);
  std::optional<MemoryLvalue> place = index == nullptr ? std::nullopt : nestedElement(*index->base);
  if (!place || place->sizes.empty()) {
    return std::nullopt;
  }
  place->address = kept(place->address, *index->index);
  hrfcheck::ExprPtr row = folded(BinaryOp::Index, value(*index->index).expr, constant(place->sizes.front()));
  Value stride = strideOf(place->type.pointer());
  place->sizes.erase(place->sizes.begin());
  for (const Value size : place->sizes) {
    stride *= size;
  }
  place->address = folded(BinaryOp::Add, place->address, folded(BinaryOp::Mul, row, constant(stride)));
  place->array = !place->sizes.empty();
  return place;
}

/// `q.head` where `q` is a pointer.
void Lowerer::refusePointer(const MemberExpr& member) {
  if (nameOf(*member.base) == nullptr) {
    return;
  }
  const std::string_view name = member.base->token.text;
  const Variable& variable = lookUp(member.base->token);
  if (variable.type.isPointer() && !std::holds_alternative<MemoryVariable>(variable.what)) {
    fail(member.field.span, fmt::format("'{}' is a pointer", name),
         fmt::format("write {}->{}", name, member.field.text));
  }
}

MemoryLvalue Lowerer::member(const Expr& expr, const MemberExpr& member) {
  TypedValue base;
  if (member.arrow) {
    base = pointerValue(*member.base);
  } else {
    refusePointer(member);
    const Lvalue place = lvalue(*member.base);
    const auto* memory = std::get_if<MemoryLvalue>(&place);
    const bool pointer = memory != nullptr && !memory->array && memory->type.isPointer();
    if (memory == nullptr || memory->array || (memory->type.known && !memory->type.isStruct())) {
      fail(member.field.span, "this is not a struct", pointer ? "write -> after a pointer" : "");
    }
    base = {memory->address, memory->type.pointer()};
  }
  const FieldLayout& field = fieldOf(base.type, member, expr);
  MemoryLvalue result{moved(base.expr, field.offset), field.type, field.array};
  result.type.isVolatile = result.type.isVolatile || (base.type.isVolatile && base.type.pointers == 1);
  result.type.object = base.type.object ? base.type.object : result.type.object;
  return result;
}

const FieldLayout& Lowerer::fieldOf(const ValueType& type, const MemberExpr& member, const Expr& at) {
  const std::string_view name = member.field.text;
  if (type.layout != nullptr && type.pointers == 1) {
    if (const FieldLayout* field = type.layout->field(componentName(type.layout->name, name))) {
      return *field;
    }
    std::vector<std::string> known;
    for (const FieldLayout& field : type.layout->fields) {
      known.emplace_back(field.name);
    }
    const std::string nearest = didYouMean(name, known);
    fail(member.field.span, fmt::format("struct '{}' has no field '{}'", type.layout->name, name),
         nearest.empty() ? "fields: " + commaList(known) : nearest);
  }
  if (type.known || type.pointers > 1) {
    fail(member.field.span, "this is not a pointer to a struct",
         type.layout != nullptr && type.pointers == 0 ? "write . after a struct" : "");
  }
  const std::vector<const StructLayout*> candidates = context_.types.withField(name);
  if (candidates.size() != 1) {
    fail(at.span,
         candidates.empty() ? fmt::format("no struct has a field '{}'", name)
                            : fmt::format("several structs have a field '{}'", name),
         candidates.empty() ? "" : "declare the pointer with its type");
  }
  return *candidates.front()->field(name);
}

TypedValue Lowerer::assignment(const Expr& expr, const AssignExpr& assign, const Origin& origin) {
  if (assignStruct(assign, origin)) {
    return {constant(0), ValueType::undeclared()};
  }
  const Lvalue target = lvalue(*assign.target);
  return std::visit(Overloaded{[&](const RegisterLvalue& l) { return assignRegister(l, assign, origin); },
                               [&](const MemoryLvalue& l) {
                                 if (l.array) {
                                   fail(expr.span, "an array cannot be assigned");
                                 }
                                 if (l.type.isStruct() && !assign.compound) {
                                   copyStruct({l.type.layout,
                                               kept(l.address, *assign.value),
                                               nullptr,
                                               {},
                                               l.type.isVolatile,
                                               l.type.object},
                                              structValue(*assign.value), origin);
                                   return TypedValue{constant(0), ValueType::undeclared()};
                                 }
                                 if (l.type.isStruct()) {
                                   fail(expr.span, "vectors and structs have no such operator",
                                        "write it for each component");
                                 }
                                 return assignMemory(l, assign, origin);
                               },
                               [&](const ElementLvalue& l) { return assignElement(l, assign, origin); }},
                    target);
}

TypedValue Lowerer::assignRegister(const RegisterLvalue& target, const AssignExpr& assign,
                                   const Origin& origin) {
  Variable& variable = *target.variable;
  const Target wanted{target.reg, origin};
  if (assign.compound) {
    const TypedValue right = value(*assign.value);
    readFirst_.emplace(target.reg, assign.target->token);
    const TypedValue old{registerRef(target.reg), variable.type};
    assignValue(arithmetic(*assign.compound, old, right, *assign.target), variable, wanted, *assign.value);
    return {registerRef(target.reg), variable.type};
  }
  const TypedValue right = value(*assign.value, &wanted);
  checkAssigned(variable, right, *assign.target);
  assignValue(right, variable, wanted, *assign.value);
  if (!variable.type.known && right.type.isPointer()) {
    variable.type = right.type;
  }
  return {registerRef(target.reg), variable.type};
}

/// An integer in a pointer is a forgotten `*`.
void Lowerer::checkAssigned(const Variable& variable, const TypedValue& value, const Expr& at) {
  if (variable.threadParameter && value.type.known && !value.type.isPointer()) {
    fail(at.span, fmt::format("'{}' is the address of a location", at.token.text),
         fmt::format("write *{} for the value stored there", at.token.text));
  }
}

TypedValue Lowerer::assignMemory(const MemoryLvalue& target, const AssignExpr& assign, const Origin& origin) {
  const hrfcheck::ExprPtr address = kept(target.address, *assign.value);
  if (!assign.compound) {
    const TypedValue right = value(*assign.value);
    checkKept(right, target.type, *assign.value);
    emit(StoreOp{address, stored(right, target.type), accessOf(target.type)}, origin);
    return {converted(right, target.type), target.type};
  }
  if (target.type.atomicLevel()) {
    const TypedValue operand = value(*assign.value);
    return updateObject({address, target.type}, *assign.compound, operand, false, origin, *assign.target);
  }
  const RegisterId old = temporary();
  emit(LoadOp{old, address, accessOf(target.type)}, originOf(*assign.target));
  const TypedValue right = value(*assign.value);
  const TypedValue result = arithmetic(*assign.compound, loaded(old, target.type), right, *assign.target);
  emit(StoreOp{address, stored(result, target.type), accessOf(target.type)}, origin);
  return {converted(result, target.type), target.type};
}

TypedValue Lowerer::step(const Expr& operand, bool up, bool wantOld, const Origin& origin) {
  const BinaryOp op = up ? BinaryOp::Add : BinaryOp::Sub;
  const TypedValue one{constant(1), {}};
  const Lvalue place = lvalue(operand);
  if (const auto* reg = std::get_if<RegisterLvalue>(&place)) {
    const ValueType type = reg->variable->type;
    TypedValue old{registerRef(reg->reg), type};
    readFirst_.emplace(reg->reg, operand.token);
    const RegisterId saved = wantOld ? temporary() : reg->reg;
    if (wantOld) {
      emit(AssignOp{saved, old.expr}, origin);
    }
    emit(AssignOp{reg->reg, converted(arithmetic(op, old, one, operand), type)}, origin);
    return wantOld ? TypedValue{registerRef(saved), type} : old;
  }
  if (const auto* element = std::get_if<ElementLvalue>(&place)) {
    return stepElement(*element, op, wantOld, operand, origin);
  }
  const auto& memory = std::get<MemoryLvalue>(place);
  if (memory.array || memory.type.isStruct()) {
    fail(operand.span, "only an integer or a pointer can be incremented or decremented");
  }
  if (memory.type.atomicLevel()) {
    return updateObject(memory, op, one, wantOld, origin, operand);
  }
  const RegisterId read = temporary();
  const TypedValue old = loaded(read, memory.type);
  emit(LoadOp{read, memory.address, accessOf(memory.type)}, originOf(operand));
  const TypedValue stepped = arithmetic(op, old, one, operand);
  emit(StoreOp{memory.address, stored(stepped, memory.type), accessOf(memory.type)}, origin);
  return wantOld ? old : TypedValue{converted(stepped, memory.type), memory.type};
}

}  // namespace hrfcheck::frontend::c
