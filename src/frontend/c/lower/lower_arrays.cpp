// Arrays and structs of a thread: a register for each element of each field. An array of structs is a struct
// of arrays. An element whose index is computed is a choice among all of them, behind a check of the index.

#include <fmt/format.h>

#include "frontend/c/language/folding.h"
#include "frontend/c/lower/lowerer.h"
#include "frontend/c/syntax/vector_types.h"
#include "util/text.h"

namespace hrfcheck::frontend::c {
namespace {

/// Of the arrays of which an object consists.
std::vector<Value> sizesAround(const Variable& object) {
  const auto* array = std::get_if<ArrayVariable>(&object.what);
  const auto* record = std::get_if<StructVariable>(&object.what);
  return array != nullptr ? array->sizes : record != nullptr ? record->sizes : std::vector<Value>{};
}

}  // namespace

/// How many elements a declared array has in each of its dimensions; none where it is no array.
std::vector<Value> Lowerer::sizesOf(const Declarator& declarator, std::size_t listed) {
  if (!declarator.array) {
    return {};
  }
  std::vector<Value> sizes;
  const auto known = [&](const ExprPtr& size) {
    const TypedValue count = value(*size);
    const Value* number = constantOf(count.expr);
    return number == nullptr ? 0 : *number;
  };
  sizes.push_back(declarator.arraySize ? known(declarator.arraySize) : static_cast<Value>(listed));
  for (const ExprPtr& size : declarator.innerSizes) {
    sizes.push_back(known(size));
  }
  return sizes;
}

/// Registers for an object of a type, and of arrays around it.
Variable Lowerer::threadObject(const std::string& name, const ValueType& type, std::vector<Value> sizes) {
  if (type.isStruct()) {
    StructVariable object{type.layout, {}, sizes};
    for (const FieldLayout& field : type.layout->fields) {
      std::vector<Value> inner = sizes;
      if (field.array) {
        inner.push_back(field.size);
      }
      object.fields.push_back(threadObject(fmt::format("{}.{}", name, field.name), field.type, inner));
    }
    return {std::move(object), type};
  }
  if (sizes.empty()) {
    return {RegisterVariable{names_.addRegister(thread_, name)}, type};
  }
  std::size_t count = 1;
  for (const Value size : sizes) {
    count *= static_cast<std::size_t>(size);
  }
  ArrayVariable array{{}, std::move(sizes)};
  for (std::size_t i = 0; i < count; ++i) {
    array.elements.push_back(names_.addRegister(thread_, fmt::format("{}#{}", name, i)));
  }
  return {std::move(array), type};
}

/// The same under a name that no other object has.
Variable Lowerer::newObject(std::string_view name, const ValueType& type, std::vector<Value> sizes, Span at) {
  if (type.isStruct() && type.layout->cells > static_cast<std::size_t>(kMaxThreadArray)) {
    fail(at, fmt::format("a struct of a thread has 1 to {} elements", kMaxThreadArray), "pass its address");
  }
  return threadObject(fmt::format("{}{}#{}", frame().prefix, name, ++temporaries_), type, std::move(sizes));
}

void Lowerer::declareThreadObject(const Declarator& declarator, const ValueType& type) {
  const Token& name = declarator.name;
  const std::size_t listed = declarator.initialList.size();
  const std::vector<Value> sizes = sizesOf(declarator, listed);
  Value cells = type.isStruct() ? static_cast<Value>(type.layout->cells) : 1;
  for (const Value size : sizes) {
    cells = size < 1 || size > kMaxThreadArray ? 0 : std::min(cells * size, kMaxThreadArray + 1);
  }
  if (cells < 1 || cells > kMaxThreadArray) {
    declareRegister(name, type);
    fail(name.span,
         fmt::format("{} of a thread has 1 to {} elements", type.isStruct() ? "a struct" : "an array",
                     kMaxThreadArray),
         "make it a parameter, or declare it outside functions");
  }
  if (static_cast<Value>(listed) > cells) {
    diagnostics_.error(placeOf(name.span),
                       fmt::format("'{}' has {}, but {} values", name.text,
                                   counted(static_cast<std::size_t>(cells), "element"), listed));
  }
  Variable object = newObject(name.text, type, sizes, name.span);
  if (declarator.initial) {
    if (!object.type.isStruct() || !sizes.empty()) {
      fail(declarator.initial->span,
           fmt::format("'{}' is an array: its initial values must be in braces", name.text));
    }
    copyStruct({type.layout, nullptr, &object, {}, false}, structValue(*declarator.initial),
               originOf({name.span.begin, declarator.initial->span.end}));
  } else if (listed > 0) {
    initialise(object, declarator);
  }
  frame().scopes.add(name.text, std::move(object));
}

/// `= { 1, 2 }`: what is not listed is 0. The values are those of the elements in the order of memory.
void Lowerer::initialise(Variable& object, const Declarator& declarator) {
  std::vector<Cell> cells;
  const std::vector<Value> sizes = sizesAround(object);
  collectCells(object, sizes, cells);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool given = i < declarator.initialList.size();
    const TypedValue initial = given ? value(*declarator.initialList[i]) : TypedValue{constant(0), {}};
    const Span span = given ? declarator.initialList[i]->span : declarator.name.span;
    emit(AssignOp{cells[i].reg, converted(initial, cells[i].type)}, originOf(span));
  }
}

/// The registers of an object in the order in which memory would have them.
/// @param sizes of the arrays around it
void Lowerer::collectCells(Variable& object, const std::vector<Value>& sizes, std::vector<Cell>& cells) {
  std::size_t count = 1;
  for (const Value size : sizes) {
    count *= static_cast<std::size_t>(size);
  }
  for (std::size_t i = 0; i < count; ++i) {
    collectElement(object, i, cells);
  }
}

/// Those of the element `number` of an array of objects.
void Lowerer::collectElement(Variable& object, std::size_t number, std::vector<Cell>& cells) {
  if (auto* record = std::get_if<StructVariable>(&object.what)) {
    for (std::size_t f = 0; f < record->fields.size(); ++f) {
      const std::size_t size = record->layout->fields[f].size;
      for (std::size_t i = 0; i < size; ++i) {
        collectElement(record->fields[f], number * size + i, cells);
      }
    }
  } else if (const auto* array = std::get_if<ArrayVariable>(&object.what)) {
    cells.push_back({array->elements[number], object.type});
  } else if (const auto* one = std::get_if<RegisterVariable>(&object.what)) {
    cells.push_back({one->reg, object.type});
  }
}

/// The object of the thread that an expression is a part of: `a[i]`, `s.x`, `p->x` where `p` was passed its
/// address; nothing for everything else. Evaluates nothing.
std::optional<Lowerer::ThreadPlace> Lowerer::threadPlace(const Expr& expr) {
  if (nameOf(expr) != nullptr) {
    Variable* variable = find(expr.token.text);
    const bool object = variable != nullptr && (std::holds_alternative<ArrayVariable>(variable->what) ||
                                                std::holds_alternative<StructVariable>(variable->what));
    return object ? std::optional(ThreadPlace{variable, {}}) : std::nullopt;
  }
  if (const auto* index = std::get_if<IndexExpr>(&expr.node)) {
    std::optional<ThreadPlace> place = arrayPlace(*index->base);
    if (place) {
      place->indexes.push_back(index->index.get());
    }
    return place;
  }
  if (const auto* member = std::get_if<MemberExpr>(&expr.node)) {
    std::optional<ThreadPlace> place =
        member->arrow ? passedPlace(*member->base) : threadPlace(*member->base);
    return place ? std::optional(fieldPlace(*place, *member, expr)) : std::nullopt;
  }
  const auto* prefix = std::get_if<PrefixExpr>(&expr.node);
  return prefix != nullptr && prefix->op == Prefix::Dereference ? pointedPlace(*prefix->operand)
                                                                : std::nullopt;
}

/// The same for `*p`: the first element where `p` is an array.
std::optional<Lowerer::ThreadPlace> Lowerer::pointedPlace(const Expr& pointer) {
  static const Expr kFirst{Number{0}, {}, {}};
  std::optional<ThreadPlace> place = arrayPlace(pointer);
  if (place) {
    place->indexes.push_back(&kFirst);
    return place;
  }
  return passedPlace(pointer);
}

/// An array of the thread, or a row of one; nothing where all indexes are there: a pointer may stand there.
std::optional<Lowerer::ThreadPlace> Lowerer::arrayPlace(const Expr& expr) {
  std::optional<ThreadPlace> place = passedPlace(expr);
  place = place ? place : threadPlace(expr);
  return place && place->indexes.size() < sizesAround(*place->object).size() ? place : std::nullopt;
}

/// What a pointer points to that was passed the address of an object of the thread, or of `&s` itself.
std::optional<Lowerer::ThreadPlace> Lowerer::passedPlace(const Expr& pointer) {
  if (const Expr* operand = addressOperand(pointer)) {
    return threadPlace(*operand);
  }
  const Variable* variable = nameOf(pointer) != nullptr ? find(pointer.token.text) : nullptr;
  const auto* passed = variable == nullptr ? nullptr : std::get_if<ObjectReference>(&variable->what);
  return passed != nullptr ? std::optional(ThreadPlace{passed->object, {}}) : std::nullopt;
}

Lowerer::ThreadPlace Lowerer::fieldPlace(const ThreadPlace& place, const MemberExpr& member, const Expr& at) {
  auto* record = std::get_if<StructVariable>(&place.object->what);
  if (record == nullptr) {
    fail(member.field.span, "this is not a struct");
  }
  const FieldLayout& field = fieldOf(place.object->type.pointer(), member, at);
  return {&record->fields[static_cast<std::size_t>(&field - record->layout->fields.data())], place.indexes};
}

/// Its indexes, each checked, in the order in which they occur.
std::vector<hrfcheck::ExprPtr> Lowerer::checkedIndexes(const ThreadPlace& place, const Expr& at) {
  const std::vector<Value> sizes = sizesAround(*place.object);
  if (place.indexes.size() != sizes.size()) {
    fail(at.span, fmt::format("'{}' is an array of the thread", foldedText(*context_.source, at.span)),
         "it has no address: only its elements can be used");
  }
  std::vector<hrfcheck::ExprPtr> checked;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    hrfcheck::ExprPtr index = folded(BinaryOp::Index, value(*place.indexes[i]).expr, constant(sizes[i]));
    if (constantOf(index) == nullptr) {
      const RegisterId reg = temporary();
      emit(AssignOp{reg, index}, originOf(*place.indexes[i]));
      index = registerRef(reg);
    }
    checked.push_back(std::move(index));
  }
  return checked;
}

/// An element of an array, by indexes that have been checked.
Lvalue Lowerer::cellAt(Variable& object, const std::vector<hrfcheck::ExprPtr>& indexes, const Expr& at) {
  if (const auto* one = std::get_if<RegisterVariable>(&object.what)) {
    return RegisterLvalue{one->reg, &object};
  }
  const auto* array = std::get_if<ArrayVariable>(&object.what);
  if (array == nullptr) {
    fail(at.span, "a struct is not a value here", "use its fields, or assign it as a whole");
  }
  hrfcheck::ExprPtr flat = constant(0);
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    flat = folded(BinaryOp::Add, folded(BinaryOp::Mul, flat, constant(array->sizes[i])), indexes[i]);
  }
  if (const Value* known = constantOf(flat)) {
    return RegisterLvalue{array->elements[static_cast<std::size_t>(*known)], &object};
  }
  const auto* already = std::get_if<RegisterExpr>(&flat->node);
  const RegisterId reg = already != nullptr ? already->reg : temporary();
  if (already == nullptr) {
    emit(AssignOp{reg, flat}, originOf(at));
  }
  return ElementLvalue{array->elements, reg, object.type};
}

Lvalue Lowerer::threadLvalue(const ThreadPlace& place, const Expr& at) {
  return cellAt(*place.object, checkedIndexes(place, at), at);
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
  writtenByIndex_.insert(element.elements.begin(), element.elements.end());
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
