#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "frontend/c/language/language.h"
#include "frontend/c/launch/launched.h"
#include "frontend/c/lower/code_builder.h"
#include "frontend/c/syntax/types.h"
#include "program/expr/expr.h"
#include "program/ir/instruction.h"

namespace hrfcheck::frontend::c {

/// A variable of the thread or of an inlined function.
struct RegisterVariable {
  RegisterId reg = 0;
};
/// A parameter that its function never assigns to: what was passed. A pointer parameter of a thread is the
/// address of a location.
struct ValueVariable {
  hrfcheck::ExprPtr value;
};
/// A parameter that was passed the address of a register (`&r`).
struct ReferenceVariable {
  RegisterId reg = 0;
};
/// A variable outside functions.
struct MemoryVariable {
  hrfcheck::ExprPtr address;
  bool array = false;
  std::vector<Value> sizes = {};  ///< of an array of arrays: of each index
};
/// An array of the thread, or an array of arrays: a register for each element, the last index fastest. The
/// type of the variable is that of an element. A field of an array of structs is an array, too.
struct ArrayVariable {
  std::vector<RegisterId> elements;
  std::vector<Value> sizes;  ///< of each index
};
struct Variable;
/// A struct of the thread, or an array of structs: a variable for each field, in the order of its layout.
struct StructVariable {
  const StructLayout* layout = nullptr;
  std::vector<Variable> fields;
  std::vector<Value> sizes;  ///< of each index; empty where it is no array
};
/// A parameter that was passed the address of a struct or an array of a thread. It lives longer.
struct ObjectReference {
  Variable* object = nullptr;
};
/// A parameter of type memory_order, memory_scope, cl_mem_fence_flags: what was passed.
struct WordVariable {
  std::variant<Order, std::uint32_t, FenceSpaces> word;
};
/// A location of the initial state that the code does not declare: it can only be pointed to.
struct BareLocation {
  hrfcheck::ExprPtr address;
};

/// What a name stands for.
struct Variable {
  std::variant<RegisterVariable, ValueVariable, ReferenceVariable, MemoryVariable, BareLocation,
               ArrayVariable, StructVariable, ObjectReference, WordVariable>
      what;
  ValueType type;                ///< of its value; of what it refers to for a ReferenceVariable
  bool threadParameter = false;  ///< a pointer parameter of a thread
};

/// The names that blocks declare, the innermost block last.
class Scopes {
 public:
  void enter() { scopes_.emplace_back(); }
  void leave() { scopes_.pop_back(); }

  /// Null if no block knows it. Stays valid until its block is left.
  Variable* find(std::string_view name);
  bool inInnermost(std::string_view name) const { return scopes_.back().count(name) != 0; }
  Variable& add(std::string_view name, Variable variable);
  /// In the outermost block.
  Variable& addOutermost(std::string_view name, Variable variable);
  /// For "did you mean" hints.
  std::vector<std::string> names() const;

 private:
  std::vector<std::map<std::string_view, Variable>> scopes_;
};

/// The numbers of barriers in launched code. A barrier is a statement: work-items that wait at two statements
/// do not meet, and neither do those that got to one statement by different calls. Numbers are given in the
/// order in which they are asked for, behind those of labels.
class BarrierStatements {
 public:
  /// @param path the calls that lead to the barrier, outermost first, and the barrier itself: expressions of
  ///   the unit, which several can have one place in the text (of a macro)
  Value numberOf(const std::vector<const Expr*>& path, std::size_t labels) {
    return numbers_.emplace(path, static_cast<Value>(labels + numbers_.size() + 1)).first->second;
  }

 private:
  std::map<std::vector<const Expr*>, Value> numbers_;
};

/// What is the same for all threads of a unit.
struct LoweringContext {
  const Unit& unit;
  const TypeTable& types;
  SourcePtr source;
  std::string_view dialectName;
  const Language& language;
  std::map<std::string_view, const Function*> functions;
  std::map<std::string, Value> barriers;  ///< see barrierNumbers
  const Launched* launched = nullptr;     ///< null where the threads are written one by one
  BarrierStatements barrierStatements = {};
};

/// A value, free of effects, and what is known of its type.
struct TypedValue {
  hrfcheck::ExprPtr expr;
  ValueType type;
};

/// A variable of the thread as the target of an assignment.
struct RegisterLvalue {
  RegisterId reg = 0;
  Variable* variable = nullptr;
};
/// A place in memory as the target of an assignment.
struct MemoryLvalue {
  hrfcheck::ExprPtr address;
  ValueType type;
  bool array = false;
  std::vector<Value> sizes = {};  ///< of an array of arrays: of each index that is still to come
};
/// An element of an array of the thread whose index is computed, and known not to be out of bounds.
struct ElementLvalue {
  std::vector<RegisterId> elements;
  RegisterId index = 0;
  ValueType type;
};
/// Where a value can be put or taken from.
using Lvalue = std::variant<RegisterLvalue, MemoryLvalue, ElementLvalue>;

/// Where the value of an expression is wanted, and the statement that wants it there.
struct Target {
  RegisterId reg = 0;
  Origin origin;
};

/// Most instructions of one thread, all calls inlined.
inline constexpr std::size_t kMaxInstructions = 10'000;
inline constexpr std::size_t kMaxCallDepth = 16;
/// Most elements of an array of a thread.
inline constexpr Value kMaxThreadArray = 64;

}  // namespace hrfcheck::frontend::c
