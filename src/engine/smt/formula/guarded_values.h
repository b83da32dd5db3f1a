#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/smt/formula/bit_vector.h"
#include "program/condition/condition.h"
#include "program/expr/expr.h"
#include "program/ir/instruction.h"

namespace hrfcheck::inline engine::smt {

/// A value of which nothing is known but its bits, where `when` holds.
struct OpenValue {
  Lit when = kFalse;
  Bits bits = constantBits(0);
  bool mayBeAddress = false;
};

/// A value that depends on choices: pairs of a value and the literal under which it is the one. Meaningful
/// only where its context (a guard known to its owner) holds; there exactly one literal is true. A lone value
/// has the literal kTrue. Where reads may return values that no write computes from the test's constants
/// (free_reads.h), there may be an open value besides: then exactly one literal or its `when` is true.
class GuardedValues {
 public:
  using Entry = std::pair<Value, Lit>;

  GuardedValues() = default;
  explicit GuardedValues(Value only) : entries_{{only, kTrue}} {}
  /// @param entries in any order; literals of equal values are united, impossible ones dropped
  GuardedValues(Formula& formula, const std::vector<Entry>& entries);
  /// The same, and an open value besides.
  GuardedValues(Formula& formula, const std::vector<Entry>& entries, OpenValue open);

  const std::vector<Entry>& entries() const { return entries_; }
  bool empty() const { return entries_.empty() && open_ == nullptr; }
  /// Null where all values are known.
  const OpenValue* open() const { return open_.get(); }
  /// All of it as bits.
  Bits bits(Formula& formula) const;
  /// The literal of one value; kFalse where it cannot be.
  Lit is(Value value) const;
  /// The literal of "the value satisfies `accept`"; all values are known.
  Lit where(Formula& formula, const std::function<bool(Value)>& accept) const;

  friend bool operator==(const GuardedValues&, const GuardedValues&) = default;

 private:
  std::vector<Entry> entries_;  ///< sorted by value
  std::shared_ptr<const OpenValue> open_;
};

/// The literal of "the value is not 0".
Lit isNotZero(Formula& formula, const GuardedValues& values);
/// The literal of a comparison in a condition.
Lit comparison(Formula& formula, CompareOp op, const GuardedValues& left, const GuardedValues& right);
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
  Lit inexact = kFalse;  ///< the open value may be one that there is not (OpenResult)
};
Evaluated evaluate(Formula& formula, const Expr& expr, const std::vector<GuardedValues>& registers);
/// What a read-modify-write stores where it does; a fault where integers would make an address.
Evaluated updated(Formula& formula, const RmwOperation& operation, const GuardedValues& old,
                  const GuardedValues& operand);
/// Any partial binary function on two guarded values, both known; nothing means a fault.
Evaluated combine(Formula& formula, const GuardedValues& left, const GuardedValues& right,
                  const std::function<std::optional<Value>(Value, Value)>& apply);

}  // namespace hrfcheck::inline engine::smt
