#include "check/explain/violation.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "program/condition/condition.h"

namespace hrfcheck::inline check {
namespace {

class ObjectionFinder {
 public:
  ObjectionFinder(const Model& model, Deriver& deriver, const Execution& execution,
                  const ConditionSubject& subject)
      : model_(model), deriver_(deriver), execution_(execution), subject_(subject) {}

  Objection find(const Check& check) {
    if (!check.forall.empty() || check.negated) {
      return {};  // about some class of events, or about what is missing: no pair shows it
    }
    switch (check.kind) {
      case CheckKind::Acyclic:
        if (auto cycle = deriver_.cycle(check.node, [&](EventId e) { return subject_.has(execution_, e); })) {
          found_.steps = std::move(*cycle);
        }
        break;
      case CheckKind::Irreflexive:
        for (EventId e = 0; e < execution_.structure->size(); ++e) {
          consider(check.node, e, e);
        }
        openCycle();
        break;
      case CheckKind::Empty:
        findIn(check.node);
        break;
    }
    return std::move(found_);
  }

 private:
  void findIn(CatNodeId node) {
    if (model_.nodes[node].type != CatType::Set) {
      deriver_.relation(node).forEach([&](EventId a, EventId b) { consider(node, a, b); });
      return;
    }
    const CatValue members = Evaluator(model_, *execution_.structure).value(node, execution_);
    const std::vector<EventId> all = std::get<EventSet>(members).members();
    const auto about = std::ranges::find_if(all, [&](EventId e) { return subject_.has(execution_, e); });
    found_.member = about == all.end() ? all.front() : *about;
  }

  /// An event related to itself is a cycle of the steps that lead there.
  void openCycle() {
    if (!found_.steps.empty() && found_.steps.front().kind == Derivation::Kind::Path) {
      std::vector<Derivation> parts = std::move(found_.steps.front().parts);
      found_.steps = std::move(parts);
    }
  }

  /// Keeps the pair that has to do with the condition, and then the one that takes fewest facts.
  void consider(CatNodeId node, EventId a, EventId b) {
    if (!deriver_.relation(node).contains(a, b)) {
      return;
    }
    Derivation found = deriver_.derive(node, a, b, [&](EventId e) { return subject_.has(execution_, e); });
    const auto weight = [&](const Derivation& derivation) {
      return std::pair(!subject_.has(execution_, derivation), derivation.size());
    };
    if (found_.steps.empty() || weight(found) < weight(found_.steps.front())) {
      found_.steps = {std::move(found)};
    }
  }

  const Model& model_;
  Deriver& deriver_;
  const Execution& execution_;
  const ConditionSubject& subject_;
  Objection found_;
};

}  // namespace

ConditionSubject::ConditionSubject(const Program& program) {
  for (const ConditionPtr& condition : {program.condition, program.filter}) {
    for (const StateVariable& variable : condition ? variablesOf(*condition) : std::vector<StateVariable>{}) {
      if (variable.isRegister()) {
        threads_.insert(variable.thread);
      } else {
        locations_.insert(variable.location);
      }
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

Objection objectionOf(const Model& model, const Check& check, Deriver& deriver, const Execution& execution,
                      const ConditionSubject& subject) {
  return ObjectionFinder(model, deriver, execution, subject).find(check);
}

Distance distanceOf(const Objection& objection, const Execution& execution, const ConditionSubject& subject) {
  const std::vector<Event>& events = execution.structure->events();
  std::set<ThreadId> threads;
  std::set<LocationId> locations;
  execution.happened.forEach([&](EventId e) {
    if (events[e].thread != kNoThread && subject.has(execution, e)) {
      threads.insert(events[e].thread);
      locations.insert(execution.location[e]);
    }
  });
  locations.erase(kNoLocation);
  const auto of = [&](EventId e) {
    return subject.has(execution, e) ? Distance::Subject
           : threads.contains(events[e].thread) || locations.contains(execution.location[e])
               ? Distance::Access
               : Distance::None;
  };
  Distance nearest = objection.member ? of(*objection.member) : Distance::None;
  const std::function<void(const Derivation&)> look = [&](const Derivation& step) {
    nearest = std::min({nearest, of(step.from), of(step.to)});
    std::ranges::for_each(step.parts, look);
  };
  std::ranges::for_each(objection.steps, look);
  return nearest;
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
