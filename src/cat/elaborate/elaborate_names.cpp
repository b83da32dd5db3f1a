/// What names mean: bound by the model, else by the prelude, else in the table of builtins.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cat/elaborate/elaborate.h"
#include "util/invariant.h"

namespace hrfcheck::cat {
namespace {

std::string didYouMean(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::string text = "did you mean ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += "'" + names[i] + "'";
  }
  return text + "?";
}

// Each is sought among all names of the model.
constexpr unsigned kMostHints = 20;

std::vector<std::string> knownNames(const Env& env) {
  std::vector<std::string> names = boundNames(env);
  for (const Builtin& builtin : kBuiltins) {
    if (builtin.kind != BuiltinKind::Unsupported) names.emplace_back(builtin.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace

Value Elaborator::lookUp(const std::string& name, const Where& where, const Env& env) {
  if (const Value* bound = findBound(env, name)) return *bound;
  const PreludeEntry entry = prelude_.find(name);
  if (entry.binding != nullptr || entry.procedure != nullptr) return preludeValue(name, entry);
  if (const Builtin* builtin = findBuiltin(name)) return builtinValue(*builtin, where);
  return unknownName(name, where, env);
}

Value Elaborator::preludeValue(const std::string& name, const PreludeEntry& entry) {
  if (entry.procedure != nullptr) return {ProcedureValue{entry.procedure, nullptr}};
  applications_.push_back({name, Where{}});
  Value value = bindingValue(*entry.binding, nullptr);
  applications_.pop_back();
  return value;
}

Value Elaborator::builtinValue(const Builtin& builtin, const Where& where) {
  switch (builtin.kind) {
    case BuiltinKind::Relation:
      if (builtin.relation == BaseRelation::Co && partialCoherence_) return partialCoherence(where);
      return nodeValue(BaseNode{builtin.relation, std::string(builtin.detail)}, CatType::Relation, where);
    case BuiltinKind::Tag:
      return nodeValue(TagNode{std::string(builtin.detail)}, CatType::Set, where);
    case BuiltinKind::AllEvents:
      return nodeValue(UniverseNode{}, CatType::Set, where);
    case BuiltinKind::AllPairs:
      return nodeValue(UniverseNode{}, CatType::Relation, where);
    case BuiltinKind::Identity:
      return nodeValue(IdentityNode{}, CatType::Relation, where);
    case BuiltinKind::Function:
      return {BuiltinFunctionValue{&builtin}};
    case BuiltinKind::Unsupported:
      mistake(where, fmt::format("'{}' is not supported yet", builtin.name), std::string(builtin.doc));
      return {Poison{}};
    case BuiltinKind::Chosen:
      return fenceOrder(where);
    case BuiltinKind::Prelude:
      break;
  }
  INVARIANT(false, "a name marked as defined in the prelude is defined there");
  return {Poison{}};
}

/// The one choice that has a name: PTX's order of the SC fences. One direction for each two of them that are
/// in each other's scope, and no circle: the orders of that kind are the total ones, as far as they relate
/// such pairs.
Value Elaborator::fenceOrder(const Where& where) {
  constexpr std::string_view kName = "sync_fence";
  const CatNodeId* known = choices_.find(kName);
  if (known == nullptr) {
    const CatNodeId fences = table_.make(TagNode{"F"}, CatType::Set, where);
    const CatNodeId sc = table_.make(TagNode{"SC"}, CatType::Set, where);
    const CatNodeId none = table_.make(EmptyNode{}, CatType::Relation, where);
    const CatNodeId set = table_.make(BinaryNode{CatBinary::Intersection, fences, sc}, CatType::Set, where);
    choices_.add(kName, {"fence-sc order", set, none, std::nullopt, where});
    known = choices_.find(kName);
  }
  const CatNodeId order = combined(CatBinary::Intersection, *known, relationOf("sr", where), where);
  table_.giveName(order, std::string(kName));
  return {NodeValue{order}};
}

/// A partial order of few elements is the intersection of two total ones: coherence, and one more.
Value Elaborator::partialCoherence(const Where& where) {
  constexpr std::string_view kName = "co";
  const CatNodeId* known = choices_.find(kName);
  if (known == nullptr) {
    const CatNodeId writes = table_.make(TagNode{"W"}, CatType::Set, where);
    const CatNodeId initial = table_.make(TagNode{"IW"}, CatType::Set, where);
    const CatNodeId others =
        table_.make(BinaryNode{CatBinary::Difference, writes, initial}, CatType::Set, where);
    const CatNodeId loc = table_.make(BaseNode{BaseRelation::Loc, ""}, CatType::Relation, where);
    const CatNodeId first = combined(CatBinary::Product, initial, others, where);
    choices_.add(kName, {"other coherence order", writes,
                         combined(CatBinary::Intersection, loc, first, where), loc, where, true});
    known = choices_.find(kName);
  }
  const CatNodeId total = table_.make(BaseNode{BaseRelation::Co, ""}, CatType::Relation, where);
  return {NodeValue{combined(CatBinary::Intersection, total, *known, where)}};
}

CatNodeId Elaborator::relationOf(const std::string& name, const Where& where) {
  return std::get<NodeValue>(lookUp(name, where, nullptr).it).id;
}

CatNodeId Elaborator::combined(CatBinary op, CatNodeId left, CatNodeId right, const Where& where) {
  return table_.make(BinaryNode{op, left, right}, CatType::Relation, where);
}

Value Elaborator::unknownName(const std::string& name, const Where& where, const Env& env) {
  std::string hint;
  if (!trial_ && hints_ < kMostHints) {
    ++hints_;
    hint = didYouMean(nearestNames(name, knownNames(env)));
  }
  if (name.size() > 2 && name.ends_with("-1")) {
    hint = fmt::format("the inverse of {0} is written {0}^-1", name.substr(0, name.size() - 2));
  }
  mistakes_->add(Mistakes::Kind::UnknownName, where, fmt::format("unknown name '{}'", name), hint);
  return {Poison{}};
}

Value Elaborator::bindingValue(const Binding& binding, const Env& env) {
  static const std::string kNoName;
  const std::string& name = binding.target.names.empty() ? kNoName : binding.target.names.front();
  if (!binding.params.empty()) {
    return {FunctionValue{environments_.keep(Closure{name, binding.params, &*binding.value, env})}};
  }
  Value value = evaluate(*binding.value, env);
  const auto* n = std::get_if<NodeValue>(&value.it);
  if (n != nullptr && !binding.target.tuple && name != "_") table_.giveName(n->id, name);
  return value;
}

Env Elaborator::bindAll(const std::vector<Binding>& bindings, bool recursive, const Env& env) {
  if (recursive) return bindRecursive(bindings, env);
  Env result = env;
  for (const Binding& binding : bindings) {
    result = bindOne(binding, env, result);
  }
  return result;
}

Env Elaborator::bindOne(const Binding& binding, const Env& from, const Env& into) {
  return bindPattern(binding.target, bindingValue(binding, from), into, binding.value->where);
}

Env Elaborator::bindPattern(const Pattern& pattern, const Value& value, Env env, const Where& where) {
  const auto bindOne = [&](const std::string& name, const Value& v) {
    if (name != "_") env = bind(env, name, v);
  };
  if (!pattern.tuple) {
    bindOne(pattern.names.front(), value);
    return env;
  }
  const auto* tuple = std::get_if<TupleValue>(&value.it);
  const bool fits = tuple != nullptr && tuple->items->size() == pattern.names.size();
  if (!fits && !std::holds_alternative<Poison>(value.it)) {
    mistake(where, fmt::format("{} values are needed here, not {}", pattern.names.size(),
                               tuple != nullptr ? std::to_string(tuple->items->size()) : "one"));
  }
  for (std::size_t i = 0; i < pattern.names.size(); ++i) {
    bindOne(pattern.names[i], fits ? (*tuple->items)[i] : Value{Poison{}});
  }
  return env;
}

}  // namespace hrfcheck::cat
