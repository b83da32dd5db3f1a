/// Functions: the model's own, by evaluating their body anew, and the built-in ones.
#include <fmt/format.h>

#include "cat/elaborate/analysis.h"
#include "cat/elaborate/elaborate.h"
#include "cat/model/operators.h"
#include "cat/model/text.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::cat {
namespace {

// Functions that apply functions; no real model comes near.
constexpr std::size_t kMostFunctions = 60;

}  // namespace

Value Elaborator::apply(const Value& function, const Value& argument, const Where& where) {
  if (std::holds_alternative<Poison>(function.it)) return {Poison{}};
  if (const auto* f = std::get_if<FunctionValue>(&function.it))
    return applyClosure(*f->closure, argument, where);
  if (const auto* f = std::get_if<BuiltinFunctionValue>(&function.it)) {
    return applyBuiltin(*f->builtin, argument, where);
  }
  const bool set = describe(function) == "a set";
  mistake(where, fmt::format("{} is applied as if it were a function", describe(function)),
          set ? "" : "relations are composed with ';'");
  return {Poison{}};
}

/// A function that has been applied to a node before gives what it gave then, if that was no mistake. (A
/// trial ignores mistakes, and so cannot tell.)
Value Elaborator::applyClosure(const Closure& closure, const Value& argument, const Where& where) {
  if (applications_.size() > kMostFunctions) {
    mistake(where, "the functions of this model are nested too deeply");
    return {Poison{}};
  }
  const auto* node = std::get_if<NodeValue>(&argument.it);
  if (node == nullptr || trial_) return applyBody(closure, argument, where);
  const std::tuple key(&closure, node->id, negative_);
  if (const auto known = applied_.find(key); known != applied_.end()) return known->second;
  const std::size_t mistakes = mistakes_->all().size();
  const Value value = applyBody(closure, argument, where);
  if (mistakes_->all().size() == mistakes && !std::holds_alternative<Poison>(value.it)) {
    applied_.emplace(key, value);
  }
  return value;
}

Value Elaborator::applyBody(const Closure& closure, const Value& argument, const Where& where) {
  const Env env = bindPattern(closure.params.front(), argument, closure.env, where);
  if (closure.params.size() > 1) {
    return {FunctionValue{
        environments_.keep(Closure{closure.name, closure.params.subspan(1), closure.body, env})}};
  }
  applications_.push_back({closure.name.empty() ? "fun" : closure.name, where});
  Value value = evaluate(*closure.body, env);
  applications_.pop_back();
  return value;
}

Value Elaborator::applyBuiltin(const Builtin& builtin, const Value& argument, const Where& where) {
  for (const UnaryOperator& is : kUnaryOperators) {
    if (is.form == OperatorForm::Function && builtin.name == is.text)
      return applyOperator(is.op, argument, where, where, fmt::format("{} needs", is.text));
  }
  if (builtin.name == "classes") return makeClasses(argument, where);
  if (builtin.name == "union") return foldClasses(argument, where);
  if (builtin.name.starts_with("tag2")) return ofTag(builtin, argument, where);
  mistake(where, fmt::format("'{}' can only be used in 'with x from {}(...)'", builtin.name, builtin.name));
  return {Poison{}};
}

bool Elaborator::checkStatic(CatNodeId id, const Where& where) {
  const auto dynamic = dynamicPart(table_, id, budget_);
  if (!dynamic) return true;
  const auto* base = std::get_if<BaseNode>(&table_[*dynamic].node);
  mistake(where, fmt::format("classes(...) needs a static relation, but '{}' depends on the execution",
                             base != nullptr ? nameOf(*base) : table_[*dynamic].name));
  return false;
}

Value Elaborator::makeClasses(const Value& argument, const Where& where) {
  const auto relation = typed(argument, CatType::Relation, where, "classes needs");
  if (!relation || !checkStatic(*relation, where)) return {Poison{}};
  return {ClassesValue{*relation}};
}

std::optional<CatNodeId> Elaborator::classesOf(const Value& value, const Where& where) {
  if (const auto* classes = std::get_if<ClassesValue>(&value.it)) return classes->of;
  const auto set = typed(value, CatType::Set, where, "'forall' needs classes(...) or");
  if (!set || !checkStatic(*set, where)) return std::nullopt;
  return table_.make(UnaryNode{CatUnary::Bracket, *set}, CatType::Relation, where);
}

CatNodeId Elaborator::newClassVariable(const Where& where, ClassVariable& variable) {
  variable = nextVariable_++;
  return table_.make(ClassVariableNode{variable}, CatType::Set, where);
}

Value Elaborator::foldClasses(const Value& argument, const Where& where) {
  const auto* tuple = std::get_if<TupleValue>(&argument.it);
  if (tuple == nullptr || tuple->items->size() != 2) {
    if (!std::holds_alternative<Poison>(argument.it))
      mistake(where, "union needs a function and classes(...)");
    return {Poison{}};
  }
  const auto* classes = std::get_if<ClassesValue>(&(*tuple->items)[1].it);
  if (classes == nullptr) {
    const Value& second = (*tuple->items)[1];
    if (!std::holds_alternative<Poison>(second.it)) {
      mistake(where,
              fmt::format("the second argument of union is classes(...), but this is {}", describe(second)));
    }
    return {Poison{}};
  }
  const NodeTable::Mark mark = table_.mark();
  const ClassVariable before = nextVariable_;
  ClassVariable variable = 0;
  const CatNodeId member = newClassVariable(where, variable);
  const Value applied = apply((*tuple->items)[0], {NodeValue{member}}, where);
  const auto body = node(applied, where, "the function of union must give");
  if (!body) return {Poison{}};
  if (const auto known = sameFold(classes->of, variable, *body)) {
    rollBack(mark);
    nextVariable_ = before;
    return {NodeValue{*known}};
  }
  return nodeValue(ClassFoldNode{variable, classes->of, *body}, table_.typeOf(*body), where);
}

/// An earlier fold over the same classes that differs in its variable alone.
std::optional<CatNodeId> Elaborator::sameFold(CatNodeId classes, ClassVariable variable, CatNodeId body) {
  for (const CatNodeId id : table_.foldsOver(classes)) {
    const auto& fold = std::get<ClassFoldNode>(table_[id].node);
    if (sameUpToVariable(table_, fold.body, fold.variable, body, variable, budget_)) return id;
  }
  return std::nullopt;
}

}  // namespace hrfcheck::cat
