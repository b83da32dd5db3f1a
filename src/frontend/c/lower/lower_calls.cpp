// Calls: the body of the function is lowered again where it is called. A parameter that the body never
// assigns to is what was passed, without a register of its own; `return` is a jump past the body.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "frontend/c/language/folding.h"
#include "frontend/c/lower/lowerer.h"
#include "frontend/shared/text/cursor.h"
#include "frontend/shared/text/type_words.h"
#include "util/text.h"

namespace hrfcheck::frontend::c {
namespace {

/// Larger expressions are not passed on as they are: they would double with every `f(n + n)`.
bool isAtom(const hrfcheck::Expr& expr) {
  const auto* conversion = std::get_if<hrfcheck::UnaryExpr>(&expr.node);
  if (conversion != nullptr && conversion->op == UnaryOp::Convert) {
    return isAtom(*conversion->operand);
  }
  return std::holds_alternative<ConstantExpr>(expr.node) || std::holds_alternative<RegisterExpr>(expr.node);
}

}  // namespace

std::optional<TypedValue> Lowerer::call(const Expr& expr, const CallExpr& call, const Target* target,
                                        bool wanted) {
  const auto function = context_.functions.find(expr.token.text);
  if (function != context_.functions.end()) {
    return inlined(expr, call, *function->second, target, wanted);
  }
  if (const std::optional<TypedValue> id = launchId(expr, call)) {
    return id;
  }
  if (const std::optional<TypedValue> vote = blockVote(expr, call)) {
    return vote;
  }
  if (diagnosticCall(expr, call)) {
    return std::nullopt;
  }
  if (const std::optional<TypedValue> result = conversionCall(expr, call, target)) {
    return result;
  }
  const std::optional<Builtin> builtin = findBuiltin(expr.token.text, context_.language);
  if (!builtin) {
    unknownFunction(expr);
  }
  return builtinCall(expr, call, *builtin, target, wanted);
}

/// `get_local_id(0)` and the like: a number that is known. Nothing for other functions.
std::optional<TypedValue> Lowerer::launchId(const Expr& expr, const CallExpr& call) {
  const std::string_view name = expr.token.text;
  const IdRow* row = findId(name, context_.language);
  if (row == nullptr) {
    return std::nullopt;
  }
  if (context_.launched == nullptr) {
    fail(expr.token.span, fmt::format("'{}' is available only where a kernel is launched", name),
         "make this function a kernel and write 'launch 2x2' before it");
  }
  const std::size_t wanted = row->dimension ? 1 : 0;
  if (call.arguments.size() != wanted) {
    fail(expr.token.span,
         fmt::format("'{}' takes {}, not {}", name, counted(wanted, "argument"), call.arguments.size()),
         row->dimension ? fmt::format("write {}(0)", name) : "");
  }
  Value dimension = row->of;
  if (row->dimension) {
    const TypedValue argument = value(*call.arguments.front());
    const auto* known = std::get_if<ConstantExpr>(&argument.expr->node);
    if (known == nullptr) {
      fail(call.arguments.front()->span, fmt::format("the dimension of '{}' is a constant", name));
    }
    dimension = known->value;
  }
  return TypedValue{constant(context_.launched->idOf(thread_, row->kind, dimension)),
                    ValueType::of(row->type)};
}

bool Lowerer::diagnosticCall(const Expr& expr, const CallExpr& call) {
  const std::string_view name = expr.token.text;
  if (name == "assert") {
    if (call.arguments.size() != 1) {
      fail(expr.token.span, fmt::format("'assert' takes 1 argument, not {}", call.arguments.size()));
    }
    const hrfcheck::ExprPtr asserted = folded(UnaryOp::Assert, value(*call.arguments.front()).expr);
    if (constantOf(asserted) == nullptr) {
      emit(AssignOp{temporary(), asserted}, originOf(expr));
    }
    return true;
  }
  if (name != "printf") {
    return false;
  }
  warn(expr.token.span, "'printf' prints nothing here; its arguments are evaluated");
  for (const ExprPtr& argument : call.arguments) {
    discard(*argument, originOf(*argument));
  }
  return true;
}

std::optional<TypedValue> Lowerer::conversionCall(const Expr& expr, const CallExpr& call,
                                                  const Target* target) {
  std::string_view type = expr.token.text;
  const bool converts = type.starts_with("convert_");
  if (!context_.language.hasScopes() || (!converts && !type.starts_with("as_"))) {
    return std::nullopt;
  }
  type.remove_prefix(type.find('_') + 1);
  if (!isIntegerWord(type) || isAtomicWord(type)) {
    return std::nullopt;
  }
  if (call.arguments.size() != 1) {
    fail(expr.token.span,
         fmt::format("'{}' takes 1 argument, not {}", expr.token.text, call.arguments.size()));
  }
  IntegerWords words;
  words.add(type);
  const TypedValue operand = value(*call.arguments.front(), target);
  if (!converts && operand.type.known && operand.type.integer.bits != words.kind().bits) {
    fail(expr.span, fmt::format("'{}' needs {} bits, and this has {}", expr.token.text, words.kind().bits,
                                operand.type.integer.bits));
  }
  return inType(operand, ValueType::of(words.kind()), expr);
}

void Lowerer::unknownFunction(const Expr& expr) {
  const std::string_view name = expr.token.text;
  if (names_.isDoubtful(name)) {
    throw Mistake{};
  }
  const Language& other = &context_.language == &kCuda ? kHip : kCuda;
  if (context_.language.cpp && findBuiltin(name, other)) {
    fail(expr.token.span, fmt::format("'{}' is a function of {}, not of dialect {}", name,
                                      &other == &kHip ? "HIP" : "CUDA", context_.dialectName));
  }
  if (findBuiltin(name, kOpenClC)) {
    fail(expr.token.span,
         fmt::format("'{}' is a function of OpenCL, not of dialect {}", name, context_.dialectName));
  }
  std::vector<std::string> known = builtinNames(context_.language);
  for (const auto& [function, declaration] : context_.functions) {
    known.emplace_back(function);
  }
  std::ranges::sort(known);
  fail(expr.token.span, fmt::format("unknown function '{}'", name), didYouMean(name, known));
}

void Lowerer::refuseCall(const Expr& expr, const Function& function, const CallExpr& call) {
  const std::string_view name = expr.token.text;
  const bool recursive =
      std::ranges::any_of(frames_, [&](const auto& f) { return f->function == &function; });
  if (recursive) {
    fail(expr.token.span, fmt::format("recursion: '{}' calls itself", name), "write a loop");
  }
  if (++calls_ > kMaxInstructions) {
    diagnostics_.error(placeOf(expr.token.span), fmt::format("more than {} calls", kMaxInstructions));
    throw TooLong{};
  }
  if (frames_.size() > kMaxCallDepth) {
    fail(expr.token.span, fmt::format("calls are nested more than {} deep", kMaxCallDepth));
  }
  const std::size_t wanted = function.parameters.size();
  if (call.arguments.size() != wanted) {
    fail(expr.token.span,
         fmt::format("'{}' takes {}, not {}", name, counted(wanted, "argument"), call.arguments.size()));
  }
}

std::optional<TypedValue> Lowerer::inlined(const Expr& expr, const CallExpr& call, const Function& function,
                                           const Target* target, bool wanted) {
  Variable* const structResult = std::exchange(returned_, nullptr);
  refuseCall(expr, function, call);
  const ValueType type = context_.types.of(function.returns);
  const std::vector<Variable> passed = arguments(call, function);
  auto callee = std::make_unique<Frame>();
  callee->function = &function;
  callee->calledAt = &expr;
  callee->prefix = fmt::format("{}#{}.", function.name.text, calls_);
  callee->written = writtenNames(*function.body);
  callee->end = code_.newLabel();
  callee->scopes.enter();
  callee->structResult = structResult;
  if (wanted && !type.isVoid && !type.isStruct()) {
    callee->result = target != nullptr ? target->reg : temporary();
  }
  bindParameters(*callee, passed, call);
  const Label end = callee->end;
  const std::optional<RegisterId> result = callee->result;
  frames_.push_back(std::move(callee));
  const Value outerBarrier = std::exchange(barrierId_, 0);
  declareLabels(*function.body);
  statement(*function.body);
  if (result && code_.reachable()) {
    // C11, 6.9.1p12: the value of a call that returned none is undefined. In a litmus test it is 0, as that
    // of every register that nobody has written.
    const hrfcheck::ExprPtr zero = constant(0);
    emit(AssignOp{*result, context_.launched != nullptr ? unary(UnaryOp::Undefined, zero) : zero},
         originOf(expr));
  }
  code_.bind(end);
  frames_.pop_back();
  barrierId_ = outerBarrier;
  if (!result) {
    return std::nullopt;
  }
  return TypedValue{registerRef(*result), type};
}

std::vector<Variable> Lowerer::arguments(const CallExpr& call, const Function& function) {
  std::vector<Variable> passed;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Expr& argument = *call.arguments[i];
    const ValueType declared = context_.types.of(function.parameters[i]);
    if (declared.word != Type::Word::None) {
      passed.push_back(wordArgument(argument, declared.word));
      continue;
    }
    if (std::optional<Variable> object = objectArgument(argument, function.parameters[i])) {
      passed.push_back(std::move(*object));
      continue;
    }
    if (const Variable* variable = reference(argument)) {
      const auto* again = std::get_if<ReferenceVariable>(&variable->what);
      const RegisterId reg = again != nullptr ? again->reg : std::get<RegisterVariable>(variable->what).reg;
      passed.push_back({ReferenceVariable{reg}, variable->type});
      continue;
    }
    TypedValue result = pointerValue(argument);
    for (std::size_t later = i + 1; later < call.arguments.size(); ++later) {
      result = kept(std::move(result), *call.arguments[later]);
    }
    result = inType(result, declared, argument);
    passed.push_back({ValueVariable{result.expr}, result.type});
  }
  return passed;
}

/// A struct by value, or the address of an object of the thread; nothing for everything else.
std::optional<Variable> Lowerer::objectArgument(const Expr& argument, const Parameter& parameter) {
  const ValueType declared = context_.types.of(parameter);
  if (declared.isStruct()) {
    Variable copy = newObject(parameter.name.text, declared, {}, argument.span);
    copyStruct({declared.layout, nullptr, &copy, {}, false}, structValue(argument), originOf(argument));
    return copy;
  }
  std::optional<ThreadPlace> place = declared.isPointer() ? passedPlace(argument) : std::nullopt;
  const std::optional<ThreadPlace> array = declared.isPointer() ? threadPlace(argument) : std::nullopt;
  if (array && std::holds_alternative<ArrayVariable>(array->object->what)) {
    place = array;
  }
  if (!place || std::holds_alternative<RegisterVariable>(place->object->what)) {
    return std::nullopt;
  }
  if (!place->indexes.empty()) {
    fail(argument.span, "the address of an element of an array of the thread cannot be passed",
         "pass the array, and the index");
  }
  return Variable{ObjectReference{place->object}, declared};
}

/// An order, a scope, or the flags of a fence.
Variable Lowerer::wordArgument(const Expr& argument, Type::Word word) {
  switch (word) {
    case Type::Word::Order:
      return {WordVariable{orderArgument(argument)}, {}};
    case Type::Word::Scope:
      return {WordVariable{scopeArgument(argument)}, {}};
    case Type::Word::Flags:
      return {WordVariable{flagsArgument(argument)}, {}};
    case Type::Word::None:
      break;
  }
  fail(argument.span, "expected an order, a scope, or flags of a fence");
}

/// A parameter that such a word was passed for; null for everything else.
const WordVariable* Lowerer::passedWord(const Expr& argument) {
  const Variable* variable = nameOf(argument) != nullptr ? frame().scopes.find(argument.token.text) : nullptr;
  return variable == nullptr ? nullptr : std::get_if<WordVariable>(&variable->what);
}

void Lowerer::bindParameters(Frame& callee, const std::vector<Variable>& arguments, const CallExpr& call) {
  const bool references = std::ranges::any_of(arguments, [](const Variable& v) {
    return std::holds_alternative<ReferenceVariable>(v.what) ||
           std::holds_alternative<ObjectReference>(v.what);
  });
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Token& name = callee.function->parameters[i].name;
    const auto* passed = std::get_if<ValueVariable>(&arguments[i].what);
    const bool assigned = callee.written.contains(name.text);
    if (std::holds_alternative<StructVariable>(arguments[i].what) ||
        std::holds_alternative<WordVariable>(arguments[i].what)) {
      callee.scopes.add(name.text, arguments[i]);
      continue;
    }
    if (passed == nullptr && callee.written.assigned.count(name.text) != 0) {
      fail(call.arguments[i]->span,
           fmt::format("'{}' is assigned in '{}': the address of a variable cannot be passed for it",
                       name.text, callee.function->name.text));
    }
    const bool mayChange = references && passed != nullptr && !registersOf(*passed->value).empty();
    if (passed == nullptr || (!assigned && !mayChange && isAtom(*passed->value))) {
      callee.scopes.add(name.text, arguments[i]);
      continue;
    }
    const RegisterId reg = names_.addRegister(thread_, callee.prefix + std::string(name.text));
    emit(AssignOp{reg, passed->value}, originOf(*call.arguments[i]));
    callee.scopes.add(name.text, {RegisterVariable{reg}, arguments[i].type});
  }
}

}  // namespace hrfcheck::frontend::c
