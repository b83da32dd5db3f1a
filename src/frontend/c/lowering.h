#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "frontend/c/code_builder.h"
#include "frontend/c/language.h"
#include "frontend/c/launched.h"
#include "frontend/c/types.h"
#include "frontend/c/variables.h"

namespace hrfcheck::frontend::c {

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
