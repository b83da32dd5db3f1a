#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "differential/kernel_tree.h"

namespace hrfcheck::kernels {

/// Where a variable is among the numbers that a thread has.
struct Slot {
  std::size_t first = 0;
  unsigned elements = 0;  ///< 0: no array
  IntegerType type;
};

/// What names mean at a place of the code: in the kernel, or in one call of a function.
struct Names {
  std::map<std::string, Slot> variables;
  /// The function's pointer: the object that it points into, and the slot of the index.
  std::optional<std::pair<std::string, std::size_t>> pointee;
};
using NamesPtr = std::shared_ptr<const Names>;

enum class StepKind {
  Assign,
  ArrayStore,
  Load,
  Store,
  Update,
  CompareExchange,
  Barrier,
  Assert,
  Branch,   ///< goes to `target` if the value is 0
  Jump,     ///< to `target`
  Restart,  ///< the rounds of a loop are counted from 0
  Round,    ///< one more round; no more than the bound are executed
  PointTo   ///< the index that a function's pointer has
};

/// One step of a thread, made of (a part of) a statement.
struct Step {
  StepKind kind;
  const Stmt* origin;
  NamesPtr names;
  std::optional<Slot> target = std::nullopt;
  ExprPtr value = nullptr;
  ExprPtr index = nullptr;
  NamesPtr valueNames = nullptr;                      ///< of the value, where it is not `names`
  std::optional<IntegerType> through = std::nullopt;  ///< a type that the value is converted to before
  std::optional<Operator> compound = std::nullopt;    ///< Store: the value is what the target has, op value
  std::size_t goal = 0;                               ///< Branch, Jump: a step
  bool negated = false;                               ///< Branch: goes if the value is not 0

  /// Whether it is an access or a barrier: other steps are nobody else's business.
  bool isShared() const;
};

/// The code of a kernel, functions inlined.
struct Steps {
  std::vector<Step> steps;
  std::size_t slots = 0;
  NamesPtr kernelNames;
};
Steps stepsOf(const Kernel& kernel);

}  // namespace hrfcheck::kernels
