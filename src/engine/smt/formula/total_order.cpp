// One variable per unordered pair, so totality and asymmetry cost nothing, and two clauses per triple.
//
// The order is asked for unconditionally, though it matters only between events that happen (and, for
// coherence, whose addresses agree): any family of total orders of disjoint sets extends to one total order
// of everything, so nothing is lost, and the clauses are the shortest possible.

#include "engine/smt/formula/total_order.h"

namespace hrfcheck::inline engine::smt {

PairLiterals freshTotalOrder(Formula& formula, const Relation& comparable, const Relation& known,
                             const char* name) {
  PairLiterals before;
  comparable.forEach([&](EventId a, EventId b) {
    formula.spend(1);
    if (a < b) {
      const Lit literal = known.contains(a, b)   ? kTrue
                          : known.contains(b, a) ? kFalse
                                                 : formula.fresh({name, a, b});
      before.set(a, b, literal);
      before.set(b, a, -literal);
    }
  });
  comparable.forEach([&](EventId a, EventId b) {
    if (a >= b) {
      return;
    }
    EventSet third = comparable.successors(a);
    third &= comparable.successors(b);
    formula.spend(third.words().size());
    third.forEach([&](EventId c) {
      if (c > b) {
        formula.clause({-before.at(a, b), -before.at(b, c), before.at(a, c)});
        formula.clause({before.at(a, b), before.at(b, c), -before.at(a, c)});
      }
    });
  });
  return before;
}

}  // namespace hrfcheck::inline engine::smt
