#pragma once

#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "cat/model/builtins.h"
#include "cat/syntax/ast.h"

namespace hrfcheck::cat {

struct EnvNode;
/// What names mean at one point of a model (environment.h); null is the prelude and the builtins.
/// Environments and what values point to belong to the Environments of the model being read, syntax to its
/// files.
using Env = const EnvNode*;

/// The result of a mistake already reported; says nothing more.
struct Poison {};
/// `0`, whose type depends on where it is.
struct UntypedEmpty {};
/// A set or a relation.
struct NodeValue {
  CatNodeId id;
};
/// `classes(e)`.
struct ClassesValue {
  CatNodeId of;
};
/// A value of an enumeration; the text is that of the model's files.
struct TagValue {
  std::string_view tag;  ///< with its quote
};
struct Value;
/// Tags listed in braces, or all tags of an enumeration.
struct TagListValue {
  const std::vector<Value>* items;
};
/// Shared: a tuple of a tuple twice costs two words, not twice the tuple.
struct TupleValue {
  const std::vector<Value>* items;
};
/// A function of the model, with the environment in which it was defined.
struct Closure {
  std::string_view name;  ///< empty for `fun`
  std::span<const Pattern> params;
  const Expr* body;
  Env env;
};
/// A function of the model.
struct FunctionValue {
  const Closure* closure;
};
/// A function that is there without being defined.
struct BuiltinFunctionValue {
  const Builtin* builtin;
};
/// A procedure, with the environment in which it was defined.
struct ProcedureValue {
  const ProcedureStatement* procedure;
  Env env;
};

/// What an expression evaluates to while a model is read.
struct Value {
  std::variant<Poison, UntypedEmpty, NodeValue, ClassesValue, TagValue, TagListValue, TupleValue,
               FunctionValue, BuiltinFunctionValue, ProcedureValue>
      it;
};

}  // namespace hrfcheck::cat
