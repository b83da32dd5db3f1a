#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "engine/smt/formula/formula.h"
#include "program/ir/expr.h"

namespace hrfcheck::inline engine::smt {

/// A value that depends on choices: pairs of a value and the literal under which it is the one. Meaningful
/// only where its context (a guard known to its owner) holds; there exactly one literal is true. A lone value
/// has the literal kTrue.
class GuardedValues {
 public:
  using Entry = std::pair<Value, Lit>;

  GuardedValues() = default;
  explicit GuardedValues(Value only) : entries_{{only, kTrue}} {}
  /// @param entries in any order; literals of equal values are united, impossible ones dropped
  GuardedValues(Formula& formula, const std::vector<Entry>& entries);

  const std::vector<Entry>& entries() const { return entries_; }
  bool empty() const { return entries_.empty(); }
  /// The literal of one value; kFalse where it cannot be.
  Lit is(Value value) const;
  /// The literal of "the value satisfies `accept`".
  Lit where(Formula& formula, const std::function<bool(Value)>& accept) const;

  friend bool operator==(const GuardedValues&, const GuardedValues&) = default;

 private:
  std::vector<Entry> entries_;  ///< sorted by value
};

/// Both have the same value, in a context where both are meaningful.
Lit equal(Formula& formula, const GuardedValues& a, const GuardedValues& b);

/// One way to come by a value: under `guard` it is `values`.
struct Alternative {
  Lit guard;
  const GuardedValues* values;
};
/// The value in a context where exactly one of the alternatives' guards holds.
GuardedValues join(Formula& formula, const std::vector<Alternative>& alternatives);

/// What an expression gives: a value where `fault` is false; none where it is true.
struct Evaluated {
  GuardedValues values;
  Lit fault = kFalse;
};
Evaluated evaluate(Formula& formula, const Expr& expr, const std::vector<GuardedValues>& registers);
/// Any partial binary function on two guarded values; nothing means a fault.
Evaluated combine(Formula& formula, const GuardedValues& left, const GuardedValues& right,
                  const std::function<std::optional<Value>(Value, Value)>& apply);

}  // namespace hrfcheck::inline engine::smt
