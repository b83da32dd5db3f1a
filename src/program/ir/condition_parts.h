#pragma once

#include "program/ir/condition.h"
#include "util/overloaded.h"

namespace hrfcheck::inline program {

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
