#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "program/expr/value.h"
#include "util/overloaded.h"

namespace hrfcheck::inline program {

/// A register of a thread, or a location: what a final state is made of.
struct StateVariable {
  ThreadId thread = kNoThread;  ///< kNoThread for a location
  RegisterId reg = 0;
  LocationId location = kNoLocation;

  bool isRegister() const { return thread != kNoThread; }
  friend auto operator<=>(const StateVariable&, const StateVariable&) = default;
};

/// Comparisons in conditions.
enum class CompareOp { Eq, Ne, Lt, Le, Gt, Ge };

struct Condition;
using ConditionPtr = std::shared_ptr<const Condition>;
using ConditionTerm = std::variant<StateVariable, Value>;

/// The condition that always holds.
struct TrueCondition {};
/// A comparison of two terms.
struct CompareCondition {
  ConditionTerm left;
  CompareOp op;
  ConditionTerm right;
};
/// `~c`
struct NotCondition {
  ConditionPtr operand;
};
/// `c /\ d`
struct AndCondition {
  ConditionPtr left;
  ConditionPtr right;
};
/// `c \/ d`
struct OrCondition {
  ConditionPtr left;
  ConditionPtr right;
};

/// A boolean formula over a final state.
struct Condition {
  std::variant<TrueCondition, CompareCondition, NotCondition, AndCondition, OrCondition> node;
};

/// How a condition is quantified over the final states.
enum class Quantifier { Exists, NotExists, Forall };

/// Whether `condition` holds where `read` gives the final values.
bool holds(const Condition& condition, const std::function<Value(const StateVariable&)>& read);
bool compare(CompareOp op, Value left, Value right);

/// Whether a condition without variables holds; nothing for one with variables, even if these do not matter.
std::optional<bool> constantTruth(const Condition& condition);

/// The variables of a condition, sorted, without repetition.
std::vector<StateVariable> variablesOf(const Condition& condition);

/// As tests and reports write it: "exists", "~exists", "forall".
constexpr const char* nameOf(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::Exists:
      return "exists";
    case Quantifier::NotExists:
      return "~exists";
    case Quantifier::Forall:
      return "forall";
  }
  return "";
}

/// Whether a content that equals no number makes the condition false (`wantsFalse`: of `forall`), or true,
/// wherever it speaks of the variable: then the numbers that it may be show no more.
bool settledByUnknown(const Condition& condition, bool wantsFalse, const StateVariable& variable);

/// How many comparisons would have to come out otherwise for a condition to hold, and which: 0 where it
/// holds.
struct ConditionDistance {
  std::size_t wrong = 0;
  /// For each comparison that counts, in the order in which they are written: it comes out wrong.
  std::vector<bool> comparisons;

  friend auto operator<=>(const ConditionDistance&, const ConditionDistance&) = default;
};

/// Of two final states the one with the smaller distance is nearer; of two as near, the one that gets right
/// what is written first.
ConditionDistance distanceFrom(const Condition& condition,
                               const std::function<Value(const StateVariable&)>& read);

/// Calls with the comparisons of a condition, in the order in which they are written, and whether it is the
/// opposite of each that counts.
template <typename Visit>
void forEachComparison(const Condition& condition, Visit&& visit, bool negated = false) {
  const auto both = [&](const auto& c) {
    forEachComparison(*c.left, visit, negated);
    forEachComparison(*c.right, visit, negated);
  };
  std::visit(Overloaded{[](const TrueCondition&) {}, [&](const CompareCondition& c) { visit(c, negated); },
                        [&](const NotCondition& c) { forEachComparison(*c.operand, visit, !negated); },
                        [&](const AndCondition& c) { both(c); }, [&](const OrCondition& c) { both(c); }},
             condition.node);
}

}  // namespace hrfcheck::inline program
