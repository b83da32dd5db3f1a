// Atomic operations, fences and barriers: what builtins.h lists.

#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/language/folding.h"
#include "frontend/c/lower/lowerer.h"
#include "frontend/shared/text/cursor.h"
#include "program/ir/scope_levels.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::c {

/// Words of one kind that a language has, and what they are called.
template <typename Word>
struct Lowerer::WordsOf {
  std::optional<Word> (*find)(std::string_view name, const Language& language);
  std::vector<std::string> (*names)(const Language& language);
  std::string_view what;
  std::string_view plural;
  std::string_view behind = {};
};

std::optional<TypedValue> Lowerer::builtinCall(const Expr& expr, const CallExpr& call, const Builtin& builtin,
                                               const Target* target, bool wanted) {
  checkCount(expr, call, builtin);
  switch (builtin.kind) {
    case BuiltinKind::Load:
      return atomicLoad(expr, call, builtin, target);
    case BuiltinKind::Store:
    case BuiltinKind::Initialise:
      atomicStore(expr, call, builtin);
      return std::nullopt;
    case BuiltinKind::Exchange:
    case BuiltinKind::Fetch:
    case BuiltinKind::Step:
      return readModifyWrite(expr, call, builtin, target, wanted);
    case BuiltinKind::CompareExchange:
      return compareExchange(expr, call, builtin, wanted);
    case BuiltinKind::ExchangeIfEqual:
      return exchangeIfEqual(expr, call, builtin, target, wanted);
    case BuiltinKind::ThreadFence:
    case BuiltinKind::WorkItemFence:
    case BuiltinKind::LegacyFence:
      fence(expr, call, builtin);
      return std::nullopt;
    case BuiltinKind::Barrier:
      barrier(expr, call, builtin);
      return std::nullopt;
  }
  return std::nullopt;
}

void Lowerer::checkCount(const Expr& expr, const CallExpr& call, const Builtin& builtin) {
  const std::size_t given = call.arguments.size();
  if (builtin.fewest() <= given && given <= builtin.most()) {
    return;
  }
  const std::string_view name = expr.token.text;
  const bool scope = !context_.language.hasScopes() && given == builtin.most() + 1 && builtin.orders > 0 &&
                     findScope(call.arguments.back()->token.text, kOpenClC).has_value();
  if (scope) {
    fail(call.arguments.back()->span, fmt::format("dialect {} has no scopes", context_.dialectName),
         "write " + builtin.syntax);
  }
  const std::string wanted = builtin.fewest() == builtin.most()
                                 ? fmt::format("{}", builtin.most())
                                 : fmt::format("{} or {}", builtin.fewest(), builtin.most());
  const std::string longer = std::string(name) + "_explicit";
  const bool forgotten = given > builtin.values && !builtin.explicitOrder &&
                         findOrder(call.arguments[builtin.values]->token.text, context_.language).has_value();
  const std::optional<Builtin> meant = forgotten ? findBuiltin(longer, context_.language) : std::nullopt;
  fail(expr.token.span,
       fmt::format("'{}' takes {} argument{}, not {}", name, wanted, builtin.most() == 1 ? "" : "s", given),
       "write " + (meant ? meant->syntax : builtin.syntax));
}

/// The order, the scope or the flags that an argument names.
template <typename Word>
Word Lowerer::wordArgument(const Expr& argument, const WordsOf<Word>& words) {
  const WordVariable* passed = passedWord(argument);
  if (passed != nullptr && std::holds_alternative<Word>(passed->word)) {
    return std::get<Word>(passed->word);
  }
  const std::string_view name = argument.token.text;
  const std::optional<Word> word =
      nameOf(argument) != nullptr ? words.find(name, context_.language) : std::nullopt;
  if (!word) {
    const std::vector<std::string> known = words.names(context_.language);
    const std::string nearest = didYouMean(name, known);
    fail(argument.span,
         fmt::format("expected {}, found '{}'", words.what, foldedText(*context_.source, argument.span)),
         nearest.empty() ? fmt::format("{}: {}{}", words.plural, commaList(known), words.behind) : nearest);
  }
  return *word;
}

Order Lowerer::orderArgument(const Expr& argument) {
  return wordArgument<Order>(argument, {findOrder, orderNames, "a memory order", "orders"});
}

std::uint32_t Lowerer::scopeArgument(const Expr& argument) {
  return wordArgument<std::uint32_t>(argument, {findScope, scopeNames, "a memory scope", "scopes"});
}

/// `CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE`, `0`
FenceSpaces Lowerer::flagsArgument(const Expr& argument) {
  if (const auto* both = std::get_if<BinaryExpr>(&argument.node); both && both->op == BinaryOp::Or) {
    const FenceSpaces left = flagsArgument(*both->left);
    const FenceSpaces right = flagsArgument(*both->right);
    return {left.global || right.global, left.local || right.local};
  }
  const auto* number = std::get_if<Number>(&argument.node);
  if (number != nullptr && number->value == 0) {
    return {false, false};
  }
  return wordArgument<FenceSpaces>(
      argument, {findFenceFlag, fenceFlagNames, "the flags of a fence", "flags", ", joined by |"});
}

/// @param object the type of the pointer to the object, where there is one
Atomicity Lowerer::atomicity(const CallExpr& call, const Builtin& builtin, const ValueType* object) {
  Atomicity result{builtin.order.value_or(Order::SeqCst), context_.language.defaultScope, builtin.remote};
  const std::size_t given = call.arguments.size() - std::min(builtin.values, call.arguments.size());
  const std::size_t orders = std::min(builtin.orders, given);
  std::size_t next = builtin.values;
  if (orders > 0) {
    const Expr& argument = *call.arguments[next];
    result.order = orderArgument(argument);
    if (!mayCarry(builtin.kind, result.order)) {
      fail(argument.span,
           fmt::format("a{} cannot have {}", builtin.kind == BuiltinKind::Load ? " load" : " store",
                       nameOf(result.order, context_.language)),
           builtin.kind == BuiltinKind::Load ? "orders of loads: relaxed, consume, acquire, seq_cst"
                                             : "orders of stores: relaxed, release, seq_cst");
    }
    next += orders;
  }
  result.level = scopeOf(call, builtin, next, object);
  return result;
}

/// Of an operation whose arguments from `next` on may be a scope.
std::uint32_t Lowerer::scopeOf(const CallExpr& call, const Builtin& builtin, std::size_t next,
                               const ValueType* object) {
  if (builtin.scope) {
    return *builtin.scope;
  }
  if (!builtin.ofObject) {
    return next < call.arguments.size() ? scopeArgument(*call.arguments[next])
                                        : context_.language.defaultScope;
  }
  const std::optional<std::uint32_t> level =
      object == nullptr ? std::nullopt : object->pointee().atomicLevel();
  if (!level) {
    const std::string text = foldedText(*context_.source, call.arguments.front()->span);
    fail(call.arguments.front()->span, fmt::format("'{}' is not an atomic object", text),
         fmt::format(
             "write cuda::atomic_ref<int, cuda::thread_scope_device>({}) for an object of another type",
             text));
  }
  return *level;
}

/// The first argument, as an address; `more` arguments behind it are values, too.
TypedValue Lowerer::objectArgument(const CallExpr& call, std::size_t more) {
  const Expr& argument = *call.arguments[0];
  const std::string text = foldedText(*context_.source, argument.span);
  if (reference(argument) != nullptr) {
    fail(argument.span, fmt::format("'{}' is not an address in memory, but a variable of the thread", text));
  }
  const bool field = std::holds_alternative<MemberExpr>(argument.node);
  const Variable* variable = nameOf(argument) != nullptr ? &lookUp(argument.token) : nullptr;
  TypedValue object;
  if (field || (variable != nullptr && std::holds_alternative<MemoryVariable>(variable->what))) {
    const Lvalue place = lvalue(argument);
    const auto& memory = std::get<MemoryLvalue>(place);
    if (!memory.array && !memory.type.isPointer()) {
      fail(argument.span, fmt::format("'{}' is not an address", text), "write &" + text);
    }
    object = read(place, argument, nullptr);
  } else {
    object = pointerValue(argument);
  }
  if (object.type.isStruct() || (object.type.layout != nullptr && object.type.pointers == 1)) {
    fail(argument.span, fmt::format("'{}' is a struct: atomic operations work on one of its fields", text));
  }
  if (std::holds_alternative<Number>(argument.node)) {
    fail(argument.span, fmt::format("'{}' is not an address", text));
  }
  for (std::size_t i = 1; i <= more; ++i) {
    object = kept(std::move(object), *call.arguments[i]);
  }
  return object;
}

TypedValue Lowerer::atomicLoad(const Expr& expr, const CallExpr& call, const Builtin& builtin,
                               const Target* target) {
  const TypedValue object = objectArgument(call, 0);
  const Atomicity how = atomicity(call, builtin, &object.type);
  const RegisterId reg = target != nullptr ? target->reg : temporary();
  emit(LoadOp{reg, object.expr, how}, originOf(expr, target));
  return loaded(reg, pointedTo(object.type));
}

void Lowerer::atomicStore(const Expr& expr, const CallExpr& call, const Builtin& builtin) {
  const TypedValue object = objectArgument(call, 1);
  const TypedValue stored = value(*call.arguments[1]);
  checkKept(stored, pointedTo(object.type), *call.arguments[1]);
  std::optional<Atomicity> how;
  if (builtin.kind == BuiltinKind::Store) {
    how = atomicity(call, builtin, &object.type);
  }
  emit(StoreOp{object.expr, this->stored(stored, pointedTo(object.type)), how}, originOf(expr));
}

std::optional<TypedValue> Lowerer::readModifyWrite(const Expr& expr, const CallExpr& call,
                                                   const Builtin& builtin, const Target* target,
                                                   bool wanted) {
  const bool step = builtin.kind == BuiltinKind::Step;
  const TypedValue object = objectArgument(call, step ? 0 : 1);
  const ValueType type = pointedTo(object.type);
  const TypedValue given = step ? TypedValue{constant(1), {}} : value(*call.arguments[1]);
  const bool sum = builtin.op == RmwOp::Add || builtin.op == RmwOp::Sub;
  hrfcheck::ExprPtr operand = given.expr;
  if (!type.isPointer() || !sum) {
    operand = stored(given, type);
  } else if (const Value stride = strideOf(type); stride != 1) {
    operand = folded(BinaryOp::Mul, operand, constant(stride));
  }
  RmwOperation operation{std::nullopt, builtin.op, object.expr,
                         operand,      nullptr,    atomicity(call, builtin, &object.type)};
  operation.kind = kindOfUpdate(builtin.op, type, *call.arguments[0]);
  if (builtin.legacy) {
    operation.atomicity = legacyAtomicity(expr, object);
  }
  if (wanted) {
    operation.target = target != nullptr ? target->reg : temporary();
  }
  emit(operation, originOf(expr, wanted ? target : nullptr));
  if (!wanted) {
    return std::nullopt;
  }
  return loaded(*operation.target, type);
}

/// Whether a pointer is known to be one to local memory.
bool Lowerer::isLocal(const TypedValue& pointer) const {
  const auto* sum = std::get_if<hrfcheck::BinaryExpr>(&pointer.expr->node);
  const Value* known = constantOf(sum == nullptr ? pointer.expr : sum->left);
  const auto location = known != nullptr ? names_.program().locationAt(*known) : std::nullopt;
  return location ? names_.program().locations[*location].space == AddressSpace::Local : pointer.type.local;
}

/// Of an operation of OpenCL 1.x: relaxed, at the scope of the work-group, whatever the memory (OpenCL C 3.0,
/// "OpenCL C 1.x Legacy Atomics"). A launch of several work-groups gets a warning.
Atomicity Lowerer::legacyAtomicity(const Expr& expr, const TypedValue& object) {
  if (context_.launched != nullptr && context_.launched->grid.groupCount() > 1 && !isLocal(object)) {
    warn(expr.token.span,
         fmt::format(
             "'{}' has the scope of the work-group, whatever the memory (OpenCL C 3.0, legacy atomics)",
             expr.token.text),
         "other work-groups are reached by functions that name a scope: "
         "atomic_fetch_add_explicit(..., memory_scope_device)");
  }
  return {Order::Relaxed, kGroupLevel};
}

/// `atomic_cmpxchg(p, expected, value)`
std::optional<TypedValue> Lowerer::exchangeIfEqual(const Expr& expr, const CallExpr& call,
                                                   const Builtin& builtin, const Target* target,
                                                   bool wanted) {
  const TypedValue object = objectArgument(call, 2);
  const ValueType type = pointedTo(object.type);
  const hrfcheck::ExprPtr expected = kept(stored(value(*call.arguments[1]), type), *call.arguments[2]);
  const hrfcheck::ExprPtr desired = stored(value(*call.arguments[2]), type);
  const Atomicity how = builtin.legacy ? legacyAtomicity(expr, object) : atomicity(call, builtin);
  RmwOperation operation{std::nullopt, RmwOp::CompareSwap, object.expr, desired, expected, how};
  if (wanted) {
    operation.target = target != nullptr ? target->reg : temporary();
  }
  emit(operation, originOf(expr, wanted ? target : nullptr));
  return wanted ? std::optional(loaded(*operation.target, type)) : std::nullopt;
}

/// What an atomic operation computes with. Where the numbers themselves decide, whatever the width, it is the
/// default.
IntegerKind Lowerer::kindOfUpdate(RmwOp op, const ValueType& type, const Expr& at) {
  const bool order = op == RmwOp::Min || op == RmwOp::Max;
  const bool sum = op == RmwOp::Add || op == RmwOp::Sub;
  const bool counts = op == RmwOp::IncrementTo || op == RmwOp::DecrementFrom;
  if (counts && (!type.isInteger() || type.integer.isSigned)) {
    fail(at.span, "this operates on unsigned numbers", "declare the object unsigned");
  }
  if (!type.isInteger() || (!type.known && type.integer == kUndeclared) || (!order && !sum)) {
    return {};
  }
  if (order && type.object) {
    fail(at.span, fmt::format("the minimum and maximum of {} as {} are not supported", typeName(*type.object),
                              typeName(type.integer)));
  }
  const bool large = !type.integer.isSigned && type.integer.bits >= kLong.bits;
  return sum || large ? type.stored() : IntegerKind{};
}

void Lowerer::fence(const Expr& expr, const CallExpr& call, const Builtin& builtin) {
  FenceOp operation;
  if (builtin.kind != BuiltinKind::ThreadFence && builtin.values > 0) {
    operation.spaces = flagsArgument(*call.arguments[0]);
  }
  Atomicity atomicity = this->atomicity(call, builtin);
  if (builtin.kind == BuiltinKind::LegacyFence) {
    // OpenCL C 3.0, atomic_work_item_fence: the older syntax has the scope of the work-group, whatever the
    // flags.
    atomicity = {builtin.order.value_or(Order::AcquireRelease), kGroupLevel};
  }
  if (atomicity.order == Order::Relaxed) {
    return;
  }
  if (atomicity.order == Order::Consume) {
    atomicity.order = Order::Acquire;
  }
  operation.atomicity = atomicity;
  emit(operation, originOf(expr));
}

/// Of a labelled barrier that of its label; in launched code, each statement has its own.
Value Lowerer::barrierNumber(const Expr& expr) {
  if (context_.launched == nullptr || barrierId_ != 0) {
    return barrierId_;
  }
  std::vector<const Expr*> path;
  for (const auto& called : frames_) {
    path.push_back(called->calledAt);
  }
  path.push_back(&expr);
  return context_.barrierStatements.numberOf(path, context_.barriers.size());
}

void Lowerer::barrier(const Expr& expr, const CallExpr& call, const Builtin& builtin) {
  BarrierOp operation;
  operation.level = builtin.level;
  operation.id = barrierNumber(expr);
  operation.fences = true;
  if (builtin.values > 0) {
    operation.spaces = flagsArgument(*call.arguments[0]);
  }
  checkMask(expr, call, builtin);
  if (builtin.order == Order::Relaxed) {
    operation.fences = false;
    operation.order = std::nullopt;
  }
  if (call.arguments.size() > 1) {
    operation.memoryLevel = scopeArgument(*call.arguments[1]);
  }
  emit(operation, originOf(expr));
}

}  // namespace hrfcheck::frontend::c
