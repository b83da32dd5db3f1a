#pragma once

#include "cat/model/model.h"
#include "util/invariant.h"

// The operators of cat in an *algebra*: a class that says what operators make of its values. It has an
// operation for each operator (`plus`, `inverse`, `domain`; `unite`, `intersect`, `subtract`, `sequence`,
// `product`), or else it does not compile. What other operators mean follows from these and from `identity`
// and `universe`; an algebra has operations for them (`star`, `optional`, `complement`, `bracket`, `range`,
// `equivalence`) only where it can say more than what follows, or say it faster.
//
// `at...` is what an algebra wants to know besides: the place of the operator, or nothing.

namespace hrfcheck {

/// @param type of the result
template <typename Algebra, typename Value, typename... At>
Value meaning(CatUnary op, Algebra& algebra, CatType type, const Value& a, const At&... at) {
  switch (op) {
    case CatUnary::Plus:
      return algebra.plus(at..., a);
    case CatUnary::Star:
      if constexpr (requires { algebra.star(at..., a); }) {
        return algebra.star(at..., a);
      } else {
        return meaning(CatUnary::Optional, algebra, type, Value(algebra.plus(at..., a)), at...);
      }
    case CatUnary::Optional:
      if constexpr (requires { algebra.optional(at..., a); }) {
        return algebra.optional(at..., a);
      } else {
        return algebra.unite(at..., algebra.identity(at...), a);
      }
    case CatUnary::Inverse:
      return algebra.inverse(at..., a);
    case CatUnary::Complement:
      if constexpr (requires { algebra.complement(at..., a); }) {
        return algebra.complement(at..., a);
      } else {
        return algebra.subtract(at..., algebra.universe(at..., type), a);
      }
    case CatUnary::Bracket:
      if constexpr (requires { algebra.bracket(at..., a); }) {
        return algebra.bracket(at..., a);
      } else {
        return algebra.intersect(at..., algebra.identity(at...), algebra.product(at..., a, a));
      }
    case CatUnary::Domain:
      return algebra.domain(at..., a);
    case CatUnary::Range:
      if constexpr (requires { algebra.range(at..., a); }) {
        return algebra.range(at..., a);
      } else {
        return algebra.domain(at..., algebra.inverse(at..., a));
      }
    case CatUnary::Equivalence:
      if constexpr (requires { algebra.equivalence(at..., a); }) {
        return algebra.equivalence(at..., a);
      } else if constexpr (requires { algebra.defined(at..., a); }) {
        return algebra.defined(at..., a);
      } else {
        const Value bothWays = algebra.unite(at..., a, Value(algebra.inverse(at..., a)));
        return meaning(CatUnary::Star, algebra, type, bothWays, at...);
      }
  }
  INVARIANT(false, "an operator that nobody knows");
}

template <typename Algebra, typename Value, typename... At>
Value meaning(CatBinary op, Algebra& algebra, const Value& a, const Value& b, const At&... at) {
  switch (op) {
    case CatBinary::Union:
      return algebra.unite(at..., a, b);
    case CatBinary::Intersection:
      return algebra.intersect(at..., a, b);
    case CatBinary::Difference:
      return algebra.subtract(at..., a, b);
    case CatBinary::Sequence:
      return algebra.sequence(at..., a, b);
    case CatBinary::Product:
      return algebra.product(at..., a, b);
  }
  INVARIANT(false, "an operator that nobody knows");
}

}  // namespace hrfcheck
