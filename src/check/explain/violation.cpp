#include "check/explain/violation.h"

#include <algorithm>

#include "program/condition/condition.h"

namespace hrfcheck::inline check {

ConditionSubject::ConditionSubject(const Program& program) {
  for (const StateVariable& variable : variablesOf(*program.condition)) {
    if (variable.isRegister()) {
      threads_.insert(variable.thread);
    } else {
      locations_.insert(variable.location);
    }
  }
}

bool ConditionSubject::has(const Execution& execution, EventId event) const {
  const ThreadId thread = execution.structure->events()[event].thread;
  return (thread != kNoThread && threads_.contains(thread)) ||
         (execution.location[event] != kNoLocation && locations_.contains(execution.location[event]));
}

bool ConditionSubject::has(const Execution& execution, const Derivation& derivation) const {
  return has(execution, derivation.from) || has(execution, derivation.to) ||
         std::ranges::any_of(derivation.parts, [&](const Derivation& part) { return has(execution, part); });
}

std::set<std::pair<EventId, EventId>> violationOf(const Model& model, const Check& check, Deriver& deriver,
                                                  const Execution& execution) {
  std::set<std::pair<EventId, EventId>> pairs;
  if (!check.forall.empty() || check.negated) {
    return pairs;
  }
  if (model.nodes[check.node].type == CatType::Set) {
    const CatValue members = Evaluator(model, *execution.structure).value(check.node, execution);
    std::get<EventSet>(members).forEach([&](EventId e) { pairs.emplace(e, e); });
    return pairs;
  }
  const Relation& relation = deriver.relation(check.node);
  const bool cycles = check.kind == CheckKind::Acyclic;
  const Relation reach = cycles ? relation.transitiveClosure() : Relation();
  relation.forEach([&](EventId a, EventId b) {
    if (check.kind == CheckKind::Empty || (cycles ? reach.contains(b, a) : a == b)) {
      pairs.emplace(a, b);
    }
  });
  return pairs;
}

std::size_t stepsAgainstOrder(const Execution& execution) {
  Relation order = execution.structure->po();
  order &= execution.loc;
  order |= execution.rf;
  order |= execution.co;
  order |= execution.rf.inverse().compose(execution.co);
  const Relation reach = order.transitiveClosure();
  std::size_t steps = 0;
  order.forEach([&](EventId a, EventId b) { steps += a != b && reach.contains(b, a) ? 1 : 0; });
  return steps;
}

}  // namespace hrfcheck::inline check
