#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cat/ast.h"
#include "cat/builtins.h"

namespace hrfcheck::cat {

struct Scope;
/// What names mean at one point of a model: a chain, innermost first; null is the prelude and the builtins.
using Env = std::shared_ptr<const Scope>;

/// The result of a mistake already reported; says nothing more.
struct Poison {};
/// `0`, whose type depends on where it stands.
struct UntypedEmpty {};
struct NodeValue {
  CatNodeId id;
};
struct ClassesValue {
  CatNodeId of;
};
struct Value;
struct TupleValue {
  std::vector<Value> items;
};
struct Closure {
  std::string name;  ///< empty for `fun`
  std::vector<Pattern> params;
  ExprRef body;
  Env env;
};
struct FunctionValue {
  std::shared_ptr<const Closure> closure;
};
struct BuiltinFunctionValue {
  const Builtin* builtin;
};
struct ProcedureValue {
  const ProcedureStatement* procedure;
  Env env;
};

struct Value {
  std::variant<Poison, UntypedEmpty, NodeValue, ClassesValue, TupleValue, FunctionValue, BuiltinFunctionValue,
               ProcedureValue>
      it;
};

struct Scope {
  Env parent;
  std::string name;
  Value value;
};

inline Env bind(Env env, std::string name, Value value) {
  return std::make_shared<const Scope>(Scope{std::move(env), std::move(name), std::move(value)});
}

/// Null when the name is not bound in the chain.
inline const Value* findBound(const Env& env, const std::string& name) {
  for (const Scope* scope = env.get(); scope != nullptr; scope = scope->parent.get()) {
    if (scope->name == name) return &scope->value;
  }
  return nullptr;
}

}  // namespace hrfcheck::cat
