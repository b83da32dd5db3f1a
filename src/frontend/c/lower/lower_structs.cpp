// Structs as a whole: assigned, passed and returned by value, field by field. Whatever memory has of them is
// read and written by ordinary accesses of their fields, one after the other.

#include <fmt/format.h>

#include "frontend/c/language/folding.h"
#include "frontend/c/lower/lowerer.h"
#include "frontend/c/syntax/vector_types.h"
#include "util/text.h"

namespace hrfcheck::frontend::c {

/// The struct that an expression is, where it is one.
std::optional<Lowerer::StructPlace> Lowerer::structOf(const Expr& expr) {
  if (const std::optional<ThreadPlace> place = threadPlace(expr)) {
    if (const auto* record = std::get_if<StructVariable>(&place->object->what)) {
      return StructPlace{record->layout, nullptr, place->object, checkedIndexes(*place, expr), false};
    }
    return std::nullopt;
  }
  if (const auto* callee = std::get_if<CallExpr>(&expr.node)) {
    return structResult(expr, *callee);
  }
  if (const auto* cast = std::get_if<CastExpr>(&expr.node)) {
    const ValueType type = context_.types.of(cast->type);
    return type.isStruct() ? std::optional(components(type, *cast->operand)) : std::nullopt;
  }
  return std::nullopt;
}

/// The same of an expression that must be one.
Lowerer::StructPlace Lowerer::structValue(const Expr& expr) {
  if (const std::optional<StructPlace> known = structOf(expr)) {
    return *known;
  }
  const bool place = nameOf(expr) != nullptr || std::holds_alternative<IndexExpr>(expr.node) ||
                     std::holds_alternative<MemberExpr>(expr.node) ||
                     std::holds_alternative<PrefixExpr>(expr.node);
  if (place) {
    const Lvalue found = lvalue(expr);
    const auto* memory = std::get_if<MemoryLvalue>(&found);
    if (memory != nullptr && memory->type.isStruct() && !memory->array) {
      return {memory->type.layout,     memory->address,    nullptr, {},
              memory->type.isVolatile, memory->type.object};
    }
  }
  fail(expr.span, "expected a struct");
}

/// `(int2)(1, 2)`, `make_int2(1, 2)`: as many values as components, or one for all.
Lowerer::StructPlace Lowerer::components(const ValueType& type, const Expr& values) {
  std::vector<const Expr*> listed;
  const Expr* rest = &values;
  while (const auto* comma = std::get_if<CommaExpr>(&rest->node)) {
    listed.insert(listed.begin(), comma->right.get());
    rest = comma->left.get();
  }
  listed.insert(listed.begin(), rest);
  return components(type, listed, values);
}

Lowerer::StructPlace Lowerer::components(const ValueType& type, const std::vector<const Expr*>& values,
                                         const Expr& at) {
  const std::size_t count = type.layout->fields.size();
  if (!isVectorWord(type.layout->name) || (values.size() != count && values.size() != 1)) {
    fail(at.span,
         fmt::format("'{}' has {}, not {}", type.layout->name, counted(count, "component"), values.size()));
  }
  Variable& object = objects_.emplace_back(newObject(type.layout->name, type, {}, at.span));
  std::vector<Cell> cells;
  collectCells(object, {}, cells);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Expr& given = *values[values.size() == 1 ? 0 : i];
    emit(AssignOp{cells[i].reg, converted(value(given), cells[i].type)}, originOf(given));
  }
  return {type.layout, nullptr, &object, {}, false};
}

/// What a call returns, where that is a struct.
std::optional<Lowerer::StructPlace> Lowerer::structResult(const Expr& expr, const CallExpr& call) {
  const auto function = context_.functions.find(expr.token.text);
  if (function != context_.functions.end()) {
    const ValueType type = context_.types.of(function->second->returns);
    if (!type.isStruct()) {
      return std::nullopt;
    }
    Variable& object = objects_.emplace_back(newObject(expr.token.text, type, {}, expr.token.span));
    returned_ = &object;
    inlined(expr, call, *function->second, nullptr, true);
    return StructPlace{type.layout, nullptr, &object, {}, false};
  }
  constexpr std::string_view kMake = "make_";
  if (!expr.token.text.starts_with(kMake) || !context_.language.cpp) {
    return std::nullopt;
  }
  Type made;
  made.base = Type::Base::Struct;
  made.name = {TokenKind::Identifier, expr.token.span, expr.token.text.substr(kMake.size()), false};
  const ValueType type = context_.types.of(made);
  if (type.layout == nullptr) {
    return std::nullopt;
  }
  std::vector<const Expr*> values;
  for (const ExprPtr& argument : call.arguments) {
    values.push_back(argument.get());
  }
  return components(type, values, expr);
}

/// A field of a struct, or an element of a field that is an array.
Lowerer::StructPart Lowerer::partOf(const StructPlace& place, std::size_t field, Value element) {
  const FieldLayout& layout = place.layout->fields[field];
  if (place.object != nullptr) {
    StructPart part{nullptr, &std::get<StructVariable>(place.object->what).fields[field], place.indexes};
    if (layout.array) {
      part.indexes.push_back(constant(element));
    }
    return part;
  }
  const Value stride = layout.type.isStruct() ? layout.type.layout->size : 1;
  return {folded(BinaryOp::Add, place.address, constant(layout.offset + element * stride)), nullptr, {}};
}

void Lowerer::copyStruct(const StructPlace& to, const StructPlace& from, const Origin& origin) {
  if (to.layout != from.layout) {
    fail(origin.place.span,
         fmt::format("struct '{}' is not struct '{}'", from.layout->name, to.layout->name));
  }
  for (std::size_t f = 0; f < to.layout->fields.size(); ++f) {
    const FieldLayout& field = to.layout->fields[f];
    if (field.atomic) {
      fail(origin.place.span,
           fmt::format("a struct with an atomic field, '{}', cannot be copied", field.name),
           "copy the other fields one by one");
    }
    for (std::uint32_t i = 0; i < field.size; ++i) {
      const StructPart target = partOf(to, f, i);
      const StructPart source = partOf(from, f, i);
      if (field.type.isStruct()) {
        copyStruct({field.type.layout, target.address, target.object, target.indexes, to.isVolatile},
                   {field.type.layout, source.address, source.object, source.indexes, from.isVolatile},
                   origin);
      } else {
        ValueType read = field.type;
        ValueType written = field.type;
        read.isVolatile = read.isVolatile || from.isVolatile;
        written.isVolatile = written.isVolatile || to.isVolatile;
        read.object = from.memory ? from.memory : read.object;
        written.object = to.memory ? to.memory : written.object;
        copyPart(written, target, read, source, origin);
      }
    }
  }
}

/// One integer or pointer of a struct.
/// @param written, read the types of the field at its two places
void Lowerer::copyPart(const ValueType& written, const StructPart& to, const ValueType& read,
                       const StructPart& from, const Origin& origin) {
  const Expr at{Number{0}, {}, origin.place.span};
  const RegisterId reg = temporary();
  if (from.object == nullptr) {
    emit(LoadOp{reg, from.address, accessOf(read)}, origin);
  } else {
    const Lvalue source = cellAt(*from.object, from.indexes, at);
    emit(AssignOp{reg, this->read(source, at, nullptr).expr}, origin);
  }
  const TypedValue value = from.object == nullptr ? loaded(reg, read) : TypedValue{registerRef(reg), read};
  if (to.object == nullptr) {
    emit(StoreOp{to.address, stored(value, written), accessOf(written)}, origin);
    return;
  }
  const Lvalue target = cellAt(*to.object, to.indexes, at);
  if (const auto* one = std::get_if<RegisterLvalue>(&target)) {
    emit(AssignOp{one->reg, converted(value, written)}, origin);
  } else {
    setElement(std::get<ElementLvalue>(target), value, origin);
  }
}

/// `s = t`: false where the target is no struct, and nothing has been done.
bool Lowerer::assignStruct(const AssignExpr& assign, const Origin& origin) {
  const std::optional<StructPlace> target = structOf(*assign.target);
  if (!target) {
    return false;
  }
  if (assign.compound) {
    fail(origin.place.span, "vectors and structs have no such operator", "write it for each component");
  }
  copyStruct(*target, structValue(*assign.value), origin);
  return true;
}

}  // namespace hrfcheck::frontend::c
