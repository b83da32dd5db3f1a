// The operators of cat on values.

#include "execution/evaluate/cat_operators.h"

#include "cat/interpret/meaning.h"
#include "cat/model/operators.h"

namespace hrfcheck::inline execution {
namespace {

/// Values as an algebra (cat/interpret/meaning.h).
struct Values {
  const EventSet& happened;

  CatValue universe(CatType type) const { return everything(type, happened); }
  CatValue identity() const { return Relation::identity(happened); }
  CatValue plus(const CatValue& r) const { return relationIn(r).transitiveClosure(); }
  CatValue inverse(const CatValue& r) const { return relationIn(r).inverse(); }
  CatValue bracket(const CatValue& s) const { return Relation::identity(setIn(s)); }
  CatValue domain(const CatValue& r) const { return relationIn(r).domain(); }
  CatValue range(const CatValue& r) const { return relationIn(r).range(); }
  CatValue unite(const CatValue& a, const CatValue& b) const {
    return both(a, b, [](auto& into, const auto& other) { into |= other; });
  }
  CatValue intersect(const CatValue& a, const CatValue& b) const {
    return both(a, b, [](auto& into, const auto& other) { into &= other; });
  }
  CatValue subtract(const CatValue& a, const CatValue& b) const {
    return both(a, b, [](auto& into, const auto& other) { into -= other; });
  }
  CatValue sequence(const CatValue& r, const CatValue& s) const {
    return relationIn(r).compose(relationIn(s));
  }
  CatValue product(const CatValue& s, const CatValue& t) const {
    return Relation::product(setIn(s), setIn(t));
  }

 private:
  template <typename Change>
  static CatValue both(CatValue a, const CatValue& b, Change change) {
    std::visit([&]<typename T>(T& into) { change(into, std::get<T>(b)); }, a);
    return a;
  }
};

}  // namespace

const EventSet& setIn(const CatValue& value) {
  return std::get<EventSet>(value);
}

const Relation& relationIn(const CatValue& value) {
  return std::get<Relation>(value);
}

CatValue nothing(CatType type, std::size_t size) {
  return type == CatType::Set ? CatValue(EventSet(size)) : CatValue(Relation(size));
}

CatValue everything(CatType type, const EventSet& events) {
  return type == CatType::Set ? CatValue(events) : CatValue(Relation::product(events, events));
}

bool isNothing(const CatValue& value) {
  return std::visit([](const auto& members) { return members.empty(); }, value);
}

CatValue applied(CatUnary op, const CatValue& operand, const EventSet& happened) {
  const Values values{happened};
  const bool set = std::holds_alternative<EventSet>(operand);
  return meaning(op, values, set ? CatType::Set : CatType::Relation, operand);
}

CatValue combined(CatBinary op, const CatValue& left, const CatValue& right) {
  const EventSet nobodyAsks;
  const Values values{nobodyAsks};
  return meaning(op, values, left, right);
}

CatBounds applied(CatUnary op, const CatBounds& operand, const EventSet& mayHappen,
                  const EventSet& mustHappen) {
  const bool swaps = about(op).swaps;
  return {applied(op, swaps ? operand.must : operand.may, mayHappen),
          applied(op, swaps ? operand.may : operand.must, mustHappen)};
}

CatBounds combined(CatBinary op, const CatBounds& left, const CatBounds& right) {
  const bool swaps = about(op).swapsRight;
  return {combined(op, left.may, swaps ? right.must : right.may),
          combined(op, left.must, swaps ? right.may : right.must)};
}

}  // namespace hrfcheck::inline execution
