#include "check/promise/every_interleaving.h"

#include <algorithm>

#include "check/promise/interleaving_order.h"

namespace hrfcheck::inline check {
namespace {

/// Where all pairs of a relation stand, so that there is no cycle.
bool hasNoCycle(Places may) {
  const bool bothHalves = places::HalfToHalf.within(may) && places::HalfBack.within(may);
  return may.within(places::Forward | places::HalfBack) && !bothHalves;
}

bool isMet(InterleavingOrder& order, const Check& check) {
  if (check.negated) {
    return false;
  }
  switch (check.kind) {
    case CheckKind::Acyclic:
      return hasNoCycle(order.mayStand(check.node));
    case CheckKind::Irreflexive:
      return !places::Same.within(order.mayStand(check.node));
    case CheckKind::Empty:
      return order.isEmpty(check.node);
  }
  return false;
}

}  // namespace

std::string interleavingsLost(const Model& model, const Program& program) {
  InterleavingOrder order(model, program);
  for (const Check& check : model.checks) {
    if (check.role == CheckRole::Require && !isMet(order, check)) {
      return check.name;
    }
  }
  // A choice that no interleaving can make leaves the model without an execution.
  for (const Choice& choice : model.choices) {
    if (!order.mayStand(choice.order).within(places::Forward)) {
      return choice.name;
    }
  }
  return "";
}

bool hasEveryInterleaving(const Model& model, const Program& program) {
  return interleavingsLost(model, program).empty();
}

}  // namespace hrfcheck::inline check
