// What pointers point to, whatever their types say. Memory consists of cells of integers and of pointers,
// each of one width; the components of a vector lie side by side like the elements of an array, and the
// fields of a struct are objects of their own. So a pointer may be used as one to integers or vectors of the
// same width, and nothing else: bytes, and the fields of another struct, are not read through it. Signs are
// converted where memory is accessed (ValueType::object).

#include <fmt/format.h>

#include "frontend/c/language/folding.h"
#include "frontend/c/lower/lowerer.h"

namespace hrfcheck::frontend::c {
namespace {

/// The integers that a vector consists of; nothing for a struct with fields of its own.
std::optional<IntegerKind> componentOf(const StructLayout* layout) {
  return layout != nullptr && layout->flat ? std::optional(layout->fields.front().type.integer)
                                           : std::nullopt;
}

/// What one pointer says of the memory at its end.
struct Memory {
  std::optional<IntegerKind> integers;   ///< cells that hold these
  const StructLayout* record = nullptr;  ///< the fields of such structs
  bool pointers = false;                 ///< cells that hold pointers
  bool known() const { return integers || record != nullptr || pointers; }
};

/// By the type alone.
Memory viewOf(const ValueType& pointer) {
  if (pointer.pointers > 1) {
    return {std::nullopt, nullptr, true};
  }
  if (pointer.layout != nullptr) {
    const std::optional<IntegerKind> component = componentOf(pointer.layout);
    return {component, component ? nullptr : pointer.layout, false};
  }
  const bool integers =
      !pointer.ofVoid && !pointer.incomplete && (pointer.known || pointer.integer != kUndeclared);
  return {integers ? std::optional(pointer.integer) : std::nullopt, nullptr, false};
}

/// By what is known of the object, too.
Memory memoryOf(const ValueType& pointer) {
  if (pointer.pointers == 1 && pointer.object) {
    return {pointer.object, nullptr, false};
  }
  return pointer.pointers == 1 && pointer.record != nullptr ? Memory{std::nullopt, pointer.record, false}
                                                            : viewOf(pointer);
}

std::string textOf(const Memory& memory) {
  return memory.pointers            ? "a pointer"
         : memory.record != nullptr ? fmt::format("struct '{}'", memory.record->name)
                                    : std::string(typeName(*memory.integers));
}

/// Whether cells of the one are cells of the other.
bool agree(const Memory& memory, const Memory& view) {
  if (memory.record != nullptr || view.record != nullptr) {
    return memory.record == view.record;
  }
  const int left = memory.pointers ? kLong.bits : memory.integers->bits;
  const int right = view.pointers ? kLong.bits : view.integers->bits;
  return left == right;
}

/// Whether pointers to pointers lead to the same in the end.
bool leadToTheSame(const ValueType& from, const ValueType& to) {
  if (from.pointers < 2 || to.pointers < 2 || from.ofVoid || to.ofVoid || !from.known || !to.known) {
    return true;
  }
  if (from.layout != to.layout) {
    return componentOf(from.layout) && componentOf(from.layout) == componentOf(to.layout);
  }
  return from.layout != nullptr || from.integer.bits == to.integer.bits;
}

}  // namespace

TypedValue Lowerer::castValue(const Expr& expr, const CastExpr& cast, const Target* target) {
  const bool name = nameOf(*cast.operand) != nullptr;
  const TypedValue inner = name ? pointerValue(*cast.operand) : value(*cast.operand, target);
  const ValueType type = context_.types.of(cast.type);
  const bool number = inner.type.isPointer() && type.isInteger() && !type.isVoid && type.integer != kBool;
  if (number && context_.launched != nullptr) {
    warn(expr.span, "addresses count elements here, not bytes", "compute with pointers");
  }
  return inType(inner, type, expr);
}

TypedValue Lowerer::inType(const TypedValue& value, ValueType type, const Expr& at) {
  TypedValue from = value;
  pointTo(type, from, at);
  return {converted(from, type), type};
}

/// The same with a value, whose address may say more than its type does.
void Lowerer::pointTo(ValueType& type, TypedValue& value, const Expr& at) {
  if (type.isPointer()) {
    settle(value, type, at);
  }
  pointTo(type, value.type, at);
  checkAlignment(value, type, at);
}

/// Memory that nobody has declared (the parameter is a `void*`) is what it is first used as.
void Lowerer::settle(TypedValue& pointer, const ValueType& view, const Expr& at) {
  if (pointer.type.pointers != 1 || !pointer.type.ofVoid || pointer.type.object ||
      pointer.type.record != nullptr) {
    return;
  }
  const auto* sum = std::get_if<hrfcheck::BinaryExpr>(&pointer.expr->node);
  const Value* base = constantOf(sum == nullptr ? pointer.expr : sum->left);
  const std::optional<LocationId> location =
      base == nullptr ? std::nullopt : names_.program().locationAt(*base);
  if (!location) {
    return;
  }
  const MemoryLocation& cell = names_.program().locations[*location];
  const bool fields = cell.name.find('.') != std::string::npos;
  if (viewOf(view).record != nullptr && !fields) {
    fail(at.span,
         fmt::format("nothing says that the memory of '{}' consists of struct '{}'", cell.name,
                     view.layout->name),
         fmt::format("declare the parameter as a pointer to {}", view.layout->name));
  }
  std::optional<IntegerKind> integers = cell.kind;
  if (!integers && view.pointers == 1) {
    integers = viewOf(view).integers;
    names_.settleKind(*location, integers);
  }
  pointer.type.object = integers;
}

/// Tells the type of a pointer what memory is at its end, and refuses what that memory is not.
void Lowerer::pointTo(ValueType& type, const ValueType& from, const Expr& at) {
  if (type.isPointer()) {
    type.local = type.local || from.local;
  }
  if (!type.isPointer() || !from.isPointer()) {
    return;
  }
  const Memory memory = memoryOf(from);
  if (type.ofVoid && type.pointers == 1) {
    keepMemory(type, memory.integers, memory.record, at);
    return;
  }
  const Memory view = viewOf(type);
  if (!memory.known() || !view.known()) {
    return;
  }
  if (context_.launched == nullptr && memory.pointers != view.pointers) {
    return;  // litmus tests keep addresses in integers of any width
  }
  if (!agree(memory, view) || !leadToTheSame(from, type)) {
    fail(at.span, fmt::format("a pointer to {} cannot be used as one to {}: an access is to a whole variable",
                              textOf(memory), textOf(view)));
  }
  const bool signs = memory.integers && view.integers && type.pointers == 1;
  type.object = signs && *memory.integers != *view.integers ? memory.integers : std::nullopt;
}

/// What a `void*` points to; a variable of this type points to one kind of memory.
void Lowerer::keepMemory(ValueType& type, std::optional<IntegerKind> integers, const StructLayout* record,
                         const Expr& at) {
  const bool known = type.object || type.record != nullptr;
  if (known && (type.object != integers || type.record != record)) {
    fail(at.span, "this pointer to void points to memory of another type elsewhere",
         "use one variable for each of them");
  }
  type.object = integers;
  type.record = record;
}

/// The addresses of vectors are multiples of their size (OpenCL C 3.0, "Alignment of Data Types"; CUDA, table
/// of the alignments of vector types). Objects themselves are taken to be aligned for every type.
void Lowerer::checkAlignment(const TypedValue& from, const ValueType& type, const Expr& at) {
  const StructLayout* vector = type.pointers == 1 && componentOf(type.layout) ? type.layout : nullptr;
  const bool aligned = from.type.pointers == 1 && from.type.layout != nullptr && vector != nullptr &&
                       from.type.layout->alignment % vector->alignment == 0;
  if (vector == nullptr || vector->alignment == 1 || aligned || !from.type.isPointer()) {
    return;
  }
  const hrfcheck::ExprPtr away = folded(BinaryOp::And, from.expr, constant(vector->alignment - 1));
  const hrfcheck::ExprPtr asserted = folded(UnaryOp::Assert, folded(UnaryOp::LogicalNot, away));
  if (constantOf(asserted) == nullptr) {
    Origin origin = originOf(at);
    origin.text =
        fmt::format("{}, whose address is a multiple of {} elements", origin.text, vector->alignment);
    emit(AssignOp{temporary(), asserted}, origin);
  }
}

/// `c ? p : q` may point to the memory of either.
void Lowerer::checkBoth(const ValueType& one, const ValueType& other, const Expr& at) {
  if (!one.isPointer() || !other.isPointer()) {
    return;
  }
  const Memory left = memoryOf(one);
  const Memory right = memoryOf(other);
  const bool same = left.record == right.record && left.integers == right.integers;
  if (left.known() && right.known() && !same) {
    fail(at.span, fmt::format("this may be a pointer to {} or to {}", textOf(left), textOf(right)));
  }
}

/// A pointer that is kept in memory is read as one of the type that the memory has.
void Lowerer::checkKept(const TypedValue& value, const ValueType& place, const Expr& at) {
  ValueType type = place;
  pointTo(type, value.type, at);
  if (place.isPointer() && type.object && type.object != place.object && !type.ofVoid) {
    fail(at.span, fmt::format("a pointer to {} cannot be kept in memory as one to {}", typeName(*type.object),
                              textOf(viewOf(type))));
  }
}

}  // namespace hrfcheck::frontend::c
