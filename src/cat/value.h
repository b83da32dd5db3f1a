#pragma once

#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "cat/ast.h"
#include "cat/builtins.h"

namespace hrfcheck::cat {

struct EnvNode;
/// What names mean at one point of a model (environment.h); null is the prelude and the builtins.
/// Environments and what values point to belong to the Environments of the model being read, syntax to its
/// files.
using Env = const EnvNode*;

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
/// Shared: a tuple of a tuple twice costs two words, not twice the tuple.
struct TupleValue {
  const std::vector<Value>* items;
};
struct Closure {
  std::string_view name;  ///< empty for `fun`
  std::span<const Pattern> params;
  const Expr* body;
  Env env;
};
struct FunctionValue {
  const Closure* closure;
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

}  // namespace hrfcheck::cat
