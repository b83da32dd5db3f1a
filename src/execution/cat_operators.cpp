// The operators of cat on values.

#include "execution/cat_operators.h"

#include "util/invariant.h"

namespace hrfcheck::inline execution {

const EventSet& setIn(const CatValue& value) {
  return std::get<EventSet>(value);
}

const Relation& relationIn(const CatValue& value) {
  return std::get<Relation>(value);
}

CatValue applied(CatUnary op, const CatValue& operand, const EventSet& happened) {
  switch (op) {
    case CatUnary::Plus:
      return relationIn(operand).transitiveClosure();
    case CatUnary::Star:
      return relationIn(operand).transitiveClosure() | Relation::identity(happened);
    case CatUnary::Optional:
      return relationIn(operand) | Relation::identity(happened);
    case CatUnary::Inverse:
      return relationIn(operand).inverse();
    case CatUnary::Complement:
      if (const auto* set = std::get_if<EventSet>(&operand)) {
        EventSet rest = happened;
        return rest -= *set;
      }
      return Relation::product(happened, happened) - relationIn(operand);
    case CatUnary::Bracket:
      return Relation::identity(setIn(operand));
    case CatUnary::Domain:
      return relationIn(operand).domain();
    case CatUnary::Range:
      return relationIn(operand).range();
  }
  INVARIANT(false, "an operator that nobody knows");
}

CatValue combined(CatBinary op, const CatValue& left, const CatValue& right) {
  if (op == CatBinary::Product) {
    return Relation::product(setIn(left), setIn(right));
  }
  if (op == CatBinary::Sequence) {
    return relationIn(left).compose(relationIn(right));
  }
  const auto both = [op](auto a, const auto& b) -> CatValue {
    if (op == CatBinary::Union) {
      a |= b;
    } else if (op == CatBinary::Intersection) {
      a &= b;
    } else {
      a -= b;
    }
    return a;
  };
  return std::holds_alternative<EventSet>(left) ? both(setIn(left), setIn(right))
                                                : both(relationIn(left), relationIn(right));
}

}  // namespace hrfcheck::inline execution
