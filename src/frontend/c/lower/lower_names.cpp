// Names of the code: which are registers, which are addresses.
//
// A variable of a thread is the register of its name, whatever block declares it, so that conditions can
// speak of it; only a declaration that hides another variable that is still alive gets a register of its own,
// which no condition sees. So do the variables of a function each time it is called. `#` cannot stand in a
// name that a test writes: no register of ours is ever taken for one of the test's.

#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/lower/lowerer.h"
#include "frontend/c/lower/unwritten_reads.h"
#include "frontend/shared/text/cursor.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::c {

Lowerer::Lowerer(LoweringContext& context, Names& names, Diagnostics& diagnostics, ThreadId thread)
    : context_(context),
      names_(names),
      diagnostics_(diagnostics),
      thread_(thread),
      code_(context.launched != nullptr) {
  for (const Declarator& global : context.unit.globals) {
    if (const auto address = locationAddress(global.name.text)) {
      outside_[global.name.text] = {MemoryVariable{*address, global.array}, context.types.of(global.type)};
    }
  }
  for (const Constant& known : context.unit.constants) {
    outside_[known.name.text] = {ValueVariable{constant(known.value)}, ValueType::of(known.kind)};
  }
}

void Lowerer::declareThreadParameters(const ThreadFunction& function) {
  for (const Parameter& parameter : function.parameters) {
    if (frame().scopes.inInnermost(parameter.name.text)) {
      diagnostics_.error(placeOf(parameter.name.span),
                         fmt::format("a second parameter '{}'", parameter.name.text));
    } else {
      declareThreadParameter(parameter);
    }
  }
  declareLocalParameters();
}

/// The value that the launch gives to a parameter.
bool Lowerer::declareGiven(const Parameter& parameter) {
  const std::string_view name = parameter.name.text;
  if (context_.launched == nullptr || context_.launched->values.count(name) == 0) {
    return false;
  }
  const ValueType type = context_.types.of(parameter);
  const Value given = literalIn(type.integer, {context_.launched->values.at(name), kLong}).value;
  if (frame().written.assigned.count(name) == 0) {
    frame().scopes.add(name, {ValueVariable{constant(given)}, type});
    names_.declareParameter(thread_, name, given);
    return true;
  }
  const RegisterId reg = names_.addRegister(thread_, name);
  names_.setInitial(thread_, reg, given);
  variables_.insert(reg);
  if (type.isInteger()) {
    names_.noteKind(thread_, reg, type.integer);
  }
  frame().scopes.add(name, {RegisterVariable{reg}, type});
  return true;
}

std::string Lowerer::instanceName(std::string_view name) const {
  return context_.launched->instanceName(name, context_.launched->grid.groupOf(thread_));
}

/// Pointers to the local memory of the thread's work-group.
void Lowerer::declareLocalParameters() {
  if (context_.launched == nullptr) {
    return;
  }
  for (const Parameter& parameter : context_.launched->localParameters) {
    const std::string_view name = parameter.name.text;
    const ValueType type = context_.types.of(parameter);
    const auto address = locationAddress(instanceName(name));
    if (!address) {
      continue;  // a struct that is not declared, which has been reported
    }
    if (frame().written.assigned.count(name) == 0) {
      frame().scopes.add(name, {ValueVariable{*address}, type, true});
      continue;
    }
    const RegisterId reg = names_.addRegister(thread_, name);
    names_.setInitial(thread_, reg, std::get<ConstantExpr>((*address)->node).value);
    variables_.insert(reg);
    frame().scopes.add(name, {RegisterVariable{reg}, type, true});
  }
}

/// `int lid = get_local_id(0);` where nothing else is ever assigned to it: a number, so that what depends on
/// it is known. Only in launched code, where it is what tells threads apart. A condition may still name the
/// variable of a thread, which has the value only where the declaration is executed.
bool Lowerer::declareConstant(const Declarator& declarator, const ValueType& type) {
  const std::string_view name = declarator.name.text;
  const bool fixed = context_.launched != nullptr && !frame().written.contains(name) &&
                     frame().scopes.find(name) == nullptr && isPure(*declarator.initial);
  if (!fixed) {
    return false;
  }
  const TypedValue initial = inType(value(*declarator.initial), type, *declarator.initial);
  if (!std::holds_alternative<ConstantExpr>(initial.expr->node)) {
    return false;
  }
  if (frame().function == nullptr) {
    const Variable& variable = declareRegister(declarator.name, type);
    emit(AssignOp{std::get<RegisterVariable>(variable.what).reg, initial.expr},
         originOf({declarator.name.span.begin, declarator.initial->span.end}));
  }
  frame().scopes.add(name, {ValueVariable{initial.expr}, initial.type});
  return true;
}

/// `local int tmp[4];` in a kernel: the instance of the thread's work-group.
void Lowerer::declareLocalVariable(const Declarator& declarator) {
  const std::string_view name = declarator.name.text;
  if (declarator.initial || !declarator.initialList.empty()) {
    fail(declarator.name.span, fmt::format("'{}' is local memory: it has no initial value", name),
         "let one work-item write it, and wait at a barrier");
  }
  if (const auto address = locationAddress(instanceName(name))) {
    frame().scopes.add(
        name, {MemoryVariable{*address, declarator.array,
                              declarator.innerSizes.empty() ? std::vector<Value>{} : sizesOf(declarator, 0)},
               context_.types.of(declarator.type)});
  }
}

void Lowerer::declareThreadParameter(const Parameter& parameter) {
  if (declareGiven(parameter)) {
    return;
  }
  const std::string_view name = parameter.name.text;
  ValueType type = context_.types.of(parameter);
  const std::optional<RegisterId> known = names_.findRegister(thread_, name);
  const auto address = locationAddress(name);
  const auto declared = address ? kindAt(*address) : std::nullopt;
  if (declared && type.pointers == 1 && type.layout == nullptr && *declared != type.integer) {
    type.object = declared;
  }
  const bool pointer = type.isPointer() && !(known && names_.hasInitial(thread_, *known)) && address;
  if (pointer && frame().written.assigned.count(name) == 0) {
    frame().scopes.add(name, {ValueVariable{*address}, type, true});
    names_.declareParameter(thread_, name, std::get<ConstantExpr>((*address)->node).value);
    return;
  }
  if (!type.isPointer() && address) {
    diagnostics_.error(placeOf(parameter.name.span),
                       fmt::format("'{}' is a location: its parameter must be a pointer", name),
                       fmt::format("write {}* {}", parameter.type.name.text, name));
  }
  const RegisterId reg = names_.addRegister(thread_, name);
  if (pointer) {
    names_.setInitial(thread_, reg, std::get<ConstantExpr>((*address)->node).value);
  }
  variables_.insert(reg);
  frame().scopes.add(name, {RegisterVariable{reg}, type, pointer});
}

void Lowerer::declareLabels(const Stmt& body) {
  std::map<std::string_view, Label>& labels = frame().labels;
  for (const Token& label : labelsOf(body)) {
    if (!labels.emplace(label.text, Label{}).second) {
      diagnostics_.error(placeOf(label.span), fmt::format("label '{}' is defined twice", label.text));
      continue;
    }
    labels[label.text] = code_.newLabel();
  }
}

std::optional<hrfcheck::ExprPtr> Lowerer::locationAddress(std::string_view name) const {
  if (const MemoryObject* object = names_.object(name)) {
    return constant(names_.addressOf(*object));
  }
  const std::vector<const MemoryObject*> fields = names_.fieldsOf(name);
  return fields.empty() ? std::nullopt : std::optional(constant(names_.addressOf(*fields.front())));
}

std::optional<IntegerKind> Lowerer::kindAt(const hrfcheck::ExprPtr& address) const {
  const auto location = names_.program().locationAt(std::get<ConstantExpr>(address->node).value);
  return location ? names_.program().locations[*location].kind : std::nullopt;
}

Variable* Lowerer::findOutside(std::string_view name) {
  const auto it = outside_.find(name);
  if (it != outside_.end()) {
    return &it->second;
  }
  if (const auto address = locationAddress(name)) {
    ValueType type = ValueType::undeclared(1);
    type.integer = kindAt(*address).value_or(kUndeclared);
    return &outside_.emplace(name, Variable{BareLocation{*address}, type}).first->second;
  }
  return nullptr;
}

Variable* Lowerer::find(std::string_view name) {
  if (Variable* inside = frame().scopes.find(name)) {
    return inside;
  }
  const ValueType unknown = ValueType::undeclared();
  const bool thread = frame().function == nullptr;
  const std::optional<RegisterId> reg =
      thread ? names_.findRegister(thread_, name) : std::optional<RegisterId>();
  if (reg && names_.hasInitial(thread_, *reg)) {
    variables_.insert(*reg);
    return &frame().scopes.addOutermost(name, {RegisterVariable{*reg}, unknown});
  }
  if (Variable* outside = findOutside(name)) {
    return outside;
  }
  if (!frame().written.contains(name)) {
    return nullptr;
  }
  const RegisterId fresh = names_.addRegister(thread_, frame().prefix + std::string(name));
  if (thread) {
    variables_.insert(fresh);
  }
  return &frame().scopes.addOutermost(name, {RegisterVariable{fresh}, unknown});
}

Variable& Lowerer::lookUp(const Token& name) {
  if (Variable* found = find(name.text)) {
    return *found;
  }
  if (names_.isDoubtful(name.text)) {
    throw Mistake{};
  }
  std::vector<std::string> known = frame().scopes.names();
  const std::vector<std::string> objects = names_.objectNames();
  known.insert(known.end(), objects.begin(), objects.end());
  for (const auto& [outside, variable] : outside_) {
    known.emplace_back(outside);
  }
  std::ranges::sort(known);
  known.erase(std::unique(known.begin(), known.end()), known.end());
  fail(name.span, fmt::format("unknown name '{}'", name.text), didYouMean(name.text, known));
}

Variable& Lowerer::declareRegister(const Token& name, const ValueType& type) {
  Scopes& scopes = frame().scopes;
  if (scopes.inInnermost(name.text)) {
    diagnostics_.error(placeOf(name.span), fmt::format("'{}' is declared twice", name.text));
  }
  const bool hides = scopes.find(name.text) != nullptr;
  std::string full = frame().prefix + std::string(name.text);
  if (hides) {
    if (frame().function == nullptr) {
      warn(name.span, fmt::format("this '{}' hides another one: conditions refer to the other", name.text));
    }
    full += fmt::format("#{}", ++temporaries_);
  }
  const RegisterId reg = names_.addRegister(thread_, full);
  if (!hides && frame().function == nullptr) {
    variables_.insert(reg);
    if (type.isInteger()) {
      names_.noteKind(thread_, reg, type.integer);
    }
  }
  return scopes.add(name.text, {RegisterVariable{reg}, type});
}

RegisterId Lowerer::temporary() {
  return names_.addRegister(thread_, fmt::format("#{}", ++temporaries_));
}

/// A variable that only ever holds 0 is usually a typo.
void Lowerer::warnUnwritten(const std::vector<Instruction>& code) {
  std::set<RegisterId> asked;
  for (const auto& [reg, token] : readFirst_) {
    if (names_.hasInitial(thread_, reg) || writtenByIndex_.contains(reg)) {
      continue;
    }
    if (written_.count(reg) == 0) {
      warn(token.span, fmt::format("'{}' is read but never written: it holds 0", token.text));
    } else if (context_.launched != nullptr) {
      asked.insert(reg);
    }
  }
  for (const RegisterId reg : readBeforeWritten(code, asked)) {
    const Token& token = readFirst_.at(reg);
    warn(token.span, fmt::format("'{}' may be read before it is written: it holds 0 then", token.text),
         "C leaves open what it holds: give it a value where it is declared");
  }
}

void Lowerer::fail(Span span, std::string message, std::string hint) {
  diagnostics_.error(placeOf(span), std::move(message), std::move(hint));
  throw Mistake{};
}

void Lowerer::warn(Span span, std::string message, std::string hint) {
  diagnostics_.warning(placeOf(span), std::move(message), std::move(hint));
}

void Lowerer::emit(Operation operation, const Origin& origin) {
  if (code_.size() >= kMaxInstructions) {
    diagnostics_.error(origin.place,
                       fmt::format("thread P{} has more than {} instructions, its calls inlined", thread_,
                                   kMaxInstructions));
    throw TooLong{};
  }
  const auto note = [&](RegisterId reg) {
    written_.insert(reg);
    if (variables_.count(reg) != 0) {
      names_.noteWritten(thread_, reg);
    }
  };
  std::visit(
      Overloaded{[&](const LoadOp& o) { note(o.target); },
                 [&](const RmwOperation& o) {
                   if (o.target) {
                     note(*o.target);
                   }
                 },
                 [&](const AssignOp& o) { note(o.target); }, [](const StoreOp&) {}, [](const FenceOp&) {},
                 [](const BarrierOp&) {}, [](const BranchOp&) {}, [](const JumpOp&) {}, [](const ExitOp&) {},
                 [](const NopOp&) {}, [](const LockLoadOp&) { INVARIANT(false, "C has no lock unit"); },
                 [](const UnlockStoreOp&) { INVARIANT(false, "C has no lock unit"); },
                 [](const VoteOp&) { INVARIANT(false, "C has no votes"); },
                 [](const ReconvergenceOp&) { INVARIANT(false, "C does not say where lanes meet"); }},
      operation);
  Origin here = origin;
  here.statement = statement_;
  code_.emit(std::move(operation), here);
}

}  // namespace hrfcheck::frontend::c
